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
  onStop?: (() => void) | undefined;
  onChange: (file: File | undefined) => void;
}

/** A picture to drop, paste or choose. What it may be is the server's to judge. */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, file, stored, error, progress, leaveOutLabel = 'Leave out', onStop, onChange } = props;
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
        <PicturePreview file={file} stored={stored}>
          <IconPhotoPlus size={28} stroke={1.4} aria-hidden="true" />
        </PicturePreview>
        <p className={classes.invite}>
          <strong>{file || stored ? 'Choose another picture' : 'Choose a picture'}</strong>, drop it here or
          paste it
        </p>
      </Dropzone>
      {file && (
        <div className={classes.chosen}>
          <span className={classes.name}>{file.name}</span>
          <Button variant="subtle" size="compact-sm" onClick={leaveOut}>
            {stored ? 'Keep the stored one' : leaveOutLabel}
          </Button>
        </div>
      )}
      {file && progress !== undefined && (
        <div className={classes.chosen}>
          <Progress className={classes.progress!} value={progress * 100} aria-label="Upload" />
          {onStop && (
            <Button variant="subtle" size="compact-sm" onClick={onStop}>
              Stop the upload
            </Button>
          )}
        </div>
      )}
    </Input.Wrapper>
  );
}
