import { capitalised } from '../../lib/capitalised.ts';
import { trpc } from '../../lib/trpc.ts';
import { focusHeadingWhenLost } from './focus-heading.ts';
import { sayDone } from './say.ts';
import { sayFailed } from './say-failed.tsx';
import { sayUndoable } from './say-undoable.tsx';

/** The calls of one module's trash; they are alike for all. */
export type TrashCalls = typeof trpc.trash.blog;

export interface TrashOf {
  calls: TrashCalls;
  /** What one is called: 'job'. */
  noun: string;
  /** Fetches the module's lists again: `jobs.invalidate`. */
  refresh: () => Promise<void>;
}

type TitleOf = (id: number) => string | undefined;

/**
 * What the panel does with a module's trash: bring something back, and say that something has gone there. `titleOf` tells the
 * title of what is shown.
 */
export function useTrash({ calls, noun, refresh }: TrashOf, titleOf: TitleOf = () => undefined) {
  const { trash } = trpc.useUtils();
  // Not waited for: a dialog closes at once.
  const refreshAll = () => {
    void Promise.all([refresh(), trash.invalidate()]).then(focusHeadingWhenLost);
  };
  const restore = calls.restore.useMutation({
    onSuccess: () => sayDone(`${capitalised(noun)} restored`),
    onError: (error) => sayFailed(`Couldn’t restore the ${noun}`, error),
    // Whatever became of it, what is shown may be old.
    onSettled: refreshAll,
  });
  return {
    restore,
    /** The options of a mutation that deletes: says so, offers to undo it and fetches the lists again. */
    throwing: {
      onSuccess: (_: unknown, { id }: Parameters<typeof restore.mutate>[0]) => {
        sayUndoable(`${capitalised(noun)} deleted`, titleOf(Number(id)), () => restore.mutate({ id }));
        refreshAll();
      },
    },
    /** The same for one that deletes what is in the trash. */
    removing: {
      onSuccess: () => {
        sayDone(`${capitalised(noun)} permanently deleted`);
        refreshAll();
      },
    },
  };
}
