import { useState } from 'react';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';

/** The result of removing a photo, shown as an alert. */
export interface PhotoRemark {
  message: string;
  requestId?: string | undefined;
  isFailure: boolean;
}

const failed = 'Error removing photo. Please try again.';

/** Removes the stored photo of a member. The server deletes it at once. */
export function usePhotoRemoval(id: number | undefined, onRemoved: () => void) {
  const { team } = trpc.useUtils();
  const [remark, setRemark] = useState<PhotoRemark>();
  const removal = trpc.team.removePhoto.useMutation({
    onSuccess: ({ message }) => {
      onRemoved();
      setRemark({ message, isFailure: false });
      return team.list.invalidate();
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
