import type { EntityName } from '@mikro-orm/core';
import { Conflict, NotFound } from '../shared/errors.ts';
import { touch } from './content-version.ts';
import type { OperationContext } from './operation.ts';

const staleSave = 'Someone else has saved this in the meantime.';

/** `act` receives a context bound to the transaction. Flushes the entity manager at the end. */
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

/** Runs the function after the commit, or at once when there is no transaction. */
export function afterCommitOf({ afterCommit }: OperationContext, act: () => void): void {
  if (afterCommit) afterCommit(act);
  else act();
}

/** Call it with a locked row. A save without a version always passes. @throws {Conflict} with the stored row */
export function expectVersion(
  row: { version: number },
  version: number | undefined,
  view: () => object,
): void {
  if (version !== undefined && row.version !== version) throw new Conflict(staleSave, { current: view() });
}

/** @throws {NotFound} with the message `gone`, also when someone else has just deleted the row */
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
