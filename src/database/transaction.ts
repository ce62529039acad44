import { type EntityClass, type EntityName, ReferenceKind } from '@mikro-orm/core';
import { Conflict, NotFound } from '../shared/errors.ts';
import { declareChangedTables } from './content-version.ts';
import type { Ctx } from './ctx.ts';

const staleSave = 'Someone else has saved this in the meantime.';

/** Runs `act` in a transaction, with a context bound to it. Flushes the entity manager at the end. */
export async function inTransaction<W extends Ctx, T>(ctx: W, act: (ctx: W) => Promise<T>): Promise<T> {
  const waiting: (() => void)[] = [];
  const afterCommit = (later: () => void) => void waiting.push(later);
  const result = await ctx.em.transactional(async (em) => {
    const tx = { ...ctx, em, afterCommit, beforeCommit: undefined };
    const result = await act(tx);
    await ctx.beforeCommit?.(tx);
    return result;
  });
  for (const later of waiting) runAfterCommit(ctx, later);
  return result;
}

/** Runs the function after the commit, or at once without a transaction. */
export function runAfterCommit({ afterCommit }: Ctx, act: () => void): void {
  if (afterCommit) afterCommit(act);
  else act();
}

/** Call it with a locked row. Without an expected version, does nothing. @throws {Conflict} with the stored row */
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

/** Sets generated values, such as the id. The unit of work does not track the row, which saves time. */
export async function insertRow<Row extends object>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityClass<Row>,
  row: Row,
): Promise<void> {
  const { tableName, props } = em.getMetadata().get(entity);
  declareChangedTables({ em }, tableName);
  const values: Record<string, unknown> = {};
  const generated: [name: keyof Row & string, column: string][] = [];
  for (const { name, fieldNames, kind } of props) {
    const column = fieldNames[0]!;
    if (row[name] === undefined) generated.push([name, column]);
    else if (kind === ReferenceKind.SCALAR) values[column] = toColumn(row[name]);
    else values[column] = (row[name] as { id: number }).id;
  }
  const stored = await em
    .getKysely<Record<string, Record<string, unknown>>>()
    .insertInto(tableName)
    .values(values)
    .returning(generated.map(([, column]) => column))
    .executeTakeFirstOrThrow();
  for (const [name, column] of generated) Object.assign(row, { [name]: stored[column] });
}

function toColumn(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isJson ? JSON.stringify(value) : value;
}
