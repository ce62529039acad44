import { Button } from '@mantine/core';
import { useRef } from 'react';
import { AltTextInput } from '../../fields/alt-text-input.tsx';
import { ImageInput } from '../../fields/image-input.tsx';
import classes from './team.module.css';

/** The stored photo and its removal. */
export interface StoredPhoto {
  path: string | undefined;
  isRemoving: boolean;
  remove: () => void;
}

interface PhotoFieldProps {
  file: File | undefined;
  stored: StoredPhoto | undefined;
  error: string | undefined;
  progress: number | undefined;
  onStop: () => void;
  alt: string | null;
  altError: string | undefined;
  onAlt: (alt: string | null) => void;
  onChange: (file: File | undefined) => void;
}

/**
 * The portrait of a member. Removing a chosen file changes only the form. Removing the stored photo calls the
 * server at once.
 */
export function PhotoField(props: PhotoFieldProps) {
  const { file, stored, error, progress, alt, altError, onStop, onAlt, onChange } = props;
  const field = useRef<HTMLDivElement>(null);
  const removeStored = () => {
    onChange(undefined);
    stored?.remove();
    // The button disappears with the photo.
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={field} className={classes.photo}>
      <ImageInput
        label="Photo"
        hint="Portrait format, max 10MB"
        file={file}
        stored={stored?.path && `/${stored.path}`}
        error={error}
        progress={progress}
        onStop={onStop}
        leaveOutLabel="Remove photo"
        onChange={onChange}
      />
      {(file || stored?.path) && <AltTextInput alt={alt} error={altError} onChange={onAlt} />}
      {stored?.path && (
        <Button
          variant="default"
          size="compact-md"
          mt="xs"
          fullWidth
          aria-disabled={stored.isRemoving}
          onClick={stored.isRemoving ? undefined : removeStored}
        >
          {stored.isRemoving ? 'Removing...' : 'Remove photo'}
        </Button>
      )}
    </div>
  );
}
