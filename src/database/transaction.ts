import type { EntityName } from '@mikro-orm/core';
import { Conflict, NotFound } from '../shared/errors.ts';
import { declareChangedTables } from './content-version.ts';
import type { Ctx } from './ctx.ts';

const staleSave = 'Someone else has saved this in the meantime.';

/** Runs `act` in a transaction, with a context bound to it. Flushes the entity manager at the end. */
export async function inTransaction<W extends Ctx, T>(ctx: W, act: (ctx: W) => Promise<T>): Promise<T> {
  const waiting: (() => void)[] = [];
  const afterCommit = (later: () => void) => void waiting.push(later);
  const result = await ctx.em.transactional((em) => act({ ...ctx, em: em as Ctx['em'], afterCommit }));
  for (const later of waiting) runAfterCommit(ctx, later);
  return result;
}

/** Runs the function after the commit, or at once without a transaction. */
export function runAfterCommit({ afterCommit }: Ctx, act: () => void): void {
  if (afterCommit) afterCommit(act);
  else act();
}

/** Undefined passes. Call it with a locked row. @throws {Conflict} with the stored row */
export function expectVersion(
  row: { version: number },
  version: number | undefined,
  view: () => object,
): void {
  if (version !== undefined && row.version !== version) throw new Conflict(staleSave, { current: view() });
}

/** @throws {NotFound} with the message `gone`, also when somebody else has just deleted the row */
export async function deleteRow(ctx: Ctx, entity: EntityName<{ id: number }>, id: number, gone: string) {
  declareChangedTables(ctx, ctx.em.getMetadata().get(entity).tableName);
  const removed = await ctx.em.nativeDelete(entity, { id });
  if (removed === 0) throw new NotFound(gone);
}
