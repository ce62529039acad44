import { toDateAndTime } from '../../lib/time-words.ts';
import { useNow } from './use-now.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  at: string;
  /** `activityTime` or `inboxTime`. */
  words: (then: string, now: Date) => string;
  className?: string | undefined;
}

/** How long ago something was; the exact time stands behind the words and shows on hover. */
export function RelativeTime({ at, words, className }: RelativeTimeProps) {
  const now = useNow();
  return (
    <time className={className} dateTime={at} title={toDateAndTime(at)}>
      {words(at, now)}
    </time>
  );
}
