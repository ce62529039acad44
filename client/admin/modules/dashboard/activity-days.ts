import type { ActivityType } from '../../../../src/shared/catalog.ts';
import type { ApiOutputs } from '../../../api/types.ts';

/** The confirmed changes of one day by type. */
export type ActivityDay = ApiOutputs['dashboard']['activityByDay']['days'][number];

/** The names of the change types in the chart's legend. */
export const typeNames: Record<ActivityType, string> = {
  create: 'Created',
  update: 'Updated',
  delete: 'Deleted',
};

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Returns a day in UTC as text: '2026-11-21' becomes '21 Nov'. */
export function toShortDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}
