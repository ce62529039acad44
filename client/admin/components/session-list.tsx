import { Badge, Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { activityTime } from '../../../src/shared/relative-time.ts';
import { parseApiError } from '../../api/errors.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { dateLocale, formatDate, formatDateTime } from '../core/format-dates.ts';
import { ErrorAlert } from './error-alert.tsx';
import rows from './rows.module.css';

type Session = ApiOutputs['account']['sessions']['sessions'][number];

interface SessionListProps {
  sessions: readonly Session[];
  isBusy: boolean;
  onEnd: (session: Session) => void;
}

/** The sessions of a person. The current session is the first. */
export function SessionList({ sessions, isBusy, onEnd }: SessionListProps) {
  const sorted = sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));
  return (
    <ul className={rows.rows}>
      {sorted.map((session) => (
        <SessionRow key={session.id} session={session} isBusy={isBusy} onEnd={() => onEnd(session)} />
      ))}
    </ul>
  );
}

interface SessionRowProps {
  session: Session;
  isBusy: boolean;
  onEnd: () => void;
}

/** A session's device, address and times. The current session has no End button, because 'Logout' ends it. */
function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { device, address, is_current, is_remembered, created_at, last_used_at } = session;
  return (
    <li className={rows.row}>
      <div className={rows.facts}>
        <div className={rows.name}>
          {device}
          {is_current && (
            <Badge variant="light" tt="none">
              This device
            </Badge>
          )}
        </div>
        <p className={rows.fact}>
          Last used{' '}
          <time dateTime={last_used_at} title={formatDateTime(last_used_at)}>
            {activityTime(last_used_at, new Date(), { locale: dateLocale() }).replace(/^J/, 'j')}
          </time>{' '}
          from {address}
        </p>
        <p className={rows.fact}>
          Signed in <time dateTime={created_at}>{formatDate(created_at)}</time>
          {is_remembered && ', remembered for 30 days'}
        </p>
      </div>
      {!is_current && (
        <Button
          className={rows.acts!}
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

/**
 * The message about a session that could not be ended. It scrolls into view, because the button that was
 * pressed may be at the end of a long list. Renders nothing without an error.
 */
export function EndSessionAlert({ error }: { error: unknown }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.scrollIntoView?.({ block: 'center' });
  }, [error]);
  if (!error) return null;
  return (
    <div ref={place}>
      <ErrorAlert title="Couldn’t sign out the device" failure={parseApiError(error)} />
    </div>
  );
}
