import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { textColumn } from '../database/columns.ts';
import type { Connection, Ctx } from '../database/ctx.ts';
import type { RowOf, Tables } from '../database/table-types.ts';
import { Conflict, RuleBroken } from '../shared/errors.ts';
import { clearableText } from '../shared/fields.ts';
import type { ActivityModule } from '../shared/module-facts.ts';
import type { ItemKey } from './addresses/stored-addresses.ts';

// By its id in another system, a program finds the row that it has made of an item there.

export const ExternalIdSchema = defineEntity({
  name: 'ExternalId',
  tableName: 'external_ids',
  uniques: [{ properties: ['module', 'item_id'] }, { properties: ['module', 'external_id'] }],
  properties: {
    id: p.integer().primary(),
    /** The module of the row in the activity log. */
    module: textColumn('nothing').$type<ActivityModule>(),
    /** A row, also in the trash. */
    item_id: p.integer(),
    external_id: textColumn('writing'),
    /** What a program sent last, to recognise what it has sent already. */
    external_hash: textColumn('writing').nullable(),
    /** The version of the row after that. */
    as_of: p.integer(),
  },
});

/** The id of a row in another system. */
class ExternalId extends ExternalIdSchema.class {}

ExternalIdSchema.setClass(ExternalId);

const maxLength = 200;

/** Input. Empty removes, absent keeps. */
export const externalFields = {
  external_id: clearableText('External id', maxLength).describe('Its id elsewhere, unique in the module'),
  external_hash: clearableText('External hash', maxLength).describe('Tells whether it was sent already'),
};

export const shownExternal = {
  external_id: z.string().optional().describe('Its id elsewhere'),
  external_hash: z.string().nullable().optional().describe('As it was sent last'),
  changed_since: z.boolean().optional().describe('Whether the row has changed since that was sent'),
};

export interface ExternalInput {
  external_id?: string | undefined;
  external_hash?: string | undefined;
}

type StoredExternalId = Omit<RowOf<'external_ids'>, 'id'>;

/** Takes the members about another system out of the input of a row. */
export function splitExternal<T extends ExternalInput>(input: T) {
  const { external_id, external_hash, ...values } = input;
  return { values, external: { external_id, external_hash } };
}

/** Returns whether the row may have the id. Another row, also one in the trash, keeps its own. */
export async function insertExternalId(tx: Pick<Ctx, 'em'>, stored: StoredExternalId): Promise<boolean> {
  const inserted = await tx.em
    .getKysely<Tables>()
    .insertInto('external_ids')
    .values(stored)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function deleteExternalId(tx: Pick<Ctx, 'em'>, { module, item_id }: ItemKey): Promise<void> {
  await tx.em
    .getKysely<Tables>()
    .deleteFrom('external_ids')
    .where('module', '=', module)
    .where('item_id', '=', item_id)
    .execute();
}

/**
 * Call it with a locked or new row. `as_of` is its version.
 * @throws {RuleBroken} for a hash without an id, or when another row has the id · {Conflict} for a new row in that case
 */
export async function storeExternalId(
  tx: Pick<Ctx, 'em'>,
  key: ItemKey,
  sent: ExternalInput,
  { as_of, isNew }: { as_of: number; isNew: boolean },
): Promise<void> {
  if (sent.external_id === undefined && sent.external_hash === undefined) return;
  const [before] = isNew ? [] : await readExternalIds(tx.em.getKysely<Tables>(), key.module, [key.item_id]);
  const external_id = sent.external_id ?? before?.external_id ?? '';
  if (!external_id && sent.external_hash)
    throw RuleBroken.of('external_hash', 'External hash needs an external id');
  const external_hash =
    sent.external_hash === undefined ? (before?.external_hash ?? null) : sent.external_hash || null;
  const stored = { ...key, external_id, external_hash, as_of };
  if (
    before &&
    Object.entries(stored).every(([name, value]) => before[name as keyof typeof stored] === value)
  )
    return;
  if (before) await deleteExternalId(tx, key);
  if (!external_id || (await insertExternalId(tx, stored))) return;
  await refuseTaken(tx, stored, isNew);
}

async function refuseTaken(
  { em }: Pick<Ctx, 'em'>,
  { module, external_id }: StoredExternalId,
  isNew: boolean,
): Promise<never> {
  const { item_id: id } = await em
    .getKysely<Tables>()
    .selectFrom('external_ids')
    .select('item_id')
    .where('module', '=', module)
    .where('external_id', '=', external_id)
    .executeTakeFirstOrThrow();
  const inTrash = await em
    .getKysely<Tables>()
    .selectFrom('trash_items')
    .select('id')
    .where('module', '=', module)
    .where('item_id', '=', id)
    .executeTakeFirst();
  const message = `The row ${id}${inTrash ? ' in the trash' : ''} has this external id.`;
  throw isNew ? new Conflict(message, { current: { id } }) : RuleBroken.of('external_id', message);
}

function readExternalIds(
  read: Connection,
  module: ActivityModule,
  ids: readonly number[],
): Promise<RowOf<'external_ids'>[]> {
  return read
    .selectFrom('external_ids')
    .selectAll()
    .where('module', '=', module)
    .where('item_id', 'in', [...ids])
    .execute();
}

/** Adds what other systems call the rows. */
export async function showExternalIds<Row extends { id: number; version: number }>(
  read: Connection,
  module: ActivityModule,
  rows: readonly Row[],
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const stored = await readExternalIds(
    read,
    module,
    rows.map(({ id }) => id),
  );
  const byId = new Map(stored.map((one) => [one.item_id, one]));
  return rows.map((row) => {
    const own = byId.get(row.id);
    if (!own) return row;
    const { external_id, external_hash, as_of } = own;
    return { ...row, external_id, external_hash, changed_since: row.version > as_of };
  });
}
