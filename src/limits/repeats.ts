import { inTransaction } from '../database/transaction.ts';
import type { Reader, Work } from '../database/work.ts';
import { Conflict } from '../shared/errors.ts';

type Tables = { kept_answers: { key: string; fingerprint: string; answer: string; forget_at: string } };

const keepMs = 24 * 60 * 60_000;

/** What tells a call that comes again from others. */
export interface Repeat {
  key: string;
  /** The same for two calls exactly when they ask for the same. */
  fingerprint: string;
}

/** Work that may come again; without `repeat` it is done each time it comes. */
export type RepeatableWork = Work & { repeat?: Repeat | undefined };

/**
 * Runs an act in one transaction, which also keeps what it gives: either both are stored or neither. Of several at once with
 * one key, the first acts; the others wait for its end and are refused, so that they look for its answer.
 *
 * @throws {Conflict} when there is an answer already
 */
export function inTransactionOnce<W extends RepeatableWork, T>(
  work: W,
  act: (inside: W) => Promise<T>,
): Promise<T> {
  const { repeat } = work;
  if (!repeat) return inTransaction(work, act);
  return inTransaction(work, async (inside) => {
    await claim(inside, repeat);
    const answer = await act(inside);
    await keepersOf(inside)
      .updateTable('kept_answers')
      .set({ answer: JSON.stringify(answer) })
      .where('key', '=', repeat.key)
      .execute();
    return answer;
  });
}

/** What a key was answered, with the fingerprint of the call it came with; nothing after 24 hours. */
export async function findAnswer(
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

/** Removes the answers that are over. */
export async function forgetAnswers(work: Pick<Work, 'em' | 'now'>): Promise<void> {
  await keepersOf(work).deleteFrom('kept_answers').where('forget_at', '<=', work.now.toISOString()).execute();
}

/** Takes a key; whoever asks for the same one meanwhile waits for this transaction's end, and a roll back frees it. */
async function claim(inside: Work, { key, fingerprint }: Repeat): Promise<void> {
  const now = inside.now.toISOString();
  const taken = { fingerprint, answer: '', forget_at: new Date(inside.now.getTime() + keepMs).toISOString() };
  const row = await keepersOf(inside)
    .insertInto('kept_answers')
    .values({ key, ...taken })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(taken).where('kept_answers.forget_at', '<=', now),
    )
    .returning('key')
    .executeTakeFirst();
  if (!row) throw new Conflict('This has been stored already.');
}

function keepersOf({ em }: Pick<Work, 'em'>) {
  return em.getKysely<Tables>();
}
