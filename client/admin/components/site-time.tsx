import { formatDate, formatDateTime } from '../core/format-dates.ts';

interface SiteTimeProps {
  /** A time in ISO 8601 format. */
  at: string;
  /** Whether only the day is shown. The tooltip then contains the day and the time. */
  isDay?: boolean;
  className?: string | undefined;
}

/** A day and time in the site's time zone. */
export function SiteTime({ at, isDay = false, className }: SiteTimeProps) {
  const moment = formatDateTime(at);
  return (
    <time className={className} dateTime={at} title={isDay ? moment : undefined}>
      {isDay ? formatDate(at) : moment}
    </time>
  );
}
