import { Badge } from '@mantine/core';
import type { ScheduleColumnNames } from '../../../../src/shared/content-facts.ts';
import type { PublicationState } from '../../../../src/shared/schedule.ts';
import { formatDateTime } from '../../core/format-dates.ts';
import classes from './publishing.module.css';

export interface PublicationWords {
  /** `hidden` is the label of a row that staff have not published. */
  visible: string;
  hidden: string;
  /** The label of a row whose publication has ended, for example 'Closed'. */
  ended: string;
}

interface PublicationBadgeProps {
  row: object;
  /** Null if every row of the module is meant for visitors. */
  publicBy: string | null;
  schedule?: ScheduleColumnNames | undefined;
  words: PublicationWords;
}

export function PublicationBadge({ row, publicBy, schedule, words }: PublicationBadgeProps) {
  const values = row as Readonly<Record<string, unknown>>;
  const state = values.state as PublicationState | undefined;
  const momentOf = (name: string | undefined) => (name ? (values[name] as string | null) : null);
  const [from, until] = [momentOf(schedule?.startColumn), momentOf(schedule?.endColumn)];
  const isMeant = publicBy === null || Boolean(values[publicBy]);
  const isWaiting = state === 'scheduled';
  const label = isWaiting
    ? 'Scheduled'
    : state === 'ended'
      ? words.ended
      : isMeant
        ? words.visible
        : words.hidden;
  const next = isWaiting ? from : state === 'published' || state === 'ended' ? until : null;
  // Where every row is public, a badge without a date would say nothing.
  if (publicBy === null && next === null) return null;
  const isSeen = state === undefined ? isMeant : state === 'published';
  return (
    <>
      <Badge tt="none" variant={isSeen ? 'light' : 'default'} className={classes.badge!}>
        {label}
      </Badge>
      {next && (
        <span className={classes.moment}>
          {isWaiting ? 'from' : state === 'ended' ? 'on' : 'until'}{' '}
          <time dateTime={next}>{formatDateTime(next)}</time>
        </span>
      )}
    </>
  );
}
