import { declareChangedTables } from '../../database/content-version.ts';
import { isPostgresql } from '../../database/dialect.ts';
import type { Ctx } from '../../database/ctx.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { isFileType, stablePartOf } from '../../shared/library-files.ts';
import type { MediaItemView as Shown } from '../../shared/media.ts';
import type { Upload } from '../../shared/uploaded-file.ts';
import { showItem } from '../../pictures/picture-views.service.ts';
import { describePicture } from '../../pictures/pictures.service.ts';
import type { EditorCtx } from '../../content/content-kind.ts';
import { updateRow } from '../../content/operations/update.ts';
import { SettingPicture } from '../../settings/setting-picture.entity.ts';
import { TrashItem } from '../../content/trash/trash-item.entity.ts';
import { nounOf } from './library.facts.ts';
import { media } from './library.module.ts';
import { storeMedia } from './media-upload.service.ts';
import { checksumOf, MediaItem, extensionOf } from '../../pictures/media-item.entity.ts';
import { showingColumns } from './where-used.repository.ts';

const field = 'file';

type Tables = Record<string, Record<string, unknown>>;

/**
 * Replaces the file of a library item and removes the old file. All rows that show the old picture, including
 * rows in the trash, then show the new picture. A file that is not a picture keeps its address.
 * @throws {NotFound} · {Conflict} when the item has changed since `version` · {RuleBroken} for the field
 * `file`
 */
export async function replaceFile(
  ctx: EditorCtx,
  { id, version, file }: { id: number; version?: number | undefined; file?: Upload | undefined },
): Promise<Shown> {
  if (!file) throw RuleBroken.of(field, 'Please choose a file.');
  const before = await ctx.em.fork().findOne(MediaItem, { id });
  const path = await storeMedia(ctx, file, stablePartOf(before?.path ?? null));
  const replaced = await updateRow(media.kind, ctx, {
    id,
    version,
    // The rows must be locked before items of the library. `saveRow` explains this order.
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
  return await showItem(ctx, replaced);
}

async function lockRowsShowing(tx: Ctx, id: number): Promise<void> {
  const db = tx.em.getKysely<Tables>();
  if (!isPostgresql(db)) return;
  for (const { table, column } of movedColumns(tx)) {
    const path = db.selectFrom('media').select('path').where('media.id', '=', id);
    const rows = db.selectFrom(table).select('id').where(column, '=', path).orderBy('id');
    await rows.forNoKeyUpdate().execute();
  }
}

/**
 * Checks that the new file has the same type, because links name the type of their file. A picture may get another
 * picture format, because pictures are displayed and not linked.
 * @throws {RuleBroken} when the type differs
 */
function expectSameType({ type }: MediaItem, path: string): void {
  const [isFile, next] = [isFileType(type), extensionOf(path)];
  if (isFile ? next === type : !isFileType(next)) return;
  const wanted = isFile ? `${type.toUpperCase()} file` : 'picture';
  throw RuleBroken.of(field, `The new file must be a ${wanted}, too.`);
}

/** @throws {RuleBroken} when the library already has the new file */
async function expectOther({ em }: Ctx, { id, checksum, type }: MediaItem, path: string): Promise<void> {
  const same = await em.findOne(MediaItem, { checksum: checksumOf(path), is_attached: false });
  if (!same) return;
  const message =
    same.id === id || same.checksum === checksum
      ? `This is the same ${nounOf(type)}.`
      : `The library has this ${nounOf(type)} already: “${same.name}”.`;
  throw RuleBroken.of(field, message);
}

/**
 * Refuses a picture that the settings use. Stored versions of the settings contain the path of the picture, and these
 * versions never change.
 * @throws {RuleBroken}
 */
async function expectNotInSettings({ em }: Ctx, image: string): Promise<void> {
  if ((await em.count(SettingPicture, { image })) === 0) return;
  throw RuleBroken.of(field, 'The settings use this picture. Choose another one there.');
}

/**
 * Replaces a path in all rows and in the trash, and raises the versions of the rows. Runs in the caller's
 * transaction.
 */
async function moveRows(tx: Ctx, old: string, path: string): Promise<void> {
  for (const { table, column } of movedColumns(tx)) {
    declareChangedTables(tx, table);
    await tx.em
      .getKysely<Tables>()
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

/** Returns the columns that contain paths of pictures, except the column of the settings. */
function movedColumns(tx: Ctx) {
  const { tableName } = tx.em.getMetadata().get(SettingPicture);
  return showingColumns(tx).filter(({ table }) => table !== tableName);
}
