import type { Work } from '../database/work.ts';

type Tables = { used_keys: { key: string; forget_at: string } };

/**
 * Uses a key for a while; false when it is in use already. It holds with the transaction of `inside`: whoever asks for the same
 * key meanwhile waits for its end, and a roll back frees it.
 */
export async function takeOnce(
  inside: Pick<Work, 'em' | 'now'>,
  key: string,
  forMs: number,
): Promise<boolean> {
  const db = inside.em.getKysely<Tables>();
  const forget_at = new Date(inside.now.getTime() + forMs).toISOString();
  const taken = await db
    .insertInto('used_keys')
    .values({ key, forget_at })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ forget_at })
        .where('used_keys.forget_at', '<=', inside.now.toISOString()),
    )
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Keeps a key in use for `forMs` from now on. */
export async function extendKey(inside: Pick<Work, 'em' | 'now'>, key: string, forMs: number): Promise<void> {
  const forget_at = new Date(inside.now.getTime() + forMs).toISOString();
  const db = inside.em.getKysely<Tables>();
  await db.updateTable('used_keys').set({ forget_at }).where('key', '=', key).execute();
}

/** So that nobody waits long for it, however many a flood has left. */
const forgottenAtOnce = 20_000;

/** Removes keys that may be used anew. */
export async function forgetKeys({ em, now }: Pick<Work, 'em' | 'now'>): Promise<void> {
  const db = em.getKysely<Tables>();
  const ended = db.selectFrom('used_keys').select('key').where('forget_at', '<=', now.toISOString());
  await db.deleteFrom('used_keys').where('key', 'in', ended.limit(forgottenAtOnce)).execute();
}
