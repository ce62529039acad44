import type { Connection, Ctx, ReadCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/table-types.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { findMediaFacts } from '../../pictures/media.ts';
import { describePicture } from '../../pictures/change-pictures.ts';
import { formattedValuesOf, missingValuesOf, rowValuesOf } from '../../shared/blocks/row-values.ts';
import type { Block, Columns } from '../../shared/column-types.ts';
import { referenceColumns } from '../../shared/columns.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { factsOf, type ModuleName } from '../../shared/module-facts.ts';
import {
  countPicturePlaceholders,
  mediaDescriptions,
  undescribedMediaIds,
} from '../../shared/writing/pictures-in-text.ts';
import { missingMessageOf } from './column-kinds.ts';

type Values = Readonly<Record<string, unknown>>;

/** A row in the trash counts as missing. The stored id stays, so the reference reappears when the row is restored. */
export async function hideMissingReferences<V extends object>(
  { read }: ReadCtx,
  columns: Columns,
  views: readonly V[],
): Promise<V[]> {
  const hidden: Record<string, null>[] = views.map(() => ({}));
  for (const { name, to } of referenceColumns(columns)) {
    const ids = views.map((view) => (view as Values)[name] as number | null);
    const existing = await findRows(read, to, ids);
    ids.forEach((id, at) => {
      if (id && !existing.has(id)) hidden[at]![name] = null;
    });
  }
  return views.map((view, at) => ({ ...view, ...hidden[at] }));
}

interface Reference {
  path: string;
  to: string;
  id: number;
}

function referencesIn(columns: Columns, row: object): Reference[] {
  return rowValuesOf(columns, row).flatMap(({ column, path, value }) => {
    if (column.kind !== 'reference' && column.kind !== 'references') return [];
    return [value].flat().flatMap((id) => (id ? [{ path, to: column.to, id: Number(id) }] : []));
  });
}

/** Does not check ids that `before` already has. @throws {RuleBroken} for the first id that has no row */
export async function requireRows(
  { em }: Pick<Ctx, 'em'>,
  columns: Columns,
  row: object,
  before: object = {},
): Promise<void> {
  const kept = new Set(referencesIn(columns, before).map(({ to, id }) => `${to} ${id}`));
  const added = referencesIn(columns, row).filter(({ to, id }) => !kept.has(`${to} ${id}`));
  for (const [to, references] of Map.groupBy(added, (one) => one.to)) {
    const ids = references.map(({ id }) => id);
    const existing = await findRows(em.getKysely<Tables>(), to, ids);
    const missing = references.find(({ id }) => !existing.has(id));
    if (missing) throw RuleBroken.of(missing.path, `There is no such ${factsOf(to as ModuleName).noun}.`);
  }
}

/** Removes ids without a row from the blocks in `values`, in place. Returns the columns that lost an id. */
export async function removeMissingReferences(
  { read }: ReadCtx,
  columns: Columns,
  values: object,
): Promise<string[]> {
  const references = Map.groupBy(referencesIn(columns, values), ({ to }) => to);
  const existing = new Map<string, Set<number>>();
  for (const [to, rows] of references) {
    const ids = rows.map(({ id }) => id);
    existing.set(to, await findRows(read, to, ids));
  }
  return replaceReferences(columns, values, (to, id) => (existing.get(to)?.has(id) ? id : 0));
}

/** Replaces each id by what `idOf` returns, and removes it at 0. Returns the columns that lost an id. */
export function replaceReferences(
  columns: Columns,
  values: object,
  idOf: (module: string, id: number) => number,
): string[] {
  const changed = new Set<string>();
  for (const { column, name, path, value, replace } of rowValuesOf(columns, values)) {
    if (path === name || (column.kind !== 'reference' && column.kind !== 'references')) continue;
    const before = [value].flat().flatMap((id) => (id ? [Number(id)] : []));
    const now = before.map((id) => idOf(column.to, id)).filter((id) => id !== 0);
    if (now.length < before.length) changed.add(name);
    replace(column.kind === 'references' ? now : (now[0] ?? null));
  }
  return [...changed];
}

async function findRows(
  read: Connection,
  module: string,
  ids: readonly (number | null)[],
): Promise<Set<number>> {
  const distinct = [...new Set(ids.filter((id) => id !== null))];
  if (distinct.length === 0) return new Set();
  const rows = await read
    .withTables<Record<string, { id: number }>>()
    .selectFrom(factsOf(module as ModuleName).table)
    .select('id')
    .where('id', 'in', distinct)
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

/** @throws {RuleBroken} when a picture is missing, or is neither described, in the text or in the library, nor decoration */
export async function requireDescribedPictures(
  { read }: ReadCtx,
  columns: Columns,
  row: object,
): Promise<void> {
  for (const [key, html] of Object.entries(textsOf(columns, row))) {
    const absent = countPicturePlaceholders(html);
    if (absent > 0) throw RuleBroken.of(key, missingPicturesMessage(absent));
    const ids = undescribedMediaIds(html);
    const facts = await findMediaFacts({ read }, ids);
    const count = ids.filter((id) => facts.get(id)?.alt === null).length;
    if (count === 0) continue;
    const what = count === 1 ? '1 picture shows, or mark it' : `${count} pictures show, or mark them`;
    throw RuleBroken.of(key, `Say what ${what} as decoration.`);
  }
}

/** @throws {RuleBroken} with each required value that is empty */
export function requireAllValues(columns: Columns, row: object): void {
  const missing = missingValuesOf(columns, row);
  if (missing.length === 0) return;
  throw new RuleBroken(
    Object.fromEntries(missing.map(({ column, path }) => [path, [missingMessageOf(column)]])),
  );
}

/**
 * Gives library pictures without a description the one in the text. Call it in the transaction that stores the row.
 */
export async function describePictures(tx: Ctx, columns: Columns, row: object): Promise<void> {
  const texts = Object.values(textsOf(columns, row)).toReversed();
  const descriptions = new Map(texts.flatMap((html) => [...mediaDescriptions(html)]));
  if (descriptions.size === 0) return;
  const where = { id: { $in: [...descriptions.keys()] }, alt: null };
  const items = await tx.em.find(MediaItem, where, { orderBy: { id: 'asc' } });
  for (const { id, path } of items) await describePicture(tx, path, descriptions.get(id));
}

function missingPicturesMessage(count: number): string {
  return count === 1
    ? '1 picture is missing. Choose a file for it, or remove it. A draft may be saved without it.'
    : `${count} pictures are missing. Choose files for them, or remove them. A draft may be saved without them.`;
}

function textsOf(columns: Columns, row: object): Record<string, string> {
  return Object.fromEntries(
    formattedValuesOf(columns, row).map(({ path, value }) => [path, String(value ?? '')]),
  );
}

/**
 * A row may keep a block of an unknown kind, which a later version of the program stored.
 * @throws {RuleBroken} for a new or changed one
 */
export function expectKnownBlocks(columns: Columns, row: object, before: object = {}): void {
  for (const [name, column] of Object.entries(columns)) {
    if (column.kind !== 'blocks') continue;
    const blocksOf = (values: object) => ((values as Record<string, unknown>)[name] ?? []) as Block[];
    const kept = new Set(blocksOf(before).map((block) => JSON.stringify(block)));
    blocksOf(row).forEach((block, at) => {
      if (Object.hasOwn(column.kinds, block.kind) || kept.has(JSON.stringify(block))) return;
      const known = Object.keys(column.kinds).join(', ');
      throw RuleBroken.of(`${name}.${at}`, `The kind of a block must be one of: ${known}`);
    });
  }
}
