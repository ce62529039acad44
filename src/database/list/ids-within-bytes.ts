import { sql } from 'kysely';
import { maxUnpagedRows } from '../../shared/pagination.ts';
import type { Connection } from '../ctx.ts';
import { isPostgresql } from '../dialect.ts';
import type { AnyQuery } from './filters.ts';

const maxUnpagedBytes = 10 * 1024 * 1024;

/**
 * Returns the ids of the first rows of a query: at most 1,000 rows, with at most 10 MB in the given columns. The sizes
 * are read first, so that rows beyond the limit never reach the memory of the server.
 */
export async function readIdsWithinBytes(
  read: Connection,
  rows: AnyQuery<object>,
  columns: readonly string[],
): Promise<number[]> {
  const sizes = columns.map((column) =>
    isPostgresql(read)
      ? sql`coalesce(octet_length(${sql.ref(column)}::text), 0)`
      : sql`coalesce(octet_length(${sql.ref(column)}), 0)`,
  );
  const bytes = sql<number>`${sql.join(sizes, sql` + `)}`.as('bytes');
  const measured = (await rows.select(['id', bytes]).limit(maxUnpagedRows).execute()) as {
    id: number;
    bytes: number;
  }[];
  let sum = 0;
  const end = measured.findIndex((row) => {
    sum += row.bytes;
    return sum > maxUnpagedBytes;
  });
  const within = end === -1 ? measured : measured.slice(0, end);
  return within.map(({ id }) => id);
}
