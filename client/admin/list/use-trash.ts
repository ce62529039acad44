import { trpc } from '../../api/trpc.ts';
import { notifyError, notifySuccess, notifyWithUndo } from '../components/notifications.tsx';
import { restoreFocusToHeading } from '../components/page-header.tsx';
import { capitalised } from '../core/labels.ts';

/** The API calls for the trash of a module. All modules have the same calls. */
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

export function useTrash({ calls, noun, refresh }: TrashConfig, titleOf: TitleOf = () => undefined) {
  const { trash } = trpc.useUtils();
  const refreshAll = () => Promise.all([refresh(), trash.invalidate()]).then(restoreFocusToHeading);
  const restore = calls.restore.useMutation({
    onSuccess: () => notifySuccess(`${capitalised(noun)} restored`),
    onError: (error) => notifyError(`Couldn’t restore the ${noun}`, error),
    // Reloads the data after a failure too, because the shown data may be outdated.
    onSettled: () => void refreshAll(),
  });
  return {
    restore,
    refreshAll,
    /** The options for the mutation that moves a row to the trash. */
    throwing: {
      // Reads the title now, because the row may no longer be in the list when the answer arrives.
      onMutate: ({ id }: Deletion) => titleOf(Number(id)),
      onSuccess: (_: unknown, { id }: Deletion, title: string | undefined) => {
        notifyWithUndo(`${capitalised(noun)} deleted`, title, () => restore.mutate({ id }));
        // The reload is not awaited, so that the dialog closes at once.
        void refreshAll();
      },
    },
    /** The options for the mutation that deletes a row from the trash permanently. */
    removing: {
      onSuccess: () => {
        notifySuccess(`${capitalised(noun)} permanently deleted`);
        // The reload is not awaited, so that the dialog closes at once.
        void refreshAll();
      },
    },
  };
}
