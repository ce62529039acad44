import { touch } from '../../database/content-version.ts';
import { isPostgresql, toColumnMoment } from '../../database/dialect.ts';
import { factsOfTable, isPublicSql } from '../../database/list/public-at.ts';
import type { Connection, Ctx } from '../../database/ctx.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';

export const redirectKind = 'redirect';

export interface ItemKey {
  module: ActivityModule;
  item_id: number;
}

export interface StoredAddress {
  path: string;
  kind: string;
  item_id: number | null;
  target: string | null;
  is_current: boolean | number;
  since: Date | number;
}

/** `place` exists in modules whose rows may be on fixed pages. */
export interface AddressedRow {
  id: number;
  slug: string | null;
  place?: string;
}

type Tables = { addresses: StoredAddress } & Record<string, AddressedRow>;
type Inside = Pick<Ctx, 'em'>;

const tablesOf = (db: Connection) => db.withTables<Tables>();
const insideOf = ({ em }: Inside) => tablesOf(em.getKysely<object>() as unknown as Connection);

export function findAddress(read: Connection, path: string): Promise<StoredAddress | undefined> {
  return tablesOf(read).selectFrom('addresses').selectAll().where('path', '=', path).executeTakeFirst();
}

/** Returns the row that visitors see, or undefined. */
export function readOpenRow(
  read: Connection,
  { table, id, now }: { table: string; id: number; now: Date },
): Promise<AddressedRow | undefined> {
  return tablesOf(read)
    .selectFrom(table)
    .select(['id', 'slug'])
    .$if(factsOfTable(table)?.fixedPages !== undefined, (query) => query.select('place'))
    .where('id', '=', id)
    .where(isPublicSql(table, toColumnMoment(read, now)))
    .executeTakeFirst();
}

/** Returns those of the paths that are in use, with the rows that have them. */
export function readTaken(
  read: Connection,
  paths: readonly string[],
): Promise<Pick<StoredAddress, 'path' | 'kind' | 'item_id'>[]> {
  return tablesOf(read)
    .selectFrom('addresses')
    .select(['path', 'kind', 'item_id'])
    .where('path', 'in', [...paths])
    .execute();
}

/** Returns the addresses of a row, newest first. */
export function readAddressesOf(read: Connection, { module, item_id }: ItemKey): Promise<StoredAddress[]> {
  return tablesOf(read)
    .selectFrom('addresses')
    .selectAll()
    .where('kind', '=', module)
    .where('item_id', '=', item_id)
    .orderBy('since', 'desc')
    .orderBy('path')
    .execute();
}

export function readRedirects(read: Connection, limit: number): Promise<StoredAddress[]> {
  return tablesOf(read)
    .selectFrom('addresses')
    .selectAll()
    .where('kind', '=', redirectKind)
    .orderBy('path')
    .limit(limit)
    .execute();
}

export async function countRedirects(tx: Inside): Promise<number> {
  const counted = insideOf(tx)
    .selectFrom('addresses')
    .select((eb) => eb.fn.countAll<number | string>().as('amount'))
    .where('kind', '=', redirectKind);
  return Number((await counted.executeTakeFirstOrThrow()).amount);
}

export type NewAddress = Pick<StoredAddress, 'path' | 'kind' | 'item_id' | 'target'> & {
  is_current: boolean;
};

/** Returns whether the address was free. Waits for another transaction that takes it. */
export async function insertAddress(tx: Inside & Pick<Ctx, 'now'>, address: NewAddress): Promise<boolean> {
  touch(tx, 'addresses');
  const db = insideOf(tx);
  const inserted = await db
    .insertInto('addresses')
    .values({
      ...address,
      is_current: (isPostgresql(db) ? address.is_current : Number(address.is_current)) as boolean,
      since: toColumnMoment(db, tx.now),
    })
    .onConflict((conflict) => conflict.column('path').doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** Makes `path` the present address of the row, and all others past ones. Null: the row has none. */
export async function setCurrent(tx: Inside, { module, item_id }: ItemKey, path: string | null) {
  touch(tx, 'addresses');
  const db = insideOf(tx);
  const flag = (value: boolean) => (isPostgresql(db) ? value : Number(value)) as boolean;
  const ofRow = db.updateTable('addresses').where('kind', '=', module).where('item_id', '=', item_id);
  await ofRow
    .set({ is_current: flag(false) })
    .where('path', '!=', path ?? '')
    .execute();
  if (path)
    await ofRow
      .set({ is_current: flag(true) })
      .where('path', '=', path)
      .execute();
}

/** Returns whether there was such an address. */
export async function deleteAddress(tx: Inside, where: Partial<StoredAddress>): Promise<boolean> {
  touch(tx, 'addresses');
  const addresses = Object.entries(where).reduce(
    (query, [column, value]) => query.where(column as 'path', '=', value as string),
    insideOf(tx).deleteFrom('addresses'),
  );
  const { numDeletedRows } = await addresses.executeTakeFirstOrThrow();
  return Number(numDeletedRows) > 0;
}
