import type { OperationContext, Reader } from '../database/operation.ts';
import { inTransaction } from '../database/transaction.ts';
import { Conflict } from '../shared/errors.ts';

type Tables = { kept_answers: { key: string; fingerprint: string; answer: string; forget_at: string } };

const retentionMs = 24 * 60 * 60_000;

export interface IdempotentCall {
  key: string;
  /** Two calls have the same fingerprint exactly when their inputs are equal. */
  fingerprint: string;
}

export type IdempotentOperation = OperationContext & { repeat?: IdempotentCall | undefined };

/**
 * Of concurrent calls with one key, only the first runs `act`. The others wait and then throw, so that their
 * callers look up the stored response.
 * @throws {Conflict} when a response is already stored
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

/** Returns undefined after 24 hours. */
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

/** Other callers with the same key wait until this transaction ends. A rollback frees the key. */
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
