import type { trpc } from '../../api/trpc.ts';
import { notifyWithUndo } from '../components/notifications.tsx';
import { capitalised } from '../core/labels.ts';

/** The API calls for the trash of a module. All modules have the same calls. */
export type TrashCalls = typeof trpc.trash.blog;

export interface TrashConfig {
  calls: TrashCalls;
  /** The singular noun, for example 'job'. */
  noun: string;
}

type TitleOf = (id: number) => string | undefined;
type Deletion = Parameters<ReturnType<TrashCalls['restore']['useMutation']>['mutate']>[0];

/** Returns the mutation that restores a row from a module's trash. */
export const useRestore = ({ calls, noun }: TrashConfig) =>
  calls.restore.useMutation({
    meta: { done: `${capitalised(noun)} restored`, failed: `Couldn’t restore the ${noun}` },
  });

/**
 * Returns the options for the mutation that moves a row to the trash. After a success, they show a notification with an
 * undo button. `titleOf` returns the title of a row, if the title is known.
 */
export function useDeletionWithUndo(trash: TrashConfig, titleOf: TitleOf) {
  const restore = useRestore(trash);
  return {
    // Reads the title now, because the row may no longer be in the list when the answer arrives.
    onMutate: ({ id }: Deletion) => titleOf(Number(id)),
    onSuccess: (_: unknown, { id }: Deletion, title: string | undefined) => {
      notifyWithUndo(`${capitalised(trash.noun)} deleted`, title, () => restore.mutate({ id }));
    },
  };
}
