import { useState } from 'react';
import { explainFailure } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Member } from './member-types.ts';

/** The alert that follows the removal of a photo. */
export interface PhotoRemark {
  message: string;
  requestId?: string | undefined;
  isFailure: boolean;
}

const failed = 'Error removing photo. Please try again.';

/** The photo of a stored member, and its removal, which the server does at once. */
export function useStoredPhoto({ id, image, version }: Member) {
  const { team } = trpc.useUtils();
  const [isGone, setGone] = useState(false);
  const [remark, setRemark] = useState<PhotoRemark>();
  const removal = trpc.team.removePhoto.useMutation({
    onSuccess: ({ message }) => {
      setGone(true);
      setRemark({ message, isFailure: false });
      return team.list.invalidate();
    },
    onError: (error) => {
      const { message, status, requestId } = explainFailure(error);
      setRemark({ message: status === undefined ? failed : message, requestId, isFailure: true });
    },
  });
  return {
    path: isGone ? undefined : (image ?? undefined),
    // The removal was one more change of the row. Had somebody else saved meanwhile, this version would be theirs no
    // longer, and the save is refused as it should be.
    version: isGone ? version + 1 : version,
    isRemoving: removal.isPending,
    remark,
    forgetRemark: () => setRemark(undefined),
    remove: () => {
      setRemark(undefined);
      removal.mutate({ id });
    },
  };
}
