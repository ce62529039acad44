import { useEffect, useState } from 'react';
import type { TimeOptions } from '../../../src/shared/relative-time.ts';
import { cityUnlessHere, dateLocale, formatDateTime, siteTimeZone } from '../core/format-dates.ts';

interface RelativeTimeProps {
  /** A time in ISO 8601 format. */
  at: string;
  /** The function that formats the time, for example `activityTime` or `inboxTime`. */
  words: (then: string, now: Date, options: TimeOptions) => string;
  className?: string | undefined;
}

/** A time relative to now, such as '5 minutes ago'. The tooltip contains the exact time. */
export function RelativeTime({ at, words, className }: RelativeTimeProps) {
  const now = useCurrentTime();
  return (
    <time className={className} dateTime={at} title={formatDateTime(at)}>
      {words(at, now, timeOptionsOf(at))}
    </time>
  );
}

export function timeOptionsOf(at: string): TimeOptions {
  return { locale: dateLocale(), timeZone: siteTimeZone(), city: cityUnlessHere(at) };
}

const minuteMs = 60_000;

/** Returns the current time. The component is rendered again every minute, and when a hidden tab becomes visible. */
function useCurrentTime(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const tell = () => {
      if (!document.hidden) setNow(new Date());
    };
    const timer = setInterval(tell, minuteMs);
    document.addEventListener('visibilitychange', tell);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tell);
    };
  }, []);
  return now;
}
