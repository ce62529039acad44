import { Button, Skeleton } from '@mantine/core';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { type Session, SessionRow } from './session-row.tsx';
import classes from './sessions.module.css';
import { useEndSessions } from './use-account.ts';

/** The person's sessions. */
export function Sessions() {
  const query = trpc.account.sessions.useQuery();
  const { one, others, isBusy, error } = useEndSessions();
  return (
    <QueryBoundary query={query} subject="the sessions" skeleton={<Skeleton height={160} />}>
      {({ sessions }) => (
        <div className={classes.sessions}>
          {error && <ErrorAlert title="Couldn’t sign out the device" failure={parseApiError(error)} />}
          <ul className={classes.list}>
            {thisOneFirst(sessions).map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                isBusy={isBusy}
                onEnd={() => one.mutate({ id: session.id })}
              />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div>
              <Button variant="default" disabled={isBusy} onClick={() => others.mutate()}>
                Sign out all other devices
              </Button>
            </div>
          )}
        </div>
      )}
    </QueryBoundary>
  );
}

function thisOneFirst(sessions: readonly Session[]): Session[] {
  return sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
}
