import { toIso } from '../../database/columns.ts';
import type { Filter } from '../../database/list/filters.ts';
import { countRows } from '../../database/list/row-counts.ts';
import type { Reader } from '../../database/operation.ts';
import type { Listed, PublicPage } from '../../shared/public-pages.ts';

type Moment = Date | number | string;
interface ShownRow {
  id: number;
  updated_at: Moment;
  is_published: number;
  is_active: number;
}
type Shown = PublicPage['lists'][number];
type Tables = Record<Shown, ShownRow>;

const shown: Record<Listed, Filter> = {
  posts: { is_published: 1 },
  jobs: { is_active: 1 },
  projects: {},
  members: {},
};

function shownRows(read: Reader, table: Shown) {
  const rows = read.withTables<Tables>().selectFrom(table);
  if (table === 'posts') return rows.where('is_published', '=', 1);
  return table === 'jobs' ? rows.where('is_active', '=', 1) : rows;
}

export function countShown(read: Reader, table: Listed): Promise<number> {
  return countRows(read, table, shown[table]);
}

/** In ISO 8601. Null when there are no such rows. */
export async function readLastChange(read: Reader, table: Shown): Promise<string | null> {
  const { changed } = await shownRows(read, table)
    .select((eb) => eb.fn.max<Moment | null>('updated_at').as('changed'))
    .executeTakeFirstOrThrow();
  return changed === null ? null : toIso(changed);
}

export async function readChanges(
  read: Reader,
  table: Listed,
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await shownRows(read, table)
    .select(['id', 'updated_at'])
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id, updated_at }) => ({ id, changed_at: toIso(updated_at) }));
}
