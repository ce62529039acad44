import { Badge, Button, Skeleton } from '@mantine/core';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { dateLocale, formatDate, formatDateTime } from '../../core/dates.ts';
import classes from './account.module.css';

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

type Session = ApiOutputs['account']['sessions']['sessions'][number];

interface SessionRowProps {
  session: Session;
  isBusy: boolean;
  onEnd: () => void;
}

/** A session of the person. The current session has no end button: 'Logout' ends it. */
function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { device, address, is_current, is_remembered, created_at, last_used_at } = session;
  return (
    <li className={classes.session}>
      <div className={classes.facts}>
        <div className={classes.device}>
          {device}
          {is_current && (
            <Badge variant="light" tt="none">
              This device
            </Badge>
          )}
        </div>
        <p className={classes.fact}>
          Last used{' '}
          <time dateTime={last_used_at} title={formatDateTime(last_used_at)}>
            {activityTime(last_used_at, new Date(), { locale: dateLocale() }).replace(/^J/, 'j')}
          </time>{' '}
          from {address}
        </p>
        <p className={classes.fact}>
          Signed in <time dateTime={created_at}>{formatDate(created_at)}</time>
          {is_remembered && ', remembered for 30 days'}
        </p>
      </div>
      {!is_current && (
        <Button
          className={classes.end!}
          variant="subtle"
          color="signal"
          aria-label={`End the session of ${device}`}
          disabled={isBusy}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}

/** Ends one session, or all except the current one. */
function useEndSessions() {
  const { account } = trpc.useUtils();
  const refresh = () => account.sessions.invalidate();
  const one = trpc.account.endSession.useMutation({
    onSuccess: () => notifySuccess('Device signed out'),
    // Runs after a failure too, because the session may have ended already.
    onSettled: refresh,
  });
  const others = trpc.account.endOtherSessions.useMutation({
    onSuccess: () => notifySuccess('All other devices signed out'),
    onSettled: refresh,
  });
  return { one, others, isBusy: one.isPending || others.isPending, error: one.error ?? others.error };
}
