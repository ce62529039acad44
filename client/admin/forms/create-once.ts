import { isRefusal } from '../../lib/failure.ts';
import { createRequestKey } from '../../lib/request-key.ts';

/** The tries to store one new row. */
export interface Attempt<T> {
  /** By which the server knows a second try. */
  key: string;
  /** What was sent and may be stored: the answer was lost. */
  sent?: T | undefined;
  /** What the server has refused under this key. */
  refused?: T | undefined;
}

export function beginAttempt<T>(): Attempt<T> {
  return { key: createRequestKey() };
}

interface Creation<T, Row> {
  attempt: Attempt<T>;
  draft: T;
  isSame: (one: T, other: T) => boolean;
  create: (draft: T, key: string) => Promise<Row>;
  /** Stores the draft over what an earlier try has stored. */
  amend: (row: Row) => Promise<Row>;
  /** Called before anything is sent. */
  onSend: () => Promise<void>;
}

/**
 * Stores a new row once, whatever became of the tries before. Where an answer was lost and the draft has changed since, the lost try
 * is asked for again under its key, and the row it gives is changed. `attempt` is kept up to date.
 */
export async function createOnce<T, Row>(creation: Creation<T, Row>): Promise<Row> {
  const { attempt, draft, isSame, create, amend, onSend } = creation;
  if (attempt.refused && !isSame(attempt.refused, draft)) renew(attempt);
  if (attempt.sent && !isSame(attempt.sent, draft)) {
    const row = await createUnlessRefused(attempt.sent, attempt.key, create);
    if (row) return amend(row);
    renew(attempt);
  }
  attempt.sent = draft;
  await onSend();
  try {
    return await create(draft, attempt.key);
  } catch (error) {
    if (isRefusal(error)) Object.assign(attempt, { sent: undefined, refused: draft });
    throw error;
  }
}

async function createUnlessRefused<T, Row>(draft: T, key: string, create: Creation<T, Row>['create']) {
  try {
    return await create(draft, key);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function renew(attempt: Attempt<unknown>): void {
  Object.assign(attempt, { key: createRequestKey(), sent: undefined, refused: undefined });
}
