import { type EntityName, OptimisticLockError } from '@mikro-orm/core';
import { Conflict, NotFound } from '../shared/errors.ts';
import { touch } from './content-version.ts';
import type { OperationContext } from './operation.ts';

const staleSave = 'Someone else has saved this in the meantime.';
const maxTries = 5;

/** Flushes the entity manager at the end. `act` receives the context bound to the transaction. */
export async function inTransaction<W extends OperationContext, T>(
  work: W,
  act: (work: W) => Promise<T>,
): Promise<T> {
  const waiting: (() => void)[] = [];
  const afterCommit = (later: () => void) => void waiting.push(later);
  const result = await work.em.transactional((em) =>
    act({ ...work, em: em as OperationContext['em'], afterCommit }),
  );
  for (const later of waiting) afterCommitOf(work, later);
  return result;
}

/** Without a transaction, runs the function at once. */
export function afterCommitOf({ afterCommit }: OperationContext, act: () => void): void {
  if (afterCommit) afterCommit(act);
  else act();
}

/**
 * Runs `act`, which reads and saves an editable row, again when another save came in between. In the second run
 * `expectVersion` refuses a save with a version, and a save without one overwrites the newer row.
 *
 * @throws {Conflict} after five tries
 */
export async function retryOnConflict<W extends OperationContext, T>(
  work: W,
  act: (work: W) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act({ ...work, em: work.em.fork() });
    } catch (error) {
      if (!(error instanceof OptimisticLockError)) throw error;
      if (tries === maxTries) throw new Conflict(staleSave, { cause: error });
    }
  }
}

/** A save without a version always passes. @throws {Conflict} with the row as it is stored now */
export function expectVersion(
  row: { version: number },
  version: number | undefined,
  view: () => object,
): void {
  if (version !== undefined && row.version !== version) throw new Conflict(staleSave, { current: view() });
}

/** @throws {NotFound} with the given message, also when a concurrent deletion came first */
export async function removeRow(
  work: OperationContext,
  entity: EntityName<{ id: number }>,
  id: number,
  gone: string,
) {
  touch(work, work.em.getMetadata().get(entity).tableName);
  const removed = await work.em.nativeDelete(entity, { id });
  if (removed === 0) throw new NotFound(gone);
}
