import { useEffect, useState } from 'react';
import { dateLocale, formatDateTime } from '../core/format-dates.ts';

interface RelativeTimeProps {
  /** A time in ISO 8601 format. */
  at: string;
  /** The function that formats the time, which is `activityTime` or `inboxTime`. */
  words: (then: string, now: Date, options: { locale: string }) => string;
  className?: string | undefined;
}

/** The time since an event. Hovering shows the exact time. */
export function RelativeTime({ at, words, className }: RelativeTimeProps) {
  const now = useCurrentTime();
  return (
    <time className={className} dateTime={at} title={formatDateTime(at)}>
      {words(at, now, { locale: dateLocale() })}
    </time>
  );
}

const minuteMs = 60_000;

/** Returns the current time. Renders the component again every minute, and when a hidden tab becomes visible. */
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
