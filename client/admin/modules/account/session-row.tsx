import { Badge, Button } from '@mantine/core';
import { activityTime } from '../../../../src/shared/relative-time.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { formatDate, formatDateTime } from '../../../shared/time-words.ts';
import classes from './sessions.module.css';

export type Session = ApiOutputs['account']['sessions']['sessions'][number];

interface SessionRowProps {
  session: Session;
  isBusy: boolean;
  onEnd: () => void;
}

/** A session of the person. The current session has no end button: 'Logout' ends it. */
export function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
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
            {activityTime(last_used_at, new Date()).replace(/^J/, 'j')}
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
