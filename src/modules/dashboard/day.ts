import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { readRow } from '../../content/operations/read.ts';
import type { ContentModule } from '../../content-modules.ts';
import type { SignedInCtx } from '../../database/ctx.ts';
import type { AnySelectQuery } from '../../database/list/filters.ts';
import { isInStateSql } from '../../database/list/public-at.ts';
import { missingValuesOf } from '../../shared/blocks/row-values.ts';
import { Timestamp } from '../../shared/fields.ts';
import { hasGrant } from '../../shared/grants.ts';
import { factsOf, type ModuleName, moduleNames } from '../../shared/module-facts.ts';
import type { SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { endOfDay, localDayOf } from '../../shared/zoned-time.ts';
import { listNeverSaved } from '../autosaves/autosaves.ts';

const shown = 5;
/** The newest hidden rows of a module, among which the person's own are looked for. */
const maxRead = 200;

const Row = z.object({
  module: z.enum(moduleNames),
  id: z.int(),
  title: z.string(),
  at: Timestamp,
});
type Row = z.output<typeof Row>;

/** Only of modules that the caller may manage. */
export const DashboardDay = z.object({
  /** Forms of new rows with unsaved input of the caller, the newest first. */
  unsaved: z.array(Row.omit({ id: true })),
  /** Rows that visitors never saw and that the caller has saved, the last change first. */
  drafts: z.array(Row),
  /** What visitors begin or cease to see until the end of the day in the site's time zone, the next first. */
  today: z.array(Row.extend({ isEnd: z.boolean() })),
});
export type DashboardDay = z.output<typeof DashboardDay>;

type DayCtx = SignedInCtx & { siteSettings: SiteSettingsSource };
export type DayModules = Record<ModuleName, Pick<ContentModule, 'rules' | 'kind'>>;

export async function readDay(ctx: DayCtx, modules: DayModules): Promise<DashboardDay> {
  const managed = moduleNames.filter((name) => hasGrant(ctx.viewer.role, `${name}:manage`));
  const { time_zone } = (await ctx.siteSettings.current()).region;
  const until = endOfDay(time_zone, localDayOf(time_zone, ctx.now));
  const [autosaves, drafts, today] = await Promise.all([
    listNeverSaved(ctx, managed, shown),
    Promise.all(managed.map((name) => readOwnDrafts(ctx, name, modules[name]))),
    Promise.all(managed.map((name) => readToday(ctx, name, modules[name], until))),
  ]);
  return {
    unsaved: autosaves.map(({ module, input, saved_at }) => ({
      module,
      title: textOf(input[modules[module].rules.title]),
      at: saved_at,
    })),
    drafts: drafts
      .flat()
      .toSorted((a, b) => b.at.localeCompare(a.at))
      .slice(0, shown),
    today: today
      .flat()
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .slice(0, shown),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Kysely cannot type a table whose name is a value. */
function rowsOf({ read }: DayCtx, table: string): AnySelectQuery<object> {
  return read.withTables<Record<string, object>>().selectFrom(table);
}

interface StoredRow {
  id: number;
  title: unknown;
  at: Date | number;
}

const toRow = (module: ModuleName, { id, title, at }: StoredRow): Row => ({
  module,
  id,
  title: String(title),
  at: new Date(at).toISOString(),
});

async function readOwnDrafts(
  ctx: DayCtx,
  module: ModuleName,
  { rules, kind }: DayModules[ModuleName],
): Promise<Row[]> {
  const { table, publicBy, schedule, log } = factsOf(module);
  if (publicBy === null) return [];
  const isOwn = sql<boolean>`exists (select 1 from versions where versions.module = ${log}
    and versions.item_id = hidden.id and versions.user_id = ${ctx.viewer.id})`;
  const hidden = rowsOf(ctx, table)
    .select(['id', sql.ref(rules.title).as('title'), 'updated_at as at'])
    .where(publicBy, '=', false)
    // Visitors have seen a row that has ended.
    .$if(schedule !== undefined, (rows) => rows.where(sql.ref(schedule!.endColumn), 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRead);
  const own = (await ctx.read
    .selectFrom(hidden.as('hidden'))
    .selectAll()
    .where(isOwn)
    .orderBy('at', 'desc')
    .limit(shown)
    .execute()) as unknown as StoredRow[];
  const rows = own.map((row) => toRow(module, row));
  if (publicBy === 'is_published') return rows;
  // Others, such as jobs, may be hidden because they are over. Those are complete.
  const incomplete = await Promise.all(
    rows.map(async ({ id }) => missingValuesOf(kind.columns, await readRow(kind, ctx, id)).length > 0),
  );
  return rows.filter((_, at) => incomplete[at]);
}

async function readToday(
  ctx: DayCtx,
  module: ModuleName,
  { rules }: DayModules[ModuleName],
  until: Date,
): Promise<DashboardDay['today']> {
  const { table, schedule } = factsOf(module);
  if (!schedule) return [];
  const { startColumn, endColumn } = schedule;
  const find = async (column: string, isMeant: RawBuilder<boolean>, isEnd: boolean) => {
    const rows = (await rowsOf(ctx, table)
      .select(['id', sql.ref(rules.title).as('title'), sql.ref(column).as('at')])
      .where(isMeant)
      .where(column, '>', ctx.now)
      .where(column, '<=', until)
      .orderBy(column)
      .limit(shown)
      .execute()) as StoredRow[];
    return rows.map((row) => ({ ...toRow(module, row), isEnd }));
  };
  const [begins, ends] = await Promise.all([
    startColumn ? find(startColumn, isInStateSql(table, 'scheduled', ctx.now), false) : [],
    find(endColumn, isInStateSql(table, 'published', ctx.now), true),
  ]);
  return [...begins, ...ends];
}
