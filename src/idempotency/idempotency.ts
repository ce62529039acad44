import type { OperationContext, Reader } from '../database/operation.ts';
import { inTransaction } from '../database/transaction.ts';
import { Conflict } from '../shared/errors.ts';

type Tables = { kept_answers: { key: string; fingerprint: string; answer: string; forget_at: string } };

const retentionMs = 24 * 60 * 60_000;

export interface IdempotentCall {
  key: string;
  /** Equal for two calls exactly when they ask for the same. */
  fingerprint: string;
}

/** An operation that may be repeated. Without `repeat` it runs each time. */
export type IdempotentOperation = OperationContext & { repeat?: IdempotentCall | undefined };

/**
 * Runs `act` in one transaction and stores its result in the same transaction. Of several calls with one key at once, the first
 * runs; the others wait for its end and are refused, so that they look up its response.
 *
 * @throws {Conflict} when there is a stored response already
 */
export function inIdempotentTransaction<W extends IdempotentOperation, T>(
  work: W,
  act: (inside: W) => Promise<T>,
): Promise<T> {
  const { repeat } = work;
  if (!repeat) return inTransaction(work, act);
  return inTransaction(work, async (inside) => {
    await claim(inside, repeat);
    const answer = await act(inside);
    await ownersOf(inside)
      .updateTable('kept_answers')
      .set({ answer: JSON.stringify(answer) })
      .where('key', '=', repeat.key)
      .execute();
    return answer;
  });
}

/** Returns the stored response of a key with the fingerprint of its call. Returns nothing after 24 hours. */
export async function findStoredResponse(
  { read, now }: { read: Reader; now: Date },
  key: string,
): Promise<{ fingerprint: string; answer: unknown } | undefined> {
  const row = await read
    .withTables<Tables>()
    .selectFrom('kept_answers')
    .select(['fingerprint', 'answer'])
    .where('key', '=', key)
    .where('forget_at', '>', now.toISOString())
    .executeTakeFirst();
  return row && { fingerprint: row.fingerprint, answer: JSON.parse(row.answer) };
}

export async function deleteExpiredResponses(work: Pick<OperationContext, 'em' | 'now'>): Promise<void> {
  await ownersOf(work).deleteFrom('kept_answers').where('forget_at', '<=', work.now.toISOString()).execute();
}

/** Acquires a key. A caller that asks for the same key waits for the end of this transaction, and a rollback releases it. */
async function claim(inside: OperationContext, { key, fingerprint }: IdempotentCall): Promise<void> {
  const now = inside.now.toISOString();
  const taken = {
    fingerprint,
    answer: '',
    forget_at: new Date(inside.now.getTime() + retentionMs).toISOString(),
  };
  const row = await ownersOf(inside)
    .insertInto('kept_answers')
    .values({ key, ...taken })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(taken).where('kept_answers.forget_at', '<=', now),
    )
    .returning('key')
    .executeTakeFirst();
  if (!row) throw new Conflict('This has been stored already.');
}

function ownersOf({ em }: Pick<OperationContext, 'em'>) {
  return em.getKysely<Tables>();
}
