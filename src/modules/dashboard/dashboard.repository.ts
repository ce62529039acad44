import { sql } from 'kysely';
import { isPostgresql, toColumnMoment } from '../../database/dialect.ts';
import type { Reader } from '../../database/work.ts';
import type { ActivityType } from '../../shared/catalog.ts';
import type { DashboardStats } from './dashboard.schema.ts';

export const dayMs = 24 * 60 * 60 * 1000;

type Count = number | string;

/** Counts four tables in one read. */
export async function countRows(read: Reader): Promise<DashboardStats> {
  const all = (table: string) => sql<Count>`(select count(*) from ${sql.table(table)})`;
  const counts = await read
    .selectNoFrom([
      all('posts').as('blogCount'),
      all('projects').as('portfolioCount'),
      all('jobs').as('jobCount'),
      all('users').as('userCount'),
    ])
    .executeTakeFirstOrThrow();
  return {
    blogCount: Number(counts.blogCount),
    portfolioCount: Number(counts.portfolioCount),
    jobCount: Number(counts.jobCount),
    userCount: Number(counts.userCount),
  };
}

/** Counts the confirmed changes since a moment by type and day; a day is the number of days since 1970 in UTC. */
export async function countChanges(
  read: Reader,
  since: Date,
): Promise<{ day: number; type: ActivityType; count: number }[]> {
  const moment = sql.ref('created_at');
  const day = isPostgresql(read)
    ? sql<Count>`floor(extract(epoch from ${moment}) * 1000 / ${sql.lit(dayMs)})`
    : sql<Count>`${moment} / ${sql.lit(dayMs)}`;
  const rows = await read
    .withTables<{ activities: { created_at: Date | number; type: ActivityType; is_verified: number } }>()
    .selectFrom('activities')
    .select(['type', day.as('day'), (eb) => eb.fn.countAll<Count>().as('count')])
    .where('created_at', '>=', toColumnMoment(read, since))
    .where('is_verified', '=', 1)
    .groupBy([day, 'type'])
    .execute();
  return rows.map(({ type, day, count }) => ({ type, day: Number(day), count: Number(count) }));
}
