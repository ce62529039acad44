import { daysOf, spanOf, timeIn, weekdays } from '../../../src/shared/settings/fields/opening-hours.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { useSiteSettings } from '../app/site-context.ts';

/** The times of opening and closing, and the time of closing as people write it. */
type ShownSpan = readonly [opens: string, closes: string, shown: string];

export interface HoursForScript {
  zone: string;
  /** By day of the week, from Sunday on. */
  week: readonly (readonly ShownSpan[])[];
  /** Days with other hours. */
  days: Readonly<Record<string, readonly ShownSpan[]>>;
  open: string;
  closed: string;
}

/**
 * The place in which the page's script says whether the company is open. Without the script, it stays empty. Renders
 * nothing for a company without opening hours by day.
 */
export function OpenNow({ className = '' }: { className?: string }) {
  const site = useSiteSettings();
  if (site.company.hours.length === 0) return null;
  return <p className={`open-now ${className}`} data-hours={JSON.stringify(hoursForScript(site))} />;
}

function hoursForScript({ company, region, formats, texts }: SiteSettings): HoursForScript {
  const spanIn = (times: string): ShownSpan => {
    const { opens, closes } = spanOf(times);
    return [opens, closes, timeIn(formats.locale, closes)];
  };
  const fromSunday = [weekdays[6], ...weekdays.slice(0, 6)];
  return {
    zone: region.time_zone,
    week: fromSunday.map((day) =>
      company.hours.filter((entry) => daysOf(entry).includes(day)).map(({ times }) => spanIn(times)),
    ),
    days: Object.fromEntries(
      company.hours_exceptions.map(({ day, times }) => [day, times ? [spanIn(times)] : []]),
    ),
    open: texts.hours.openUntil('{time}'),
    closed: texts.hours.closedNow,
  };
}
