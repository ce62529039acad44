import { Button, Skeleton, Stack } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
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
  const one = trpc.account.endSession.useMutation({ meta: { done: 'Device signed out' } });
  const others = trpc.account.endOtherSessions.useMutation({
    meta: { done: 'All other devices signed out' },
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
