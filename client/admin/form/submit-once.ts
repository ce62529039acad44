import { isClientError } from '../../api/errors.ts';
import { createRequestKey } from '../../api/request-key.ts';

/** The state of the attempts to store one new row. */
export interface Submission<T> {
  /** The key by which the server recognises a repeated attempt. */
  key: string;
  /** The draft of an attempt whose answer was lost. The server may have stored it. */
  sent?: T | undefined;
  /** The draft that the server has refused under this key. */
  refused?: T | undefined;
}

export function newSubmission<T>(): Submission<T> {
  return { key: createRequestKey() };
}

interface Creation<T, Row> {
  attempt: Submission<T>;
  draft: T;
  isSame: (one: T, other: T) => boolean;
  create: (draft: T, key: string) => Promise<Row>;
  /** Updates the row of an earlier attempt with the draft. */
  amend: (row: Row) => Promise<Row>;
  /** Runs before the draft is sent, with `attempt.sent` already set. */
  onSend: () => Promise<void>;
}

/**
 * Stores a new row exactly once, even after earlier attempts. If an answer was lost and the draft has changed
 * since, it repeats the lost attempt under its key and then updates that row. Updates `attempt` as it goes.
 */
export async function submitOnce<T, Row>(creation: Creation<T, Row>): Promise<Row> {
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
    if (isClientError(error)) Object.assign(attempt, { sent: undefined, refused: draft });
    throw error;
  }
}

async function createUnlessRefused<T, Row>(draft: T, key: string, create: Creation<T, Row>['create']) {
  try {
    return await create(draft, key);
  } catch (error) {
    if (isClientError(error)) return undefined;
    throw error;
  }
}

function renew(attempt: Submission<unknown>): void {
  Object.assign(attempt, { key: createRequestKey(), sent: undefined, refused: undefined });
}
