import { isDeepStrictEqual } from 'node:util';
import { isTakenByRoute } from '../content/addresses/taken-paths.ts';
import { sql } from 'kysely';
import { positionKey, toIso } from '../database/columns.ts';
import { declareChangedTables } from '../database/content-version.ts';
import { isPostgresql } from '../database/dialect.ts';
import { lockName } from '../locks/name-lock.ts';
import type { Ctx } from '../database/ctx.ts';
import type { Tables } from '../database/tables.ts';
import { insertAddress, findAddress } from '../content/addresses/stored-addresses.service.ts';
import type { TransferContent, TransferItem } from '../content/module/transfer-content.ts';
import { TrashItem } from '../content/trash/trash-item.entity.ts';
import { forgetStarterRow } from '../modules/onboarding/starter-rows.service.ts';
import { holdChoices, findRenamedValues } from '../settings/choices.service.ts';
import { findModuleByLogName } from '../shared/module-facts.ts';
import { ImportedItem } from './imported-item.entity.ts';

export const atriumSource = 'atrium';

/** Locks a table against writes, so that no other transaction uses an id of the import. */
export async function lockTable(tx: Ctx, table: string): Promise<void> {
  const db = tx.em.getKysely<Tables>();
  if (isPostgresql(db)) await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db);
  else await lockName(tx, table);
}

export interface ExistingRow {
  id: number;
  reason: string;
}

type Rows = Record<string, { id: number; created_at: Date | number }>;

/**
 * Returns the existing row of an item, with the reason for skipping the item. The existing row either has the id and
 * the creation time of the item, or was created for the item by an earlier import. Returns undefined for a new item.
 */
export async function findExistingRow(
  { em }: Pick<Ctx, 'em'>,
  { table, name, entity, toItem }: TransferContent,
  item: TransferItem,
): Promise<ExistingRow | undefined> {
  const db = em.getKysely<Rows>();
  const there = await db.selectFrom(table).selectAll().where('id', '=', item.id).executeTakeFirst();
  if (there && toIso(there.created_at) === new Date(item.created_at).toISOString()) {
    const isSame = isDeepStrictEqual(toItem(there as never), item);
    const reason = isSame ? 'is here already' : 'is here already, and differs: left as it is';
    return { id: item.id, reason };
  }
  const before = await em.findOne(ImportedItem, {
    source: atriumSource,
    kind: name,
    external_id: importKeyOf(item),
  });
  const isThere = before && (await em.count(entity, { id: before.row_id })) > 0;
  return isThere
    ? { id: before.row_id, reason: `was taken over already: it is ${before.row_id} here` }
    : undefined;
}

/** Returns whether the id of an item is free here. The id of a row in the trash is not free. */
export async function isIdFree(
  { em }: Pick<Ctx, 'em'>,
  { table, module }: TransferContent,
  { id }: TransferItem,
): Promise<boolean> {
  const row = await em
    .getKysely<Rows>()
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined && !(module && (await em.count(TrashItem, { module, item_id: id })));
}

/**
 * Returns the name of an item in the records of imports: its id and its creation time. The id alone is not enough,
 * because an item of another site may have the same id.
 */
export function importKeyOf({ id, created_at }: TransferItem): string {
  return `${id} ${new Date(created_at).toISOString()}`;
}

/** Inserts the row of an item and returns its id. The row gets the id of the item if this id is free. */
export async function insertRowOf(
  { em }: Ctx,
  { entity, table, module, isPlacedById }: TransferContent,
  row: Record<string, unknown>,
  isFree: boolean,
): Promise<number> {
  declareChangedTables({ em }, table);
  if (isFree && module) await forgetStarterRow({ em }, { module, row_id: Number(row.id) });
  const { props } = em.getMetadata().get(entity);
  const names = props
    .map(({ name }) => name as string)
    .filter((name) => name in row && row[name] !== undefined);
  const values = Object.fromEntries(
    names.filter((name) => isFree || name !== 'id').map((name) => [name, row[name]]),
  );
  const id = Number(await em.insert(entity, values as never));
  if (!isFree && isPlacedById && typeof row[positionKey] === 'number') {
    // Shifts the position by the same distance as the id, so that the imported rows remain in their order.
    const moved = { [positionKey]: row[positionKey] + id - Number(row.id) };
    await em.nativeUpdate(entity, { id }, moved as never);
  }
  const db = em.getKysely<Tables>();
  if (isFree && isPostgresql(db)) {
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')`;
    const highest = sql`select max(id) from ${sql.table(table)}`;
    await sql`select setval(${sequence}, greatest((${highest}), nextval(${sequence}) - 1))`.execute(db);
  }
  return id;
}

/**
 * Removes the slug from a row if its path is already an address of this site or belongs to a built-in page. In this
 * case, adds a note.
 */
export async function clearTakenSlug(
  tx: Ctx,
  { module }: TransferContent,
  row: Record<string, unknown>,
  notes: string[],
): Promise<void> {
  const path = slugPath(module, row);
  if (!path) return;
  const isFree = !isTakenByRoute(path) || !hasWholePaths(module);
  if (isFree && !(await findAddress(tx.em.getKysely<Tables>(), path))) return;
  notes.push(`its address ${path} is taken here: it has none now`);
  row.slug = null;
}

export async function storeSlugAddress(
  tx: Ctx,
  { module }: TransferContent,
  row: Record<string, unknown>,
  item_id: number,
): Promise<void> {
  const path = slugPath(module, row);
  if (path) await insertAddress(tx, { path, kind: module!, item_id, target: null, is_current: true });
}

function hasWholePaths(module: TransferContent['module']): boolean {
  return findModuleByLogName(module)?.hasWholePaths ?? false;
}

function slugPath(module: TransferContent['module'], { slug }: Record<string, unknown>): string | undefined {
  const folder = hasWholePaths(module) ? '' : findModuleByLogName(module)?.folder;
  return folder !== undefined && slug ? `${folder}/${slug}` : undefined;
}

/**
 * Replaces former names of list entries, such as blog categories, with their current names. Values that are
 * in no list remain unchanged.
 */
export async function renameListValues(
  tx: Ctx,
  { listed = [] }: TransferContent,
  row: Record<string, unknown>,
  notes: string[],
): Promise<void> {
  if (listed.length === 0) return;
  const settled = findRenamedValues(await holdChoices(tx), listed, row, row);
  for (const [name, value] of Object.entries(settled)) notes.push(`${name}: ${row[name]} is ${value} here`);
  if (Object.keys(settled).length > 0) (row as unknown as Revisable).revise(settled, row.updated_at as Date);
}

/** A row of a module with lists. `revise` also updates the columns that are derived from others. */
interface Revisable {
  revise(words: object, now: Date): void;
}
