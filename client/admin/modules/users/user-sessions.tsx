import { Button, Skeleton, Stack } from '@mantine/core';
import { useRef } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { EndSessionAlert, SessionList } from '../../components/session-list.tsx';
import classes from './users.module.css';

/**
 * The section that lists the sessions of a user. Admins can end one session, or all sessions except their own
 * current one.
 */
export function UserSessions({ user: { id, name } }: { user: { id: number; name: string } }) {
  const query = trpc.users.sessions.useQuery({ id });
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused button disappears with the row of the session.
  const onSuccess = () => heading.current?.focus();
  const one = trpc.users.endSession.useMutation({ onSuccess, meta: { done: 'Device signed out' } });
  const all = trpc.users.endSessions.useMutation({ onSuccess, meta: { done: 'All devices signed out' } });
  const isBusy = one.isPending || all.isPending;
  const error = one.error ?? all.error;
  return (
    <section className={classes.field} aria-label="Sessions">
      <h2 ref={heading} tabIndex={-1} className={classes.label}>
        Sessions
      </h2>
      <QueryBoundary query={query} subject="the sessions" skeleton={<Skeleton height={80} />}>
        {({ sessions }) => (
          <Stack gap="md" maw="42rem">
            <EndSessionAlert error={error} />
            {sessions.length === 0 && <p>{name} is signed in nowhere.</p>}
            {sessions.length > 0 && (
              <SessionList
                sessions={sessions}
                isBusy={isBusy}
                onEnd={(session) => {
                  all.reset();
                  one.mutate({ id, session_id: session.id });
                }}
              />
            )}
            {sessions.some(({ is_current }) => !is_current) && (
              <div>
                <Button
                  variant="default"
                  disabled={isBusy}
                  onClick={() => {
                    one.reset();
                    all.mutate({ id });
                  }}
                >
                  Sign out all devices
                </Button>
              </div>
            )}
          </Stack>
        )}
      </QueryBoundary>
    </section>
  );
}
