import type { trpc } from '../../api/trpc.ts';
import { notifyWithUndo } from '../components/notifications.tsx';
import { capitalised } from '../core/labels.ts';

export type TrashCalls = typeof trpc.trash.blog;

export interface TrashConfig {
  calls: TrashCalls;
  /** For example 'job'. */
  noun: string;
}

type TitleOf = (id: number) => string | undefined;
type Deletion = Parameters<ReturnType<TrashCalls['restore']['useMutation']>['mutate']>[0];

export const useRestore = ({ calls, noun }: TrashConfig) =>
  calls.restore.useMutation({
    meta: { done: `${capitalised(noun)} restored`, failed: `Couldn’t restore the ${noun}` },
  });

/** Shows a notification with an undo button after a success. */
export function useDeletionWithUndo(trash: TrashConfig, titleOf: TitleOf) {
  const restore = useRestore(trash);
  return {
    // The row may no longer be in the list when the answer arrives.
    onMutate: ({ id }: Deletion) => titleOf(Number(id)),
    onSuccess: (_: unknown, { id }: Deletion, title: string | undefined) => {
      notifyWithUndo(`${capitalised(trash.noun)} deleted`, title, () => restore.mutate({ id }));
    },
  };
}
