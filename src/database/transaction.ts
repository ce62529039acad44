import { type EntityName, OptimisticLockError } from '@mikro-orm/core';
import { Conflict, NotFound } from '../shared/errors.ts';
import { touch } from './content-version.ts';
import type { OperationContext } from './operation.ts';

const staleSave = 'Someone else has saved this in the meantime.';
const maxTries = 5;

/**
 * Runs an act in one transaction, saves what it left in the entity manager, and gives what it gives; a throw rolls
 * everything back. The act receives the work bound to that transaction.
 */
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

/** Runs an act when the transaction of this work has committed; at once when there is none. */
export function afterCommitOf({ afterCommit }: OperationContext, act: () => void): void {
  if (afterCommit) afterCommit(act);
  else act();
}

/**
 * Runs an act that reads an editable row and saves it, again from the start when another save came in between: then a
 * named version meets `expectVersion`, and a save without one wins over the newer row.
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

/**
 * Refuses a save that started from another version than the stored one; a save that names none wins.
 *
 * @throws {Conflict} with the row as it is stored now
 */
export function expectVersion(
  row: { version: number },
  version: number | undefined,
  view: () => object,
): void {
  if (version !== undefined && row.version !== version) throw new Conflict(staleSave, { current: view() });
}

/**
 * Deletes a row, once: of two deletes at the same moment one finds it gone.
 *
 * @throws {NotFound} with the given message
 */
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
