import { Button, Skeleton, Stack } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import { notifySuccess } from '../../components/notifications.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { EndSessionAlert, SessionList } from '../../components/session-list.tsx';

/** The sessions of the signed-in person, with buttons that end one session or all other sessions. */
export function Sessions() {
  const query = trpc.account.sessions.useQuery();
  const { endOne, endOthers, isBusy, error } = useEndSessions();
  return (
    <QueryBoundary query={query} subject="the sessions" skeleton={<Skeleton height={160} />}>
      {({ sessions }) => (
        <Stack gap="md">
          <EndSessionAlert error={error} />
          <SessionList sessions={sessions} isBusy={isBusy} onEnd={endOne} />
          {sessions.length > 1 && (
            <div>
              <Button variant="default" disabled={isBusy} onClick={endOthers}>
                Sign out all other devices
              </Button>
            </div>
          )}
        </Stack>
      )}
    </QueryBoundary>
  );
}

/**
 * Returns `endOne`, which ends one session, and `endOthers`, which ends all sessions except the current one. `error` is
 * the error of the last call.
 */
function useEndSessions() {
  const { account } = trpc.useUtils();
  const refresh = () => account.sessions.invalidate();
  const one = trpc.account.endSession.useMutation({
    onSuccess: () => notifySuccess('Device signed out'),
    // Reloads the sessions after a failure too, because the session may already have ended.
    onSettled: refresh,
  });
  const others = trpc.account.endOtherSessions.useMutation({
    onSuccess: () => notifySuccess('All other devices signed out'),
    onSettled: refresh,
  });
  return {
    endOne: ({ id }: { id: number }) => {
      others.reset();
      one.mutate({ id });
    },
    endOthers: () => {
      one.reset();
      others.mutate();
    },
    isBusy: one.isPending || others.isPending,
    error: one.error ?? others.error,
  };
}
