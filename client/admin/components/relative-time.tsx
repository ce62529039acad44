import { formatDateTime } from '../../shared/time-words.ts';
import { useCurrentTime } from './use-now.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  at: string;
  /** Formats the time: `activityTime` or `inboxTime`. */
  words: (then: string, now: Date) => string;
  className?: string | undefined;
}

/** The time since an event. Hovering shows the exact time. */
export function RelativeTime({ at, words, className }: RelativeTimeProps) {
  const now = useCurrentTime();
  return (
    <time className={className} dateTime={at} title={formatDateTime(at)}>
      {words(at, now)}
    </time>
  );
}
