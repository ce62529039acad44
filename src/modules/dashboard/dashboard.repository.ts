import { type Counter, readCounters, sumOf } from '../../database/counters.ts';
import type { Reader } from '../../database/work.ts';
import { type ActivityType, activityTypes } from '../../shared/catalog.ts';
import type { DashboardStats } from './dashboard.schema.ts';

/** Counts the rows of four tables, by their counters. */
export async function countAll(read: Reader): Promise<DashboardStats> {
  const counters = await readCounters(read, ['posts', 'projects', 'jobs', 'users']);
  const all = (table: string) => sumOf(counters.filter(({ name }) => name === table));
  return {
    blogCount: all('posts'),
    portfolioCount: all('projects'),
    jobCount: all('jobs'),
    userCount: all('users'),
  };
}

/** The confirmed changes of the known types from a day on, by type and day; a day is the number of days since 1970 in UTC. */
export async function countChanges(
  read: Reader,
  fromDay: number,
): Promise<{ day: number; type: ActivityType; count: number }[]> {
  const counters = await readCounters(read, ['activity_days'], fromDay);
  const isConfirmed = ({ values: [, is_verified] }: Counter) => is_verified === 1;
  return counters.filter(isConfirmed).flatMap(({ day, values: [word], amount }) => {
    const type = activityTypes.find((known) => known === word);
    return type ? [{ day, type, count: amount }] : [];
  });
}
