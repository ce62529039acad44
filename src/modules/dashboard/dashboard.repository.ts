import { sql } from 'kysely';
import { isPostgresql, toColumnMoment } from '../../database/dialect.ts';
import { countRows } from '../../database/list/capped-count.ts';
import type { Reader } from '../../database/operation.ts';
import { type ActivityType, activityTypes } from '../../shared/catalog.ts';
import type { DashboardStats } from './dashboard.schema.ts';

const dayMs = 24 * 60 * 60_000;

export async function countAll(read: Reader): Promise<DashboardStats> {
  const [blogCount, portfolioCount, jobCount, userCount] = await Promise.all([
    countRows(read, 'posts'),
    countRows(read, 'projects'),
    countRows(read, 'jobs'),
    countRows(read, 'users'),
  ]);
  return { blogCount, portfolioCount, jobCount, userCount };
}

/**
 * Returns the number of confirmed changes since `fromDay`, by type and day. Skips unknown types. A day is the number of days since
 * 1970 in UTC.
 */
export async function countChanges(
  read: Reader,
  fromDay: number,
): Promise<{ day: number; type: ActivityType; count: number }[]> {
  const day = isPostgresql(read)
    ? sql<number>`floor(extract(epoch from created_at) / 86400)::integer`
    : sql<number>`created_at / ${sql.lit(dayMs)}`;
  const counted = await read
    .withTables<{ activities: { created_at: Date | number; type: string; is_verified: number } }>()
    .selectFrom('activities')
    .select([day.as('day'), 'type', (eb) => eb.fn.countAll<number | string>().as('amount')])
    .where('created_at', '>=', toColumnMoment(read, new Date(fromDay * dayMs)))
    .where('is_verified', '=', 1)
    .groupBy([day, 'type'])
    .execute();
  return counted.flatMap(({ day, type: word, amount }) => {
    const type = activityTypes.find((known) => known === word);
    return type ? [{ day, type, count: Number(amount) }] : [];
  });
}
