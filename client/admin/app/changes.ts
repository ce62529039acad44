import type { Mutation, QueryClient } from '@tanstack/react-query';
import type { PersonTasks } from '../../api/person-tasks.ts';
import { notifyError, notifySuccess } from '../components/notifications.tsx';
import { restoreFocusToHeading } from '../components/page-header.tsx';
import { createReload } from '../core/reload.ts';

/** What follows a mutation: the notification that its `meta` names, and the reload of its part of the API. */
export function createChanges(queryClient: QueryClient, tasks: PersonTasks) {
  const reload = createReload(queryClient, tasks);
  const onMutated = ({ options, meta = {} }: Mutation<unknown, unknown, unknown>, failure?: Error) => {
    const { done, failed, changesNothing } = meta;
    if (failure && failed) notifyError(failed, failure);
    if (!failure && done) notifySuccess(done);
    // After a failure too: somebody else may have changed the data.
    if (!options.mutationKey || changesNothing) return;
    const parts = (options.mutationKey[0] as string[]).slice(0, -1);
    // The focused button may have disappeared with its row.
    void reload(parts).then(restoreFocusToHeading);
  };
  return { reload, onMutated };
}

export type Changes = ReturnType<typeof createChanges>;

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      done?: string;
      /** The title of the notification of a failure. */
      failed?: string;
      /** Whether the call changes no data that a screen shows, so that nothing is reloaded. */
      changesNothing?: boolean;
    };
  }
}
