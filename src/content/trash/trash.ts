import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { jsonColumn, textColumn, toIsoTime } from '../../database/columns.ts';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx, Reader, SignedInCtx, Viewer } from '../../database/ctx.ts';
import { RetainedPicturePath } from '../../database/file-columns.ts';
import { readPage } from '../../database/list/page.ts';
import { containsWordsSql, searchWordsOf } from '../../database/search/search.ts';
import { inTransaction } from '../../database/transaction.ts';
import { deletePictureUses } from '../../pictures/media-uses.ts';
import { runForEachRow, type BulkResult } from '../../shared/bulk.ts';
import { pageSizes } from '../../shared/enumerations.ts';
import { NotFound } from '../../shared/errors.ts';
import { foldText } from '../../shared/fold-text.ts';
import type { ActivityModule } from '../../shared/module-facts.ts';
import { withAsOf } from '../../shared/pagination.ts';
import { retainedPictureAddress } from '../../shared/picture-view.ts';
import { trashDays } from '../../shared/retention-periods.ts';
import { deleteAddressesOf } from '../addresses/slugs.ts';
import type { ItemKey } from '../addresses/stored-addresses.ts';
import { deleteExternalId } from '../external-ids.ts';
import { deleteTranslation } from '../translations/stored-translations.ts';
import { deleteVersions } from '../versions/stored-versions.ts';
import type { TrashPage, TrashQuery } from './trash.schema.ts';

const dayMs = 24 * 60 * 60_000;
const retentionMs = trashDays * dayMs;

/** What was deleted then or earlier can no longer be restored. */
function trashCutoff(now: Date): Date {
  return new Date(now.getTime() - retentionMs);
}

export async function readTrash(
  read: Reader,
  module: ActivityModule,
  { deleted_since, ...query }: TrashQuery,
  now: Date,
): Promise<TrashPage> {
  const { search, before } = query;
  const inModule = read
    .selectFrom('trash_items')
    .where('module', '=', module)
    .where('deleted_at', '>', trashCutoff(now));
  let matching = search
    ? inModule.where(containsWordsSql('search_text', await searchWordsOf(read, search)))
    : inModule;
  if (deleted_since) matching = matching.where('deleted_at', '>=', deleted_since);
  if (before !== undefined) {
    // `before` is the id of the deleted row, not of its trash item.
    matching = matching.where(sql<boolean>`(deleted_at, id) <
      (select deleted_at, id from trash_items where module = ${module} and item_id = ${before})`);
  }
  const rows = matching
    .select(['item_id', 'title', 'picture', 'user_name', 'deleted_at'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc');
  const page = await readPage(read, { matching, rows, query, pageSize: pageSizes.trash });
  return {
    items: page.rows.map(({ item_id, title, picture, user_name, deleted_at }) => ({
      id: item_id,
      title,
      deleted_at: toIsoTime(deleted_at),
      deleted_by: user_name,
      kept_until: new Date(new Date(deleted_at).getTime() + retentionMs).toISOString(),
      picture: retainedPictureAddress(picture),
    })),
    meta: withAsOf(page.meta, now, deleted_since),
  };
}

export const TrashItemSchema = defineEntity({
  name: 'TrashItem',
  tableName: 'trash_items',
  indexes: [
    { properties: ['module', 'deleted_at', 'id'] },
    { properties: ['deleted_at'] },
    { properties: ['picture'] },
    { properties: ['batch'] },
  ],
  uniques: [{ properties: ['module', 'item_id'] }],
  properties: {
    id: p.integer().primary(),
    module: textColumn('nothing').$type<ActivityModule>(),
    /** The id of the deleted row, and of the restored one. */
    item_id: p.integer(),
    title: textColumn('writing'),
    fields: jsonColumn<Record<string, unknown>>('writing'),
    /** Null for a row without an uploaded picture. */
    picture: p.type(RetainedPicturePath).nullable(),
    user_id: p.integer(),
    /** The name at the time of the deletion. It outlives the account. */
    user_name: textColumn('colleague'),
    deleted_at: p.datetime(),
    /** The rows with this name were removed together. Null for a row removed by itself. */
    batch: textColumn('nothing').nullable(),
    search_text: textColumn('writing'),
  },
});

type TrashedRow = Pick<TrashItem, 'module' | 'item_id' | 'title' | 'fields' | 'picture' | 'batch'>;

/** A row in the trash is no longer in its own table. */
export class TrashItem extends TrashItemSchema.class {
  static take(thrown: TrashedRow, viewer: Viewer, now: Date): TrashItem {
    const item = new TrashItem();
    Object.assign(item, thrown, { user_id: viewer.id, user_name: viewer.name, deleted_at: now });
    item.search_text = foldText(thrown.title);
    return item;
  }
}

TrashItemSchema.setClass(TrashItem);

const notThere = 'This is not in the trash.';

/** The caller deletes the row from its own table in the same transaction. */
export function insertTrashItem({ em, viewer, now }: SignedInCtx, thrown: TrashedRow): void {
  em.persist(TrashItem.take(thrown, viewer, now));
}

interface TrashedBatch {
  deleted_at: Date;
  rows: { module: ActivityModule; item_id: number }[];
}

/** The latest batch in the trash whose name begins with `prefix`. */
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

/** Undefined if the row is not in the trash. Of concurrent calls, one gets it. */
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

/** The picture stays if something else uses it. @throws {NotFound} when the row is not in the trash */
export async function deletePermanently(
  ctx: Ctx,
  module: ActivityModule,
  item_id: number,
): Promise<{ success: true }> {
  const { results } = await deleteAllPermanently(ctx, module, [item_id]);
  if (results[0]?.outcome !== 'changed') throw new NotFound(notThere);
  return { success: true };
}

/** In one transaction. The sweep removes pictures that nothing else needs. */
export async function deleteAllPermanently(
  ctx: Ctx,
  module: ActivityModule,
  item_ids: readonly number[],
): Promise<BulkResult> {
  return inTransaction(ctx, (tx) =>
    runForEachRow(item_ids, async (id) => {
      const item = await takeFromTrash(tx, module, id);
      if (!item) return 'not_found';
      await dropTraces(tx, { module, item_id: id });
      return 'changed';
    }),
  );
}

async function dropTraces(tx: Ctx, key: ItemKey): Promise<void> {
  await deletePictureUses(tx, key);
  await deleteAddressesOf(tx, key);
  await deleteVersions(tx, key);
  await deleteTranslation(tx, key);
  await deleteExternalId(tx, key);
}

/** Each row in its own transaction. Pictures that something else uses stay. */
export async function deleteExpiredTrash(ctx: Ctx): Promise<void> {
  const items = await ctx.em.find(
    TrashItem,
    { deleted_at: { $lte: trashCutoff(ctx.now) } },
    { fields: ['module', 'item_id'], orderBy: { id: 'asc' } },
  );
  for (const { id, module, item_id } of items) {
    await inTransaction({ ...ctx, em: ctx.em.fork() }, async (tx) => {
      const removed = await tx.em.nativeDelete(TrashItem, { id });
      // The row was restored since the trash was read, so its uses, addresses and versions belong to it again.
      if (removed === 0) return;
      await dropTraces(tx, { module, item_id });
    });
  }
}
