import { LockMode } from '@mikro-orm/core';
import type { EditorCtx } from '../../content/content-kind.ts';
import { updateRow } from '../../content/operations/update.ts';
import { TrashItem } from '../../content/trash/trash.ts';
import { declareChangedTables } from '../../database/content-version.ts';
import type { Ctx } from '../../database/ctx.ts';
import { isPostgresql } from '../../database/is-postgresql.ts';
import { insertRow } from '../../database/transaction.ts';
import type { Tables } from '../../database/table-types.ts';
import { inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { lockName } from '../../locks/name-lock.ts';
import { recordActivity } from '../../log/activities.ts';
import { checksumInPath, extensionOfPath, MediaItem } from '../../pictures/media-item.entity.ts';
import { toMediaView } from '../../pictures/media.ts';
import { showRowPicture } from '../../pictures/picture.entity.ts';
import { describePicture, removeUnneededPicture, storeUpload } from '../../pictures/change-pictures.ts';
import { detectPictureType } from '../../pictures/files/file-types.ts';
import { SettingPicture } from '../../settings/site-setting.entity.ts';
import { RuleBroken, TooLarge } from '../../shared/errors.ts';
import { isFileType, lastingPartOfPath } from '../../shared/library-files.ts';
import type { MediaItemView as Shown } from '../../shared/media.ts';
import { toOneLine } from '../../shared/fields.ts';
import type { Upload } from '../../shared/uploads.ts';
import { maxImageBytes } from '../../shared/upload-limits.ts';
import { mediaFacts, mediaKindOf } from './library.facts.ts';
import { mediaContent, activitySubjectOfMedia } from './library.module.ts';
import { pictureColumnsOfRows } from './where-used.ts';

const maxName = 200;
const field = 'file';

/**
 * Returns the existing item for a file that the library has.
 * @throws {RuleBroken} for the field `file` · {TooLarge} when a picture is larger than 10 MB
 */
export async function uploadMedia(
  ctx: EditorCtx,
  { file, alt }: { file?: Upload | undefined; alt?: string | undefined },
): Promise<Shown> {
  if (!file) throw RuleBroken.of(field, 'Please choose a file.');
  const path = await storeMedia(ctx, file);
  const item = await storeItem(ctx, { path, file, alt });
  if (item.path !== path) await removeUnneededPicture(ctx, path);
  return item;
}

/** `lastingPart` is the part of a file's path that stays the same when the file is replaced. Pictures have none. */
async function storeMedia(ctx: EditorCtx, file: Upload, lastingPart?: string): Promise<string> {
  if ((await detectPictureType(file.path)) === undefined)
    return storeUpload(ctx, { file, field }, () => ctx.pictures.storeFile(file, field, lastingPart));
  if (file.bytes > maxImageBytes) {
    const message = `A picture may have at most ${maxImageBytes / 1024 / 1024} MB.`;
    throw new TooLarge(message, { errors: { [field]: [message] } });
  }
  return storeUpload(ctx, { file, field });
}

interface NewItem {
  path: string;
  file: Upload;
  alt: string | undefined;
}

function storeItem(ctx: EditorCtx, item: NewItem): Promise<Shown> {
  const checksum = checksumInPath(item.path);
  return inIdempotentTransaction(ctx, async (tx) => {
    await lockName(tx, `media ${checksum}`);
    const same = (await findSame(tx.em, checksum, false)) ?? (await findSame(tx.em, checksum, true));
    const row = same ? await keepSame(tx, same, item.alt) : await enter(tx, item);
    // Other connections cannot see the new row yet.
    return showRowPicture({ read: tx.em.getKysely<Tables>() }, toMediaView(row));
  });
}

/** Locks the item, because an attached one is deleted with the last row that shows it. */
function findSame(em: Ctx['em'], checksum: string, is_attached: boolean): Promise<MediaItem | null> {
  const same = { checksum, is_attached, path: { $ne: null } };
  return em.findOne(MediaItem, same, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE });
}

async function enter(tx: EditorCtx, { path, file, alt }: NewItem): Promise<MediaItem> {
  await describePicture(tx, path, alt);
  const name = toOneLine(file.name).slice(-maxName) || 'Picture';
  const origin = { user_id: tx.viewer.id, user_name: tx.viewer.name };
  const values = { path, name, alt: alt ?? null, is_attached: false };
  const row = MediaItem.enter({ ...values, ...origin }, tx.now);
  await insertRow(tx, MediaItem, row);
  await recordActivity(tx, 'create', mediaFacts.log, activitySubjectOfMedia(row));
  return row;
}

/** The item no longer counts as attached, and gets the upload's description if it has none. */
async function keepSame(tx: Ctx, item: MediaItem, alt: string | undefined): Promise<MediaItem> {
  const isNews = alt !== undefined && item.alt === null;
  if (!item.is_attached && !isNews) return item;
  if (isNews) await describePicture(tx, item.path, alt);
  item.revise({ is_attached: false, ...(isNews && { alt }) }, tx.now);
  await tx.em.flush();
  return item;
}

type UsingRows = Record<string, Record<string, unknown>>;

/**
 * All rows with the old picture, also in the trash, show the new one. A file keeps its address.
 * @throws {NotFound} · {Conflict} when the item has changed since `version` · {RuleBroken} for the field
 * `file`
 */
export async function replaceLibraryFile(
  ctx: EditorCtx,
  { id, version, file }: { id: number; version?: number | undefined; file?: Upload | undefined },
): Promise<Shown> {
  if (!file) throw RuleBroken.of(field, 'Please choose a file.');
  const before = await ctx.em.fork().findOne(MediaItem, { id });
  const path = await storeMedia(ctx, file, lastingPartOfPath(before?.path ?? null));
  const replaced = await updateRow(mediaContent.kind, ctx, {
    id,
    version,
    // Before items of the library. `saveRow` explains this order.
    lockBefore: (tx) => lockRowsShowing(tx, id),
    revise: async (row, tx) => {
      expectSameType(row, path);
      await expectOther(tx, row, path);
      if (row.path) {
        await expectNotInSettings(tx, row.path);
        await moveRows(tx, row.path, path);
      }
      await describePicture(tx, path, row.alt);
      row.revise({ path, is_attached: false }, ctx.now);
    },
  });
  return await showRowPicture(ctx, replaced);
}

async function lockRowsShowing(tx: Ctx, id: number): Promise<void> {
  const db = tx.em.getKysely<UsingRows>();
  if (!isPostgresql(db)) return;
  for (const { table, column } of movedColumns(tx)) {
    const path = db.selectFrom('media').select('path').where('media.id', '=', id);
    const rows = db.selectFrom(table).select('id').where(column, '=', path).orderBy('id');
    await rows.forNoKeyUpdate().execute();
  }
}

/** Links name their file's type. Pictures are not linked, so their format may change. @throws {RuleBroken} */
function expectSameType({ type }: MediaItem, path: string): void {
  const [isFile, next] = [isFileType(type), extensionOfPath(path)];
  if (isFile ? next === type : !isFileType(next)) return;
  const expected = isFile ? `${type.toUpperCase()} file` : 'picture';
  throw RuleBroken.of(field, `The new file must be a ${expected}, too.`);
}

/** @throws {RuleBroken} when the library already has the new file */
async function expectOther({ em }: Ctx, { id, checksum, type }: MediaItem, path: string): Promise<void> {
  const same = await em.findOne(MediaItem, { checksum: checksumInPath(path), is_attached: false });
  if (!same) return;
  const message =
    same.id === id || same.checksum === checksum
      ? `This is the same ${mediaKindOf(type)}.`
      : `The library has this ${mediaKindOf(type)} already: “${same.name}”.`;
  throw RuleBroken.of(field, message);
}

/** Stored versions of the settings have the picture's path, and never change. @throws {RuleBroken} */
async function expectNotInSettings({ em }: Ctx, image: string): Promise<void> {
  if ((await em.count(SettingPicture, { image })) === 0) return;
  throw RuleBroken.of(field, 'The settings use this picture. Choose another one there.');
}

/** In all rows and the trash. Raises the versions of the rows. */
async function moveRows(tx: Ctx, old: string, path: string): Promise<void> {
  for (const { table, column } of movedColumns(tx)) {
    declareChangedTables(tx, table);
    await tx.em
      .getKysely<UsingRows>()
      .updateTable(table)
      .set((eb) => ({ [column]: path, version: eb('version', '+', 1) }))
      .where(column, '=', old)
      .execute();
  }
  for (const item of await tx.em.find(TrashItem, { picture: old })) {
    item.picture = path;
    item.fields = Object.fromEntries(
      Object.entries(item.fields).map(([name, value]) => [name, value === old ? path : value]),
    );
  }
}

/** Columns with paths of pictures, except those of the settings. */
function movedColumns(tx: Ctx) {
  const { tableName } = tx.em.getMetadata().get(SettingPicture);
  return pictureColumnsOfRows(tx).filter(({ table }) => table !== tableName);
}
