import { useRef, useState } from 'react';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { AltTextInput } from '../../fields/alt-text-input.tsx';
import { ImageInput, type LibraryChoice } from '../../fields/image-input.tsx';
import fields from '../../fields/fields.module.css';

interface StoredPhoto {
  path: string | undefined;
  isRemoving: boolean;
  remove: () => void;
}

interface PhotoFieldProps {
  file: File | undefined;
  library: LibraryChoice;
  stored: StoredPhoto | undefined;
  error: string | undefined;
  progress: number | undefined;
  onStop: () => void;
  alt: string | null;
  altError: string | undefined;
  onAlt: (alt: string | null) => void;
  onChange: (file: File | undefined) => void;
}

/** Removing a chosen file changes only the form. Removing the stored photo calls the server at once. */
export function MemberPhotoInput(props: PhotoFieldProps) {
  const { file, library, stored, error, progress, alt, altError, onStop, onAlt, onChange } = props;
  const field = useRef<HTMLDivElement>(null);
  const removeStored = () => {
    onChange(undefined);
    stored?.remove();
    // The focused button disappears with the photo.
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={field} className={fields.upright}>
      <ImageInput
        label="Photo"
        hint="Portrait format, max 10MB"
        file={file}
        library={library}
        stored={stored?.path && `/${stored.path}`}
        error={error}
        progress={progress}
        onStop={onStop}
        leaveOutLabel="Remove photo"
        onChange={onChange}
      />
      {(file || library.path || stored?.path) && <AltTextInput alt={alt} error={altError} onChange={onAlt} />}
      {stored?.path && (
        <BusyButton
          variant="default"
          size="compact-md"
          mt="xs"
          fullWidth
          isBusy={stored.isRemoving}
          onClick={removeStored}
        >
          {stored.isRemoving ? 'Removing...' : 'Remove photo'}
        </BusyButton>
      )}
    </div>
  );
}

export interface PhotoRemovalResult {
  message: string;
  requestId?: string | undefined;
  isFailure: boolean;
}

const failed = 'Error removing photo. Please try again.';

/** The server deletes the photo at once, without a save of the form. */
export function usePhotoRemoval(id: number | undefined, onRemoved: () => void) {
  const [remark, setRemark] = useState<PhotoRemovalResult>();
  const removal = trpc.team.removePhoto.useMutation({
    onSuccess: ({ message }) => {
      onRemoved();
      setRemark({ message, isFailure: false });
    },
    onError: (error) => {
      const { message, status, requestId } = parseApiError(error);
      setRemark({ message: status === undefined ? failed : message, requestId, isFailure: true });
    },
  });
  return {
    isRemoving: removal.isPending,
    remark,
    forgetRemark: () => setRemark(undefined),
    remove: () => {
      setRemark(undefined);
      if (id !== undefined) removal.mutate({ id });
    },
  };
}
