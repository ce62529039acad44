import { capitalised } from '../core/capitalised.ts';
import { trpc } from '../../api/trpc.ts';
import { focusHeadingWhenLost } from '../components/focus-heading.ts';
import { sayDone } from '../components/notifications.tsx';
import { sayFailed } from '../components/say-failed.tsx';
import { sayUndoable } from '../components/say-undoable.tsx';

/** The calls of a module's trash. All modules have the same ones. */
export type TrashCalls = typeof trpc.trash.blog;

export interface TrashOf {
  calls: TrashCalls;
  /** The singular noun: 'job'. */
  noun: string;
  /** Reloads the module's lists: `jobs.invalidate`. */
  refresh: () => Promise<void>;
}

type TitleOf = (id: number) => string | undefined;

/**
 * The panel's actions on a module's trash: restores a row, and reports a deleted one. `titleOf` returns the
 * title of a row.
 */
export function useTrash({ calls, noun, refresh }: TrashOf, titleOf: TitleOf = () => undefined) {
  const { trash } = trpc.useUtils();
  // Not awaited, so that the dialog closes at once.
  const refreshAll = () => {
    void Promise.all([refresh(), trash.invalidate()]).then(focusHeadingWhenLost);
  };
  const restore = calls.restore.useMutation({
    onSuccess: () => sayDone(`${capitalised(noun)} restored`),
    onError: (error) => sayFailed(`Couldn’t restore the ${noun}`, error),
    // Runs after a failure too, because the shown data may be old.
    onSettled: refreshAll,
  });
  return {
    restore,
    /**
     * The options of a mutation that moves a row to the trash. Shows a notice with an undo button and reloads
     * the lists.
     */
    throwing: {
      onSuccess: (_: unknown, { id }: Parameters<typeof restore.mutate>[0]) => {
        sayUndoable(`${capitalised(noun)} deleted`, titleOf(Number(id)), () => restore.mutate({ id }));
        refreshAll();
      },
    },
    /** The options of a mutation that deletes a row from the trash. */
    removing: {
      onSuccess: () => {
        sayDone(`${capitalised(noun)} permanently deleted`);
        refreshAll();
      },
    },
  };
}
