import { defineEntity } from '@mikro-orm/core';
import { textColumn } from '../database/columns.ts';
import type { Ctx } from '../database/ctx.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/table-types.ts';

/** False when the key is in use. Others wait until the transaction ends, and a rollback frees the key. */
export async function acquireKey(tx: Pick<Ctx, 'em' | 'now'>, key: string, forMs: number): Promise<boolean> {
  const db = tx.em.getKysely<Tables>();
  const forget_at = new Date(tx.now.getTime() + forMs).toISOString();
  const taken = await db
    .insertInto('used_keys')
    .values({ key, forget_at })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ forget_at })
        .where('used_keys.forget_at', '<=', tx.now.toISOString()),
    )
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function isKeyInUse({ em, now }: Pick<Ctx, 'em' | 'now'>, key: string): Promise<boolean> {
  const row = await em
    .getKysely<Tables>()
    .selectFrom('used_keys')
    .select('key')
    .where('key', '=', key)
    .where('forget_at', '>', now.toISOString())
    .executeTakeFirst();
  return row !== undefined;
}

/** The last key in use that begins with `prefix` and sorts before `before`. */
export async function findLastKeyBefore(
  { em, now }: Pick<Ctx, 'em' | 'now'>,
  prefix: string,
  before: string,
): Promise<string | undefined> {
  const row = await em
    .getKysely<Tables>()
    .selectFrom('used_keys')
    .select('key')
    .where('key', 'like', `${prefix}%`)
    .where('key', '<', before)
    .where('forget_at', '>', now.toISOString())
    .orderBy('key', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.key;
}

export async function extendKey(tx: Pick<Ctx, 'em' | 'now'>, key: string, forMs: number): Promise<void> {
  const forget_at = new Date(tx.now.getTime() + forMs).toISOString();
  const db = tx.em.getKysely<Tables>();
  await db.updateTable('used_keys').set({ forget_at }).where('key', '=', key).execute();
}

/** A deletion stays short, even after a flood. */
const forgottenAtOnce = 20_000;

export async function deleteExpiredKeys({ em, now }: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  const db = em.getKysely<Tables>();
  const ended = db.selectFrom('used_keys').select('key').where('forget_at', '<=', now.toISOString());
  await db.deleteFrom('used_keys').where('key', 'in', ended.limit(forgottenAtOnce)).execute();
}

/** Runs `act` once in each period, on one instance only. If it fails, it runs again in the next period. */
export async function runOncePerPeriod(
  database: Database,
  { name, everyMs, now }: { name: string; everyMs: number; now: Date },
  act: () => Promise<void>,
): Promise<void> {
  if (await acquireKey({ em: database.fork(), now }, `timed:${name}`, everyMs)) await act();
}

export const UsedKeySchema = defineEntity({
  name: 'UsedKey',
  tableName: 'used_keys',
  properties: {
    key: textColumn('secret').primary(),
    /** When the key may be used again, in ISO 8601, which sorts by time. */
    forget_at: textColumn('nothing').index(),
  },
});

class UsedKey extends UsedKeySchema.class {}

UsedKeySchema.setClass(UsedKey);
