import { Badge, Button, Skeleton, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { activityTime } from '../../../src/shared/relative-time.ts';
import { parseApiError } from '../../api/errors.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { formatDate, formatDateTime } from '../core/format-dates.ts';
import { ErrorAlert } from './error-alert.tsx';
import { type Queried, QueryBoundary } from './query-boundary.tsx';
import { timeOptionsOf } from './relative-time.tsx';
import rows from './rows.module.css';

type Session = ApiOutputs['account']['sessions']['sessions'][number];

/** A mutation that ends one session or several. */
interface EndCall {
  reset: () => void;
  isPending: boolean;
  error: unknown;
}

interface SessionsProps {
  query: Queried<{ sessions: readonly Session[] }>;
  one: EndCall;
  all: EndCall;
  onEnd: (session: Session) => void;
  onEndAll: () => void;
  endAllLabel: string;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
}

/**
 * The sessions of a person, with buttons that end one session, or all except the current one. The current session is
 * the first.
 */
export function Sessions({ query, one, all, onEnd, onEndAll, endAllLabel, empty }: SessionsProps) {
  const isBusy = one.isPending || all.isPending;
  return (
    <QueryBoundary query={query} subject="the sessions" skeleton={<Skeleton height={160} />}>
      {({ sessions }) => (
        <Stack gap="md" maw="42rem">
          <EndSessionAlert error={one.error ?? all.error} />
          {sessions.length === 0 && empty}
          {sessions.length > 0 && (
            <ul className={rows.rows}>
              {sessions
                .toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
                .map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    isBusy={isBusy}
                    onEnd={() => {
                      all.reset();
                      onEnd(session);
                    }}
                  />
                ))}
            </ul>
          )}
          {sessions.some(({ is_current }) => !is_current) && (
            <div>
              <Button
                variant="default"
                disabled={isBusy}
                onClick={() => {
                  one.reset();
                  onEndAll();
                }}
              >
                {endAllLabel}
              </Button>
            </div>
          )}
        </Stack>
      )}
    </QueryBoundary>
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
            {activityTime(last_used_at, new Date(), timeOptionsOf(last_used_at)).replace(/^J/, 'j')}
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
function EndSessionAlert({ error }: { error: unknown }) {
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
