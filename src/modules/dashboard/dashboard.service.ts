import type { OperationContext } from '../../database/operation.ts';
import { countAll, countChanges } from './dashboard.repository.ts';
import type { ActivityDay, DashboardStats } from './dashboard.schema.ts';

const daysShown = 30;
const dayMs = 24 * 60 * 60 * 1000;

export function getStats(work: OperationContext): Promise<DashboardStats> {
  return countAll(work.read);
}

/** Returns the changes of each of the last 30 days in UTC, oldest first, ending today. A day without changes has zeros. */
export async function listActivityDays(work: OperationContext): Promise<ActivityDay[]> {
  const first = Math.floor(work.now.getTime() / dayMs) - daysShown + 1;
  const days = Array.from({ length: daysShown }, (_, index) => ({
    day: new Date((first + index) * dayMs).toISOString().slice(0, 10),
    ...{ create: 0, update: 0, delete: 0 },
  }));
  for (const { day, type, count } of await countChanges(work.read, first)) {
    const shown = days[day - first];
    if (shown) shown[type] = count;
  }
  return days;
}
