import { isClientError } from '../../api/errors.ts';
import { createRequestKey } from '../../api/request-key.ts';

/** The state of the attempts to store one new row. */
export interface Submission<T> {
  /** The key by which the server recognises a repeated attempt. */
  key: string;
  /** The values of an attempt whose answer was lost. The server may have stored it. */
  sent?: T | undefined;
  /** The values that the server has refused under this key. */
  refused?: T | undefined;
}

export function newSubmission<T>(): Submission<T> {
  return { key: createRequestKey() };
}

interface Creation<T, Row> {
  attempt: Submission<T>;
  values: T;
  isSame: (one: T, other: T) => boolean;
  create: (values: T, key: string) => Promise<Row>;
  /** Updates the row of an earlier attempt with the values. */
  amend: (row: Row) => Promise<Row>;
  /** Runs before the values are sent, with `attempt.sent` already set. */
  onSend: () => Promise<void>;
}

/**
 * Stores a new row exactly once, even after earlier attempts. If an answer was lost and the values have changed
 * since, it repeats the lost attempt under its key and then updates that row. Updates `attempt` as it goes.
 */
export async function submitOnce<T, Row>(creation: Creation<T, Row>): Promise<Row> {
  const { attempt, values, isSame, create, amend, onSend } = creation;
  if (attempt.refused && !isSame(attempt.refused, values)) renew(attempt);
  if (attempt.sent && !isSame(attempt.sent, values)) {
    const row = await createUnlessRefused(attempt.sent, attempt.key, create);
    if (row) return amend(row);
    renew(attempt);
  }
  attempt.sent = values;
  await onSend();
  try {
    return await create(values, attempt.key);
  } catch (error) {
    if (isClientError(error)) Object.assign(attempt, { sent: undefined, refused: values });
    throw error;
  }
}

async function createUnlessRefused<T, Row>(values: T, key: string, create: Creation<T, Row>['create']) {
  try {
    return await create(values, key);
  } catch (error) {
    if (isClientError(error)) return undefined;
    throw error;
  }
}

function renew(attempt: Submission<unknown>): void {
  Object.assign(attempt, { key: createRequestKey(), sent: undefined, refused: undefined });
}
