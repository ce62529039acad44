import { sql } from 'kysely';
import type { AnyQuery } from '../../database/list/filters.ts';
import { cappedCount, countRows } from '../../database/list/row-counts.ts';
import type { Reader } from '../../database/ctx.ts';
import type { DashboardStats } from './dashboard.schema.ts';

export async function countAll(read: Reader): Promise<DashboardStats> {
  const [blogCount, portfolioCount, jobCount, userCount] = await Promise.all([
    countRows(read, 'posts'),
    countRows(read, 'projects'),
    countRows(read, 'jobs'),
    countRows(read, 'users'),
  ]);
  return { blogCount, portfolioCount, jobCount, userCount };
}

export interface DraftTable {
  name: string;
  publicBy: string;
  title: string;
  until?: string | undefined;
}

/**
 * Returns how many drafts of a table were created before `before`, and the oldest of these drafts, up to
 * `limit`. `total` is exact up to 10,000.
 */
export async function findDrafts(
  read: Reader,
  { name, publicBy, title, until }: DraftTable,
  { before, limit }: { before: Date; limit: number },
): Promise<{ total: number; rows: { id: number; title: string; created_at: Date }[] }> {
  // Kysely cannot type a table whose name is known only at run time.
  const drafts = (read.withTables<Record<string, object>>().selectFrom(name) as AnyQuery<object>)
    .where(publicBy, '=', false)
    .where('created_at', '<', before)
    // A draft with an end of publication counts as formerly public, not as a forgotten draft.
    .$if(until !== undefined, (rows) => rows.where(sql.ref(until!), 'is', null));
  const [{ total }, rows] = await Promise.all([
    cappedCount(read, drafts),
    drafts
      .select(['id', title, 'created_at'])
      .orderBy('created_at', 'asc')
      .orderBy('id', 'asc')
      .limit(limit)
      .execute() as Promise<{ id: number; created_at: Date | number }[]>,
  ]);
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      title: String((row as Record<string, unknown>)[title]),
      created_at: new Date(row.created_at),
    })),
  };
}
