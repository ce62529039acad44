import type { Ctx } from '../../database/ctx.ts';
import { stateFilterName } from '../../database/list/public-at.ts';
import {
  languageFilterKey,
  placedFilterKey,
  staffLanguageFilter,
} from '../../database/list/language-filter.ts';
import type { TableFilter } from '../../database/list/table.ts';
import { type PageMeta, withAsOf } from '../../shared/pagination.ts';
import { isPublicAt } from '../../shared/schedule.ts';
import { storedValuesOf } from '../../shared/settings/choices.ts';
import type { SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import type { ContentKind } from '../content-kind.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import type { ListQueryInput, RowStats } from '../module/schemas-of.ts';
import { type ShownRow, showRows } from '../module/shown-rows.ts';

/** @throws {NotFound} when the row does not exist or does not match `where` */
export async function readRow<Row, View>(
  { table, toView }: Pick<ContentKind<Row, View>, 'table' | 'toView'>,
  { read }: Pick<Ctx, 'read'>,
  id: number,
  where?: TableFilter<View>,
): Promise<View> {
  return toView(await table.get(read, id, where));
}

/** The settings have the lists by which rows are counted. */
export type ListCtx = Ctx & { siteSettings: SiteSettingsSource };

/** The query of a module's list, with the filters of the module. */
export type ListQuery = ListQueryInput & Record<string, unknown>;

export async function listRows(
  kind: ModuleKind,
  ctx: ListCtx,
  {
    page,
    per_page,
    before,
    search,
    sort,
    cursor,
    fields: _,
    state,
    updated_since,
    slug,
    tag,
    external_id,
    lang,
    ...filter
  }: ListQuery,
): Promise<{ rows: ShownRow[]; meta: PageMeta; stats: RowStats<string> }> {
  const query = { page, per_page, before, search, sort, cursor };
  const where = {
    ...kind.where(filter),
    ...(state && { [stateFilterName(state)]: ctx.now }),
    updated_since,
    slug,
    tag,
    external_id,
    ...(lang && {
      [languageFilterKey]: staffLanguageFilter((await ctx.siteSettings.current()).languages, lang),
    }),
  };
  const settings = ctx.siteSettings.current();
  const readPage = async () => {
    const order = kind.order && storedValuesOf((await settings).choices, kind.order);
    return kind.table.page(ctx.read, query, where, order);
  };
  const count = async () => kind.count(ctx.read, (await settings).choices);
  const [list, stats] = await Promise.all([readPage(), count()]);
  return {
    rows: await showRows(kind, ctx, list.rows.map(kind.toView)),
    meta: withAsOf(list.meta, ctx.now, updated_since),
    stats,
  };
}

/** `group` is null when all rows of the module have one order. */
interface PlacedRow {
  id: number;
  title: string;
  group: string | null;
  is_public: boolean;
}

/** At most 1,000 rows in the order that staff arrange, without translations. */
export async function listArrangedRows(kind: ModuleKind, ctx: ListCtx): Promise<PlacedRow[]> {
  const { choices } = await ctx.siteSettings.current();
  const { rows } = await kind.table.page(
    ctx.read,
    {},
    { [placedFilterKey]: true },
    kind.order && storedValuesOf(choices, kind.order),
  );
  return rows.map(kind.toView).map((view) => ({
    id: view.id,
    title: String(view[kind.title]),
    group: kind.order ? String(view[kind.groups]) : null,
    is_public: isPublicAt(kind.facts, view, ctx.now),
  }));
}
