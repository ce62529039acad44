import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { declareChangedTables } from '../../database/content-version.ts';
import { inTransaction } from '../../database/transaction.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { NotFound } from '../../shared/errors.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import { deleteAddressesOf } from '../addresses/slugs.service.ts';
import { dropUses } from '../../pictures/media-uses.service.ts';
import { type PicturesCtx, releasePictures } from '../../pictures/pictures.service.ts';
import { deleteVersions } from '../versions/stored-versions.service.ts';
import { trashCutoff, readTrash } from './trash.repository.ts';
import type { TrashPage, TrashQuery } from './trash.schema.ts';
import { type TrashedRow, TrashItem } from './trash-item.entity.ts';

const notThere = 'This is not in the trash.';

export function listTrash(
  { read, now }: Pick<Ctx, 'read' | 'now'>,
  module: ActivityModule,
  query: TrashQuery,
): Promise<TrashPage> {
  return readTrash(read, module, query, now);
}

/** Stores a row in the trash. The caller must delete the row from its own table in the same transaction. */
export function insertTrashItem({ em, viewer, now }: SignedInCtx, thrown: TrashedRow): void {
  em.persist(TrashItem.take(thrown, viewer, now));
}

/** Returns the picture of a deleted row. Returns null when the row is not in the trash or has no picture. */
export async function findTrashedPicture(
  { em, now }: Ctx,
  module: ActivityModule,
  item_id: number,
): Promise<string | null> {
  const where = { module, item_id, deleted_at: { $gt: trashCutoff(now) } };
  return (await em.fork().findOne(TrashItem, where))?.picture ?? null;
}

export interface TrashedBatch {
  deleted_at: Date;
  rows: { module: ActivityModule; item_id: number; picture: string | null }[];
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
  const fields = ['module', 'item_id', 'picture'] as const;
  const items = await fresh.find(TrashItem, { batch }, { fields, orderBy: { id: 'asc' } });
  const rows = items.map(({ module, item_id, picture = null }) => ({ module, item_id, picture }));
  return { deleted_at, rows };
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
  ctx: PicturesCtx,
  module: ActivityModule,
  item_id: number,
): Promise<{ success: true }> {
  const { results } = await deleteAllPermanently(ctx, module, [item_id]);
  if (results[0]?.outcome !== 'changed') throw new NotFound(notThere);
  return { success: true };
}

/** Deletes rows in the trash permanently, in one transaction. Keeps pictures that something else uses. */
export async function deleteAllPermanently(
  ctx: PicturesCtx,
  module: ActivityModule,
  item_ids: readonly number[],
): Promise<Outcomes> {
  const dropped: (string | null | undefined)[] = [];
  const outcomes = await inTransaction(ctx, (tx) =>
    forEachRow(item_ids, async (id) => {
      const item = await takeFromTrash(tx, module, id);
      if (!item) return 'not_found';
      await dropUses(tx, { module, item_id: id });
      await deleteAddressesOf(tx, { module, item_id: id });
      dropped.push(item.picture, ...(await deleteVersions(tx, { module, item_id: id })));
      return 'changed';
    }),
  );
  await releasePictures(ctx, dropped);
  return outcomes;
}

/**
 * Permanently deletes the rows whose time in the trash is over. Each row has its own transaction. Keeps
 * pictures that something else uses.
 */
export async function deleteExpiredTrash(ctx: PicturesCtx): Promise<void> {
  const items = await ctx.em.find(
    TrashItem,
    { deleted_at: { $lte: trashCutoff(ctx.now) } },
    { fields: ['module', 'item_id', 'picture'], orderBy: { id: 'asc' } },
  );
  for (const { id, module, item_id, picture } of items) {
    const dropped = await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      const removed = await tx.em.nativeDelete(TrashItem, { id });
      // Someone has restored the row since the trash was read. The uses, addresses and versions are kept, because they
      // belong to the restored row.
      if (removed === 0) return [];
      await dropUses(tx, { module, item_id });
      await deleteAddressesOf(tx, { module, item_id });
      return [picture, ...(await deleteVersions(tx, { module, item_id }))];
    });
    await releasePictures(ctx, dropped);
  }
}
