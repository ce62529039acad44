import { type EditorCtx, findLocked } from '../../content/content-kind.ts';
import { readRow } from '../../content/operations/read.ts';
import { moveRowsToTrash } from '../../content/operations/remove.ts';
import { updateRow } from '../../content/operations/update.ts';
import {
  countRowsWithVersionsOf,
  removePictureFromVersions,
} from '../../content/versions/stored-versions.ts';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { inTransaction } from '../../database/transaction.ts';
import { MediaItem } from '../../pictures/media-item.entity.ts';
import { listUsedOrUnused, toMediaView } from '../../pictures/media.ts';
import { readModulesOfKept } from '../../pictures/named-files.ts';
import { readPictures, showItem, showItems } from '../../pictures/picture.ts';
import { describePicture, type PicturesCtx } from '../../pictures/pictures.ts';
import { Conflict, NotFound, RuleBroken, type UseCounts } from '../../shared/errors.ts';
import { can } from '../../shared/grants.ts';
import type {
  MediaChange,
  MediaDetail,
  MediaItemView as Shown,
  MediaQuery,
  MediaUseView,
} from '../../shared/media.ts';
import { findModuleByLogName } from '../../shared/module-facts.ts';
import { type PageMeta, withAsOf } from '../../shared/pagination.ts';
import { sizesOf } from '../../shared/picture-view.ts';
import { Download } from '../../trpc/download.ts';
import { nounOf } from './library.facts.ts';
import { media, mediaTable } from './library.module.ts';
import { readUsesOf, showingColumns, type UsingTables } from './where-used.ts';

const noSuchPicture = 'There is no such picture.';

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
  return inTransaction(ctx, async (tx) => {
    // While the row is locked, no other row can begin to use it.
    const row = await findLocked(tx, MediaItem, id);
    if (!row) throw new NotFound(mediaTable.missing);
    const uses = await readUsesOf({ em: tx.em, read: tx.em.getKysely<Tables>() }, tables, toMediaView(row));
    if (uses.length > 0) throw inUse(row.type, uses);
    if (row.path) await removePictureFromVersions(tx, row.path);
    await moveRowsToTrash(media.kind, tx, [id]);
    return { success: true };
  });
}

/**
 * Opens a picture that the trash or a version needs, in the smallest size that is stored.
 * @throws {NotFound} when there is no such picture, or when the viewer may edit none of the rows that had it
 */
export async function openKeptPicture(
  { read, pictures, viewer }: SignedInCtx & Pick<PicturesCtx, 'pictures'>,
  key: string,
): Promise<Download> {
  const path = `uploads/${key}`;
  const modules = (await readModulesOfKept(read, path)).map((log) => findModuleByLogName(log)?.name);
  if (!modules.some((name) => name && can(viewer.role, `${name}:manage`))) throw new NotFound(noSuchPicture);
  const original = (await readPictures(read, [path])).get(path);
  const [smallest] = original ? sizesOf(original) : [];
  for (const name of smallest ? [smallest.path.replace('uploads/', ''), key] : [key]) {
    const file = await pictures.read(name);
    const type = `image/${name.slice(name.lastIndexOf('.') + 1)}`;
    if (file?.bytes) return new Download({ name, type, bytes: file.bytes, open: () => file.open() });
  }
  throw new NotFound(noSuchPicture);
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
