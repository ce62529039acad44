import { Button, FileButton, Group, Input, Progress, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useMediaQuery } from '@mantine/hooks';
import IconCamera from 'icon:camera';
import IconPhotoPlus from 'icon:photo-plus';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { MediaItemView } from '../../../src/shared/media.ts';
import { LibraryButton } from '../library/library-button.tsx';
import classes from './fields.module.css';

interface ImagePreviewProps {
  file: File | undefined;
  stored: string | undefined;
  /** Shown when there is no picture, or when the picture cannot be loaded. */
  children: ReactNode;
}

/** Shows the chosen file. If no file is chosen, shows the stored picture. */
function ImagePreview({ file, stored, children }: ImagePreviewProps) {
  const chosen = useObjectUrl(file);
  const [broken, setBroken] = useState<string>();
  const source = file ? chosen : stored;
  if (!source || source === broken) return <div className={classes.nothing}>{children}</div>;
  return (
    <img
      className={classes.preview}
      src={source}
      alt={file ? `Selected image: ${file.name}` : 'Current image'}
      onError={() => setBroken(source)}
    />
  );
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return file && url;
}

/** The choice of a picture from the library, before the save. `path` is null while no picture is chosen. */
export interface LibraryChoice {
  path: string | null;
  choose: (item: MediaItemView) => void;
  undo: () => void;
}

interface ImageInputProps {
  label: string;
  hint: string;
  /** The chosen file that is not saved yet. */
  file: File | undefined;
  library: LibraryChoice;
  /** The address of the stored picture. Undefined if no picture is stored. */
  stored?: string | undefined;
  error?: string | undefined;
  /** During a save, the share of the file that is already uploaded, from 0 to 1. */
  progress?: number | undefined;
  /** The label of the button that removes the chosen picture, if no picture is stored yet. */
  leaveOutLabel?: string;
  /** Cancels the running upload. */
  onStop: () => void;
  /**
   * `isAsked` is true if the next save removes the stored picture. Undefined in forms that remove a stored picture
   * without a save.
   */
  removal?: { isAsked: boolean; ask: (isAsked: boolean) => void };
  onChange: (file: File | undefined) => void;
}

/**
 * A field for a picture. The person can drop, paste or choose a file, or choose a picture from the library.
 * The server decides which files are valid.
 */
export function ImageInput(props: ImageInputProps) {
  const { label, hint, file, library, stored, error, progress, leaveOutLabel = 'Remove' } = props;
  const chosen = file ? null : library.path;
  const { removal, onStop, onChange } = props;
  const id = useId();
  usePastedImage(onChange);
  const leaveOut = () => {
    onChange(undefined);
    const input = document.getElementById(id) as HTMLInputElement;
    // Empties the input. If the input kept the file, the browser would report no change when the person
    // chooses the same file again.
    input.value = '';
    // Moves the focus, because the focused button disappears with the file.
    input.focus();
  };
  const takeFirst = ([first]: File[]) => first && onChange(first);
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={hint}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Dropzone
        className={classes.zone!}
        onDrop={takeFirst}
        multiple={false}
        useFsAccessApi={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{
          id,
          accept: 'image/*',
          className: classes.pictureFieldInput,
          // Mantine hides the input of a drop zone from keyboards and screen readers. These properties make the input
          // accessible again, because here the input itself is the field.
          style: undefined,
          'aria-label': undefined,
          tabIndex: 0,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': `${id}-description${error ? ` ${id}-error` : ''}`,
        }}
      >
        <ImagePreview file={file} stored={chosen ? `/${chosen}` : removal?.isAsked ? undefined : stored}>
          <IconPhotoPlus size={28} stroke={1.4} aria-hidden="true" />
        </ImagePreview>
        <p className={classes.invite}>
          <strong>{file || chosen || stored ? 'Choose another image' : 'Choose an image'}</strong>, or drop or
          paste one here
        </p>
      </Dropzone>
      {file && (
        <Group gap={8} justify="space-between" mt={8} fz="xs" wrap="nowrap">
          <Text span truncate>
            {file.name}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={leaveOut}>
            {stored ? 'Keep current image' : leaveOutLabel}
          </Button>
        </Group>
      )}
      <LibraryActs
        library={library}
        chosen={chosen}
        undoLabel={stored ? 'Keep current image' : leaveOutLabel}
        onPhoto={onChange}
      />
      {stored && !file && !chosen && removal && <StoredRemoval {...removal} />}
      {file && progress !== undefined && <UploadProgress progress={progress} onStop={onStop} />}
    </Input.Wrapper>
  );
}

interface LibraryActsProps {
  library: LibraryChoice;
  chosen: string | null;
  undoLabel: string;
  onPhoto: (photo: File) => void;
}

function LibraryActs({ library: { choose, undo }, chosen, undoLabel, onPhoto }: LibraryActsProps) {
  const hasCamera = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <Group gap={8} mt={8}>
      <LibraryButton buttonRef={opener} size="compact-sm" onPick={([item]) => item && choose(item)} />
      {hasCamera && (
        <FileButton accept="image/*" capture="environment" onChange={(photo) => photo && onPhoto(photo)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="compact-sm"
              leftSection={<IconCamera size={15} stroke={1.6} />}
            >
              Take a photo
            </Button>
          )}
        </FileButton>
      )}
      {chosen && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            undo();
            // Moves the focus, because this button disappears with the picture.
            opener.current?.focus();
          }}
        >
          {undoLabel}
        </Button>
      )}
    </Group>
  );
}

/**
 * The button that marks the stored picture for removal, or removes the mark. There is only one button for
 * both actions, so that the button keeps the focus.
 */
function StoredRemoval({ isAsked, ask }: NonNullable<ImageInputProps['removal']>) {
  return (
    <Group gap={8} justify="space-between" mt={8} fz="xs" wrap="nowrap">
      <span role="status">{isAsked && 'Will be removed when you save.'}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => ask(!isAsked)}>
        {isAsked ? 'Keep current image' : 'Remove image'}
      </Button>
    </Group>
  );
}

function UploadProgress({ progress, onStop }: { progress: number; onStop: () => void }) {
  // Once the whole file has been sent, the server may have stored the picture. The upload can then no longer
  // be cancelled.
  const isSent = progress >= 1;
  return (
    <Group gap={8} justify="space-between" mt={8} fz="xs" wrap="nowrap">
      <Progress flex={1} value={progress * 100} aria-label="Upload" />
      <Button variant="subtle" size="compact-sm" aria-disabled={isSent} onClick={isSent ? undefined : onStop}>
        Cancel upload
      </Button>
    </Group>
  );
}

/**
 * Calls `onPicture` with a picture that somebody pastes anywhere on the screen. Ignores a paste that contains
 * text, because the text is meant for a field.
 */
function usePastedImage(onPicture: (file: File) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const picture = [...(event.clipboardData?.files ?? [])].find((file) => file.type.startsWith('image/'));
    const hasText = event.clipboardData?.types.includes('text/plain');
    if (!picture || hasText) return;
    event.preventDefault();
    onPicture(picture);
  });
  useEffect(() => {
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, []);
}
