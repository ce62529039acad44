import type { Connection, Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { addDays } from '../../shared/zoned-time.ts';
import { type DayKind, dayKinds, siteNames, type VisitKind } from './visit-count.entity.ts';

export interface Counts {
  views: number;
  visits: number;
}

export interface VisitRow extends Counts {
  kind: VisitKind;
  period: string;
  name: string;
}

/** Days such as `2026-11-28`, both included. */
export interface DayRange {
  from: string;
  until: string;
}

/** A statement may have 32,766 parameters in SQLite, five for each row. */
const maxRows = 6000;

/** Sorted, so that two instances cannot deadlock. Each row may occur only once. */
export async function addCounts(tx: Pick<Ctx, 'em'>, rows: readonly VisitRow[]): Promise<void> {
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (let at = 0; at < sorted.length; at += maxRows)
    await tx.em
      .getKysely<Tables>()
      .insertInto('visit_counts')
      .values(sorted.slice(at, at + maxRows))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'period', 'name']).doUpdateSet((eb) => ({
          views: eb('visit_counts.views', '+', eb.ref('excluded.views')),
          visits: eb('visit_counts.visits', '+', eb.ref('excluded.visits')),
        })),
      )
      .execute();
}

export function keyOf({ kind, period, name }: Omit<VisitRow, keyof Counts>): string {
  return `${kind}\n${period}\n${name}`;
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** Counts a message or application that came by the form of a page. */
export function countSent(tx: Pick<Ctx, 'em'>, page: string, day: string): Promise<void> {
  const counts = { name: page, views: 1, visits: 0 };
  return addCounts(tx, [
    { kind: 'sent', period: day, ...counts },
    { kind: 'sent_month', period: monthOf(day), ...counts },
  ]);
}

/** The stored names of days or months, without figures. */
export function readNames(
  read: Connection,
  kinds: readonly VisitKind[],
  periods: readonly string[],
): Promise<Omit<VisitRow, keyof Counts>[]> {
  return read
    .selectFrom('visit_counts')
    .select(['kind', 'period', 'name'])
    .where('kind', 'in', [...kinds])
    .where('period', 'in', [...periods])
    .execute();
}

/** Whole months are read as such, which is up to thirty times fewer rows. */
function partsOf({ from, until }: DayRange): { suffix: '' | '_month'; from: string; until: string }[] {
  const firstDay = from.endsWith('-01') ? from : `${monthOf(addDays(`${monthOf(from)}-01`, 31))}-01`;
  const afterLast = `${monthOf(addDays(until, 1))}-01`;
  if (firstDay >= afterLast) return [{ suffix: '', from, until }];
  const lastDay = addDays(afterLast, -1);
  return [
    { suffix: '_month' as const, from: monthOf(firstDay), until: monthOf(lastDay) },
    ...(from < firstDay ? [{ suffix: '' as const, from, until: addDays(firstDay, -1) }] : []),
    ...(lastDay < until ? [{ suffix: '' as const, from: afterLast, until }] : []),
  ];
}

/** The rows of a kind in a range of days, from both kinds of periods. */
function rowsOf(read: Connection, kind: DayKind, range: DayRange) {
  const [first, ...others] = partsOf(range).map(({ suffix, from, until }) =>
    read
      .selectFrom('visit_counts')
      .select(['name', 'views', 'visits'])
      .where('kind', '=', `${kind}${suffix}`)
      .where('period', '>=', from)
      .where('period', '<=', until),
  );
  return others.reduce((all, part) => all.unionAll(part), first!).as('counted');
}

interface SumsQuery {
  /** The beginning of the names. */
  prefix?: string | undefined;
  names?: readonly string[];
  /** Part of the names. */
  search?: string | undefined;
  limit?: number;
  offset?: number;
}

export interface NamedCounts extends Counts {
  name: string;
}

/** The most visits first. `total` counts the names. */
export async function readSums(
  read: Connection,
  kind: DayKind,
  range: DayRange,
  { prefix, names, search, limit, offset = 0 }: SumsQuery = {},
): Promise<{ rows: NamedCounts[]; total: number }> {
  const like = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');
  const rows = await read
    .selectFrom(rowsOf(read, kind, range))
    .select(({ fn }) => [
      'name',
      fn.sum<number | string>('views').as('views'),
      fn.sum<number | string>('visits').as('visits'),
      fn.countAll<number | string>().over().as('total'),
    ])
    .$if(prefix !== undefined, (query) => query.where('name', 'like', `${like(prefix!)}%`))
    .$if(names !== undefined, (query) => query.where('name', 'in', [...names!]))
    .$if(search !== undefined, (query) => query.where('name', 'like', `%${like(search!.toLowerCase())}%`))
    .groupBy('name')
    .orderBy('visits', 'desc')
    .orderBy('views', 'desc')
    .orderBy('name')
    .$if(limit !== undefined, (query) => query.limit(limit!).offset(offset))
    .execute();
  return {
    rows: rows.map(({ name, views, visits }) => ({ name, views: Number(views), visits: Number(visits) })),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** The figures of each day or month that has any, the earliest first. */
export async function readPeriods(
  read: Connection,
  kind: 'site' | 'sent' | 'site_month' | 'sent_month',
  { from, until }: DayRange,
): Promise<(NamedCounts & { period: string })[]> {
  const rows = await read
    .selectFrom('visit_counts')
    .select(['period', 'name', 'views', 'visits'])
    .where('kind', '=', kind)
    .where('period', '>=', from)
    .where('period', '<=', until)
    .orderBy('period')
    .execute();
  return rows.filter(({ name }) => name !== siteNames.programs);
}

/** Undefined while nothing has been counted. */
export async function readFirstDay(read: Connection): Promise<string | undefined> {
  const rows = await read
    .selectFrom('visit_counts')
    .select((eb) => eb.fn.min('period').as('day'))
    .where('kind', 'in', ['site', 'sent'])
    .execute();
  return rows[0]?.day ?? undefined;
}

/** Day by day, so that no statement is long. The months stay. Returns how many rows went. */
export async function deleteOldDays({ em }: Pick<Ctx, 'em'>, before: string): Promise<number> {
  const db = em.getKysely<Tables>();
  let deleted = 0;
  for (const kind of dayKinds) {
    for (;;) {
      const oldest = db
        .selectFrom('visit_counts')
        .select((eb) => eb.fn.min('period').as('period'))
        .where('kind', '=', kind)
        .where('period', '<', before);
      const { numDeletedRows } = await db
        .deleteFrom('visit_counts')
        .where('kind', '=', kind)
        .where('period', '=', oldest)
        .executeTakeFirstOrThrow();
      if (Number(numDeletedRows) === 0) break;
      deleted += Number(numDeletedRows);
    }
  }
  return deleted;
}
