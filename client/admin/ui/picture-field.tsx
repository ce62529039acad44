import { Button, Input, Progress } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './picture-field.module.css';
import { PicturePreview } from './picture-preview.tsx';
import { usePastedPicture } from './use-pasted-picture.ts';

interface PictureFieldProps {
  label: string;
  hint: string;
  /** The file chosen and not yet saved. */
  file: File | undefined;
  /** The address of the stored picture. */
  stored?: string | undefined;
  error?: string | undefined;
  /** How much has been sent, 0 to 1, while a save is under way. */
  progress?: number | undefined;
  /** The button that lets go of the chosen file. */
  leaveOutLabel?: string;
  /** Ends the upload that is under way. */
  onStop: () => void;
  /** Takes the stored picture off when the form is saved; for forms that do it so. */
  removal?: { isAsked: boolean; ask: (isAsked: boolean) => void };
  onChange: (file: File | undefined) => void;
}

/** A picture to drop, paste or choose. What it may be is the server's to judge. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, file, stored, error, progress, leaveOutLabel = 'Remove' } = props;
  const { removal, onStop, onChange } = props;
  const id = useId();
  usePastedPicture(onChange);
  const leaveOut = () => {
    onChange(undefined);
    const input = document.getElementById(id) as HTMLInputElement;
    // Else the browser sees no change when the same file is chosen again.
    input.value = '';
    // The button goes with the file.
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
          className: classes.input,
          // The library hides its input from keyboard and screen reader; this one is the field itself.
          style: undefined,
          'aria-label': undefined,
          tabIndex: 0,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': `${id}-description${error ? ` ${id}-error` : ''}`,
        }}
      >
        <PicturePreview file={file} stored={removal?.isAsked ? undefined : stored}>
          <IconPhotoPlus size={28} stroke={1.4} aria-hidden="true" />
        </PicturePreview>
        <p className={classes.invite}>
          <strong>{file || stored ? 'Choose another image' : 'Choose an image'}</strong>, or drop or paste one
          here
        </p>
      </Dropzone>
      {file && (
        <div className={classes.chosen}>
          <span className={classes.name}>{file.name}</span>
          <Button variant="subtle" size="compact-sm" onClick={leaveOut}>
            {stored ? 'Keep current image' : leaveOutLabel}
          </Button>
        </div>
      )}
      {stored && !file && removal && <StoredRemoval {...removal} />}
      {file && progress !== undefined && <UploadProgress progress={progress} onStop={onStop} />}
    </Input.Wrapper>
  );
}

/** One button for both ways, so that the focus stays where it was pressed. */
function StoredRemoval({ isAsked, ask }: NonNullable<PictureFieldProps['removal']>) {
  return (
    <div className={classes.chosen}>
      <span role="status">{isAsked && 'Will be removed when you save.'}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => ask(!isAsked)}>
        {isAsked ? 'Keep current image' : 'Remove image'}
      </Button>
    </div>
  );
}

function UploadProgress({ progress, onStop }: { progress: number; onStop: () => void }) {
  // What has gone as a whole may be stored already.
  const isSent = progress >= 1;
  return (
    <div className={classes.chosen}>
      <Progress className={classes.progress!} value={progress * 100} aria-label="Upload" />
      <Button variant="subtle" size="compact-sm" aria-disabled={isSent} onClick={isSent ? undefined : onStop}>
        Cancel upload
      </Button>
    </div>
  );
}
