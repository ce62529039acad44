import type { Connection, Ctx, ReadCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { rowValuesOf } from '../../shared/blocks/row-values.ts';
import { referenceColumns } from '../../shared/columns-of-kind.ts';
import type { Columns } from '../../shared/column-types.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { factsOf, type ModuleName } from '../../shared/module-facts.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Replaces the ids of missing rows with null in the views of a response. A row in the trash counts as missing. The
 * stored id does not change, so the reference appears again after the row is restored.
 */
export async function hideMissingReferences<V extends object>(
  { read }: ReadCtx,
  columns: Columns,
  views: readonly V[],
): Promise<V[]> {
  const lost: Record<string, null>[] = views.map(() => ({}));
  for (const { name, to } of referenceColumns(columns)) {
    const ids = views.map((view) => (view as Values)[name] as number | null);
    const there = await findRows(read, to, ids);
    ids.forEach((id, at) => {
      if (id && !there.has(id)) lost[at]![name] = null;
    });
  }
  return views.map((view, at) => ({ ...view, ...lost[at] }));
}

/** A row of another module whose id is in a column or a block of a row. */
interface NamedRow {
  path: string;
  to: string;
  id: number;
}

function namedIn(columns: Columns, row: object): NamedRow[] {
  return rowValuesOf(columns, row).flatMap(({ column, path, value }) => {
    if (column.kind !== 'reference' && column.kind !== 'references') return [];
    return [value].flat().flatMap((id) => (id ? [{ path, to: column.to, id: Number(id) }] : []));
  });
}

/**
 * Checks that every row whose id is in `row` exists. Ids that the row had `before` are allowed.
 * @throws {RuleBroken} for the first id of a missing row
 */
export async function requireRows(
  { em }: Pick<Ctx, 'em'>,
  columns: Columns,
  row: object,
  before: object = {},
): Promise<void> {
  const kept = new Set(namedIn(columns, before).map(({ to, id }) => `${to} ${id}`));
  const asked = namedIn(columns, row).filter(({ to, id }) => !kept.has(`${to} ${id}`));
  for (const [to, named] of Map.groupBy(asked, (one) => one.to)) {
    const ids = named.map(({ id }) => id);
    const there = await findRows(em.getKysely<Tables>(), to, ids);
    const lost = named.find(({ id }) => !there.has(id));
    if (lost) throw RuleBroken.of(lost.path, `There is no such ${factsOf(to as ModuleName).noun}.`);
  }
}

/** Removes the ids of missing rows from the blocks of `values`. Returns the columns from which an id was removed. */
export async function removeMissingReferences(
  { read }: ReadCtx,
  columns: Columns,
  values: object,
): Promise<string[]> {
  const named = Map.groupBy(namedIn(columns, values), ({ to }) => to);
  const there = new Map<string, Set<number>>();
  for (const [to, rows] of named) {
    const ids = rows.map(({ id }) => id);
    there.set(to, await findRows(read, to, ids));
  }
  return replaceReferences(columns, values, (to, id) => (there.get(to)?.has(id) ? id : 0));
}

/**
 * Replaces the ids of rows in the blocks of `values`. Removes an id for which `idOf` returns 0. Returns the columns from
 * which an id was removed.
 */
export function replaceReferences(
  columns: Columns,
  values: object,
  idOf: (module: string, id: number) => number,
): string[] {
  const lost = new Set<string>();
  for (const { column, name, path, value, put } of rowValuesOf(columns, values)) {
    if (path === name || (column.kind !== 'reference' && column.kind !== 'references')) continue;
    const before = [value].flat().flatMap((id) => (id ? [Number(id)] : []));
    const now = before.map((id) => idOf(column.to, id)).filter((id) => id !== 0);
    if (now.length < before.length) lost.add(name);
    put(column.kind === 'references' ? now : (now[0] ?? null));
  }
  return [...lost];
}

async function findRows(
  read: Connection,
  module: string,
  ids: readonly (number | null)[],
): Promise<Set<number>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Set();
  const rows = await read
    .withTables<Record<string, { id: number }>>()
    .selectFrom(factsOf(module as ModuleName).table)
    .select('id')
    .where('id', 'in', wanted)
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}
