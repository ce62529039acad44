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
  onChange: (file: File | undefined) => void;
}

/** A picture to drop, paste or choose. What it may be is the server's to judge. */
export function PictureField({ label, hint, file, stored, error, progress, onChange }: PictureFieldProps) {
  const id = useId();
  usePastedPicture(onChange);
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
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(undefined)}>
            {stored ? 'Keep the stored one' : 'Leave out'}
          </Button>
        </div>
      )}
      {file && progress !== undefined && <Progress value={progress * 100} mt="xs" aria-label="Upload" />}
    </Input.Wrapper>
  );
}
