import { defineEntity } from '@mikro-orm/core';
import { textColumn } from '../database/columns.ts';
import type { Ctx, Reader } from '../database/ctx.ts';
import type { Tables } from '../database/table-types.ts';
import { inTransaction } from '../database/transaction.ts';
import { Conflict } from '../shared/errors.ts';

const retentionMs = 24 * 60 * 60_000;

export interface IdempotentCall {
  key: string;
  /** A hash of the path and the input of the call. */
  fingerprint: string;
}

export type IdempotentCtx = Ctx & { repeat?: IdempotentCall | undefined };

/**
 * Runs `act` in a transaction, once for each `Idempotency-Key`. Of concurrent calls with one key, the first runs it.
 * The others wait and then throw, and their callers look up the stored response.
 * @throws {Conflict} when a response is already stored
 */
export function inIdempotentTransaction<W extends IdempotentCtx, T>(
  ctx: W,
  act: (tx: W) => Promise<T>,
): Promise<T> {
  const { repeat } = ctx;
  if (!repeat) return inTransaction(ctx, act);
  return inTransaction(ctx, async (tx) => {
    await claim(tx, repeat);
    const answer = await act(tx);
    await ownersOf(tx)
      .updateTable('kept_answers')
      .set({ answer: JSON.stringify(answer) })
      .where('key', '=', repeat.key)
      .execute();
    return answer;
  });
}

/** The stored response, if it is at most 24 hours old. */
export async function findStoredResponse(
  { read, now }: { read: Reader; now: Date },
  key: string,
): Promise<{ fingerprint: string; answer: unknown } | undefined> {
  const row = await read
    .selectFrom('kept_answers')
    .select(['fingerprint', 'answer'])
    .where('key', '=', key)
    .where('forget_at', '>', now.toISOString())
    .executeTakeFirst();
  return row && { fingerprint: row.fingerprint, answer: JSON.parse(row.answer) };
}

export async function deleteExpiredResponses(ctx: Pick<Ctx, 'em' | 'now'>): Promise<void> {
  await ownersOf(ctx).deleteFrom('kept_answers').where('forget_at', '<=', ctx.now.toISOString()).execute();
}

/**
 * Calls with the same key wait for this transaction. A rollback frees the key.
 * @throws {Conflict} when it was used
 */
async function claim(tx: Ctx, { key, fingerprint }: IdempotentCall): Promise<void> {
  const now = tx.now.toISOString();
  const taken = {
    fingerprint,
    answer: '',
    forget_at: new Date(tx.now.getTime() + retentionMs).toISOString(),
  };
  const row = await ownersOf(tx)
    .insertInto('kept_answers')
    .values({ key, ...taken })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(taken).where('kept_answers.forget_at', '<=', now),
    )
    .returning('key')
    .executeTakeFirst();
  if (!row) throw new Conflict('This has been stored already.');
}

function ownersOf({ em }: Pick<Ctx, 'em'>) {
  return em.getKysely<Tables>();
}

export const StoredResponseSchema = defineEntity({
  name: 'KeptAnswer',
  tableName: 'kept_answers',
  properties: {
    /** A hash of the caller and of the `Idempotency-Key` header, which is not stored itself. */
    key: textColumn('secret').primary(),
    fingerprint: textColumn('secret'),
    answer: textColumn('writing'),
    /** When the key may be used again, in ISO 8601, which sorts by time. */
    forget_at: textColumn('nothing').index(),
  },
});

export class StoredResponse extends StoredResponseSchema.class {}

StoredResponseSchema.setClass(StoredResponse);
