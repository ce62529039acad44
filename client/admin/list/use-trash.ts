import { trpc } from '../../api/trpc.ts';
import { notifyError, notifySuccess, notifyWithUndo } from '../components/notifications.tsx';
import { restoreFocusToHeading } from '../components/page-header.tsx';
import { capitalised } from '../core/labels.ts';

/** The calls of a module's trash. The calls are the same for all modules. */
export type TrashCalls = typeof trpc.trash.blog;

export interface TrashConfig {
  calls: TrashCalls;
  /** The singular noun, for example 'job'. */
  noun: string;
  /** Reloads the module's lists, for example `jobs.invalidate`. */
  refresh: () => Promise<void>;
}

type TitleOf = (id: number) => string | undefined;
type Deletion = Parameters<ReturnType<TrashCalls['restore']['useMutation']>['mutate']>[0];

/**
 * Returns the mutation that restores a row from a module's trash, and the options of the mutations that delete
 * rows. `titleOf` returns the title of a row.
 */
export function useTrash({ calls, noun, refresh }: TrashConfig, titleOf: TitleOf = () => undefined) {
  const { trash } = trpc.useUtils();
  const refreshAll = () => Promise.all([refresh(), trash.invalidate()]).then(restoreFocusToHeading);
  const restore = calls.restore.useMutation({
    onSuccess: () => notifySuccess(`${capitalised(noun)} restored`),
    onError: (error) => notifyError(`Couldn’t restore the ${noun}`, error),
    // Reloads after a failure too, because the shown data may be outdated.
    onSettled: () => void refreshAll(),
  });
  return {
    restore,
    /** Reloads the module's lists and its trash. */
    refreshAll,
    /**
     * The options of a mutation that moves a row to the trash. Shows a notice with an undo button and reloads
     * the lists.
     */
    throwing: {
      // Reads the title now, because the list may lose the row before the answer arrives.
      onMutate: ({ id }: Deletion) => titleOf(Number(id)),
      onSuccess: (_: unknown, { id }: Deletion, title: string | undefined) => {
        notifyWithUndo(`${capitalised(noun)} deleted`, title, () => restore.mutate({ id }));
        // Not awaited, so that the dialog closes at once.
        void refreshAll();
      },
    },
    /** The options of a mutation that deletes a row from the trash. */
    removing: {
      onSuccess: () => {
        notifySuccess(`${capitalised(noun)} permanently deleted`);
        // Not awaited, so that the dialog closes at once.
        void refreshAll();
      },
    },
  };
}
