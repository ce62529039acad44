import type { ActivityType } from '../../../src/shared/catalog.ts';
import type { ApiOutputs } from '../../lib/api-types.ts';

/** The confirmed changes of one day by type. */
export type ActivityDay = ApiOutputs['dashboard']['activityByDay']['days'][number];

/** What was done, as the chart's legend names it. */
export const typeNames: Record<ActivityType, string> = {
  create: 'Created',
  update: 'Updated',
  delete: 'Deleted',
};

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A day of the server's counting, which is in UTC: '2026-11-21' as '21 Nov'. */
export function toShortDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}
