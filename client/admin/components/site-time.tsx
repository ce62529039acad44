import { formatDateIn, formatDateTimeIn } from '../core/format-dates.ts';
import { useTimeZone } from './choices-context.tsx';

interface SiteTimeProps {
  /** ISO 8601. */
  at: string;
  /** Shows the day alone, and the time when somebody points at it. */
  isDay?: boolean;
  className?: string | undefined;
}

/** A moment as clocks in the site's time zone show it. */
export function SiteTime({ at, isDay = false, className }: SiteTimeProps) {
  const timeZone = useTimeZone();
  const moment = formatDateTimeIn(timeZone, at);
  return (
    <time className={className} dateTime={at} title={isDay ? moment : undefined}>
      {isDay ? formatDateIn(timeZone, at) : moment}
    </time>
  );
}
