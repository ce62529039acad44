import { toIso } from '../../database/columns.ts';
import { toColumnMoment } from '../../database/dialect.ts';
import { openAt } from '../../database/list/open-at.ts';
import type { OperationContext } from '../../database/operation.ts';
import type { Listed, PublicPage } from '../../shared/public-pages.ts';

type Work = Pick<OperationContext, 'read' | 'now'>;
type Moment = Date | number | string;
interface ShownRow {
  id: number;
  slug: string | null;
  is_in_sitemap: boolean | number;
  updated_at: Moment;
}
type Shown = PublicPage['lists'][number];
type Tables = Record<Shown, ShownRow>;

function shownRows({ read, now }: Work, table: Shown) {
  const rows = read.withTables<Tables>().selectFrom(table);
  return table === 'albums' ? rows : rows.where(openAt(table, toColumnMoment(read, now)));
}

/** Without the rows that their authors hide from search engines. */
function rowsInSitemap(work: Work, table: Listed) {
  return shownRows(work, table).where('is_in_sitemap', '=', 1 as unknown as boolean);
}

export async function countInSitemap(work: Work, table: Listed): Promise<number> {
  const counted = rowsInSitemap(work, table).select((eb) => eb.fn.countAll<number | string>().as('amount'));
  return Number((await counted.executeTakeFirstOrThrow()).amount);
}

/** In ISO 8601. Null when there are no such rows. */
export async function readLastChange(work: Work, table: Shown): Promise<string | null> {
  const { changed } = await shownRows(work, table)
    .select((eb) => eb.fn.max<Moment | null>('updated_at').as('changed'))
    .executeTakeFirstOrThrow();
  return changed === null ? null : toIso(changed);
}

export async function readChanges(
  work: Work,
  table: Listed,
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await rowsInSitemap(work, table)
    .select(['id', 'slug', 'updated_at'])
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id, slug, updated_at }) => ({ id, slug, changed_at: toIso(updated_at) }));
}
