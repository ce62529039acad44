import { toIso } from '../../database/columns.ts';
import { isPublicSql } from '../../database/list/public-at.ts';
import type { Ctx } from '../../database/ctx.ts';
import { type FixedPlace, fixedPlaces, pagesFacts } from '../pages/pages.facts.ts';
import type { ListedTable, PublicPage } from '../../shared/public-pages.ts';

type SitePagesCtx = Pick<Ctx, 'read' | 'now'>;
type Moment = Date | number | string;
interface ShownRow {
  id: number;
  slug: string | null;
  is_in_sitemap: boolean | number;
  updated_at: Moment;
  place?: string;
}
type Shown = PublicPage['lists'][number];
type Tables = Record<Shown, ShownRow>;

function shownRows({ read, now }: SitePagesCtx, table: Shown) {
  const rows = read.withTables<Tables>().selectFrom(table);
  return table === 'albums' ? rows : rows.where(isPublicSql(table, now));
}

/** Selects the public rows of a table, without the rows that staff hide from search engines. */
function rowsInSitemap(ctx: SitePagesCtx, table: ListedTable) {
  return shownRows(ctx, table).where('is_in_sitemap', '=', true);
}

export async function countInSitemap(ctx: SitePagesCtx, table: ListedTable): Promise<number> {
  const counted = rowsInSitemap(ctx, table).select((eb) => eb.fn.countAll<number | string>().as('amount'));
  return Number((await counted.executeTakeFirstOrThrow()).amount);
}

/**
 * Returns when a public row of the table was last changed, in ISO 8601. Returns null when there are no public
 * rows.
 */
export async function readLastChange(ctx: SitePagesCtx, table: Shown): Promise<string | null> {
  const { changed } = await shownRows(ctx, table)
    .select((eb) => eb.fn.max<Moment | null>('updated_at').as('changed'))
    .executeTakeFirstOrThrow();
  return changed === null ? null : toIso(changed);
}

/** Returns when staff last changed the blocks on each fixed page, in ISO 8601, by the path of the page. */
export async function readPlacedChanges(ctx: SitePagesCtx): Promise<Map<string, string>> {
  const rows = await shownRows(ctx, 'pages')
    .select((eb) => ['place', eb.fn.max<Moment>('updated_at').as('changed')])
    .where('place', 'in', fixedPlaces)
    .groupBy('place')
    .execute();
  return new Map(
    rows.map(({ place, changed }) => [pagesFacts.fixedPages[place as FixedPlace], toIso(changed)]),
  );
}

export async function readChanges(
  ctx: SitePagesCtx,
  table: ListedTable,
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await rowsInSitemap(ctx, table)
    .select(['id', 'slug', 'updated_at'])
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id, slug, updated_at }) => ({ id, slug, changed_at: toIso(updated_at) }));
}
