import { ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import type { Ctx, Reader } from '../../database/ctx.ts';
import { acquireLeases } from '../../locks/lease.ts';
import { Conflict, RuleBroken, type UseCounts } from '../../shared/errors.ts';
import type {
  MediaChange,
  MediaDetail,
  MediaQuery,
  MediaUseView,
  MediaItemView as Shown,
} from '../../shared/media.ts';
import { type PageMeta, withAsOf } from '../../shared/pagination.ts';
import { showItem, showItems } from '../../pictures/picture-views.service.ts';
import { describePicture, pictureLeaseName } from '../../pictures/pictures.service.ts';
import type { EditorCtx } from '../../content/content-kind.ts';
import { readRow } from '../../content/operations/read.ts';
import { removeRow } from '../../content/operations/remove.ts';
import { updateRow } from '../../content/operations/update.ts';
import {
  countRowsWithVersionsOf,
  removePictureFromVersions,
} from '../../content/versions/stored-versions.service.ts';
import { nounOf } from './library.facts.ts';
import { media, mediaTable } from './library.module.ts';
import { listUsedOrUnused, toMediaView } from '../../pictures/media.repository.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { readUsesOf, showingColumns, type UsingTables } from './where-used.repository.ts';

export async function listMedia(ctx: Ctx, query: MediaQuery): Promise<{ items: Shown[]; meta: PageMeta }> {
  const { is_used, type, is_described, updated_since, kind, ...page } = query;
  if (is_used !== undefined && (page.cursor ?? updated_since) !== undefined) {
    throw RuleBroken.of('is_used', 'This filter goes without cursor and updated_since.');
  }
  const { rows, meta } =
    is_used === undefined
      ? await mediaTable.page(ctx.read, page, { type, is_described, updated_since, media_kind: kind })
      : await listUsedOrUnused(ctx.read, query, showingColumns(ctx));
  return {
    items: await showItems(ctx, rows.map(toMediaView)),
    meta: withAsOf(meta, ctx.now, updated_since),
  };
}

/**
 * Returns an item of the library and its uses. Also returns how many rows have earlier versions that use the item.
 * @throws {NotFound} when there is no such item
 */
export async function getMedia(ctx: Ctx, tables: UsingTables, id: number): Promise<MediaDetail> {
  const item = await showItem(ctx, readRow(media.kind, ctx, id));
  const [uses, in_versions] = await Promise.all([
    readUsesOf(ctx, tables, item),
    countRowsWithVersionsOf(ctx.read, item),
  ]);
  return { item, uses, in_versions };
}

/**
 * Changes the details of a picture or file. If the form of a row has added the picture, the picture then remains in the
 * library, even without the row.
 * @throws {NotFound} · {Conflict} when the item has changed since `version`
 */
export async function changeMedia(ctx: EditorCtx, { id, version, ...values }: MediaChange): Promise<Shown> {
  // The file of an attached picture is deleted when no row shows the picture. The lease prevents the deletion
  // until the change is stored.
  const attached = await ctx.em.fork().findOne(MediaItem, { id, is_attached: true });
  await using _ = await acquireLeases(ctx, attached?.path ? [pictureLeaseName(attached.path)] : []);
  const changed = updateRow(media.kind, ctx, {
    id,
    version,
    revise: async (row, tx) => {
      const wasAttached = row.is_attached;
      const isDescribed = await describePicture(tx, row.path, values.alt);
      row.revise({ ...definedOnly(values), is_attached: false }, ctx.now);
      return wasAttached || isDescribed;
    },
  });
  return await showItem(ctx, changed);
}

/**
 * Moves a picture or file to the trash.
 * @throws {NotFound} · {Conflict} when the item is in use, with the number of uses by module
 */
export async function removeMedia(
  ctx: EditorCtx,
  tables: UsingTables,
  id: number,
): Promise<{ success: true }> {
  const item = await readRow(media.kind, ctx, id);
  const fresh = { em: ctx.em.fork(), read: ctx.em.fork().getKysely() as unknown as Reader };
  const uses = await readUsesOf(fresh, tables, item);
  if (uses.length > 0) throw inUse(item.type, uses);
  try {
    if (item.path) await removePictureFromVersions({ em: ctx.em.fork() }, item.path);
    return await removeRow(media.kind, ctx, id);
  } catch (error) {
    // A use was recorded after the check above.
    if (error instanceof ForeignKeyConstraintViolationException)
      throw inUse(item.type, await readUsesOf(fresh, tables, item));
    throw error;
  }
}

function inUse(type: string, uses: MediaUseView[]): Conflict {
  const [first] = uses;
  const named = first ? `“${first.title}”${first.is_in_trash ? ', which is in the trash' : ''}` : 'a text';
  const others = uses.length - 1;
  const more = others > 0 ? ` and ${others} more` : '';
  const in_use: UseCounts = {};
  for (const { module, is_in_trash } of uses) {
    const kind = is_in_trash ? 'trash' : module;
    in_use[kind] = (in_use[kind] ?? 0) + 1;
  }
  return new Conflict(`This ${nounOf(type)} is used by ${named}${more}. Take it out there first.`, {
    in_use,
  });
}

function definedOnly<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}
