import { toIso } from '../../database/columns.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Tables } from '../../database/tables.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import { factsOf, logNameOf, type ModuleName } from '../../shared/module-facts.ts';
import { isPublicAt } from '../../shared/schedule.ts';
import { recordActivity } from '../../log/activities.service.ts';
import type { ModuleKind } from '../module/module-kind.ts';
import { readRow } from '../operations/read.ts';
import type { PastAddress } from './addresses.schema.ts';
import { normalizePath } from '../../shared/normalize-path.ts';
import { deleteAddresses, findAddress, readAddressesOf } from './stored-addresses.service.ts';

/**
 * Returns the past addresses of a row, newest first.
 * @throws {NotFound} when the row does not exist or is in the trash
 */
export async function listPastAddresses(
  ctx: Ctx,
  name: ModuleName,
  kind: ModuleKind,
  id: number,
): Promise<PastAddress[]> {
  await readRow(kind, ctx, id);
  const addresses = await readAddressesOf(ctx.read, { module: logNameOf(name), item_id: id });
  return addresses
    .filter(({ is_current }) => !is_current)
    .map(({ path, since }) => ({ path, since: toIso(since) }));
}

/**
 * Deletes a past address of a row, so that another row can have it.
 * @throws {NotFound} when the row or its past address does not exist · {RuleBroken} when the address is the present one
 */
export async function giveUpAddress(
  ctx: SignedInCtx,
  name: ModuleName,
  kind: ModuleKind,
  { id, path: given }: { id: number; path: string },
): Promise<{ success: true }> {
  const row = await readRow(kind, ctx, id);
  const [path, module] = [normalizePath(given) ?? '', logNameOf(name)];
  await inTransaction(ctx, async (tx) => {
    const there = await findAddress(tx.em.getKysely<Tables>(), path);
    if (there?.kind !== module || there.item_id !== id) throw new NotFound('It has no such past address.');
    if (there.is_current)
      throw RuleBroken.of('path', 'This is its present address. Give it another one or none first.');
    await deleteAddresses(tx, { path });
    const label = String(row[kind.title]);
    const isPublic = isPublicAt(factsOf(name), row, ctx.now);
    const subject = { id, label, verb: 'Gave up an address of', facts: {}, isPublic };
    await recordActivity(tx, 'update', module, subject, { slug: { old: path, new: null } });
  });
  return { success: true };
}
