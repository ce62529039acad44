import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { declareChangedTables } from '../../database/content-version.ts';
import { inTransaction } from '../../database/transaction.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { NotFound } from '../../shared/errors.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import { deleteAddressesOf } from '../addresses/slugs.service.ts';
import { dropUses } from '../../pictures/media-uses.service.ts';
import { deleteVersions } from '../versions/stored-versions.service.ts';
import { trashCutoff } from './trash.repository.ts';
import { type TrashedRow, TrashItem } from './trash-item.entity.ts';

const notThere = 'This is not in the trash.';

/** Stores a row in the trash. The caller must delete the row from its own table in the same transaction. */
export function insertTrashItem({ em, viewer, now }: SignedInCtx, thrown: TrashedRow): void {
  em.persist(TrashItem.take(thrown, viewer, now));
}

export interface TrashedBatch {
  deleted_at: Date;
  rows: { module: ActivityModule; item_id: number }[];
}

/**
 * Returns the latest batch whose name begins with `prefix`. The rows of a batch were removed together. Ignores batches
 * without rows in the trash.
 */
export async function findLatestBatch({ em, now }: Ctx, prefix: string): Promise<TrashedBatch | undefined> {
  const fresh = em.fork();
  const where = { batch: { $like: `${prefix}%` }, deleted_at: { $gt: trashCutoff(now) } };
  const latest = await fresh.findOne(TrashItem, where, { orderBy: { deleted_at: 'desc', id: 'desc' } });
  if (!latest) return undefined;
  const { batch, deleted_at } = latest;
  const fields = ['module', 'item_id'] as const;
  const items = await fresh.find(TrashItem, { batch }, { fields, orderBy: { id: 'asc' } });
  return { deleted_at, rows: items.map(({ module, item_id }) => ({ module, item_id })) };
}

/**
 * Deletes a row from the trash, and returns its fields and its picture. Returns undefined when the row is not in the
 * trash. Of several concurrent calls, only one gets the row.
 */
export async function takeFromTrash(
  { em, now }: Ctx,
  module: ActivityModule,
  item_id: number,
): Promise<Pick<TrashedRow, 'fields' | 'picture'> | undefined> {
  declareChangedTables({ em }, 'trash_items');
  const item = await em.findOne(TrashItem, { module, item_id, deleted_at: { $gt: trashCutoff(now) } });
  const removed = item ? await em.nativeDelete(TrashItem, { id: item.id }) : 0;
  return removed > 0 ? item! : undefined;
}

/**
 * Deletes a row in the trash permanently. Keeps its picture if something else uses the picture. @throws {NotFound} when
 * the row is not in the trash
 */
export async function deletePermanently(
  ctx: Ctx,
  module: ActivityModule,
  item_id: number,
): Promise<{ success: true }> {
  const { results } = await deleteAllPermanently(ctx, module, [item_id]);
  if (results[0]?.outcome !== 'changed') throw new NotFound(notThere);
  return { success: true };
}

/** Deletes rows in the trash permanently, in one transaction. The sweep removes their pictures if nothing else needs them. */
export async function deleteAllPermanently(
  ctx: Ctx,
  module: ActivityModule,
  item_ids: readonly number[],
): Promise<Outcomes> {
  return inTransaction(ctx, (tx) =>
    forEachRow(item_ids, async (id) => {
      const item = await takeFromTrash(tx, module, id);
      if (!item) return 'not_found';
      await dropUses(tx, { module, item_id: id });
      await deleteAddressesOf(tx, { module, item_id: id });
      await deleteVersions(tx, { module, item_id: id });
      return 'changed';
    }),
  );
}

/**
 * Permanently deletes the rows whose time in the trash is over. Each row has its own transaction. Keeps
 * pictures that something else uses.
 */
export async function deleteExpiredTrash(ctx: Ctx): Promise<void> {
  const items = await ctx.em.find(
    TrashItem,
    { deleted_at: { $lte: trashCutoff(ctx.now) } },
    { fields: ['module', 'item_id'], orderBy: { id: 'asc' } },
  );
  for (const { id, module, item_id } of items) {
    await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      const removed = await tx.em.nativeDelete(TrashItem, { id });
      // Someone has restored the row since the trash was read. The uses, addresses and versions are kept, because they
      // belong to the restored row.
      if (removed === 0) return;
      await dropUses(tx, { module, item_id });
      await deleteAddressesOf(tx, { module, item_id });
      await deleteVersions(tx, { module, item_id });
    });
  }
}
