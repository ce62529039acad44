import { touch } from '../../database/content-version.ts';
import { isPostgresql } from '../../database/dialect.ts';
import type { Ctx } from '../../database/ctx.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { MediaItemView as Shown } from '../../shared/media.ts';
import type { Upload } from '../../shared/uploaded-file.ts';
import { showPicture } from '../../pictures/picture-views.service.ts';
import { storeUpload } from '../../pictures/files-of-save.service.ts';
import { describePicture } from '../../pictures/pictures.service.ts';
import type { EditorCtx } from '../../content/kind.ts';
import { updateRow } from '../../content/operations/update.ts';
import { SettingPicture } from '../../settings/setting-picture.entity.ts';
import { TrashItem } from '../../content/trash/trash-item.entity.ts';
import { media } from './library.module.ts';
import { checksumOf, MediaItem } from '../../pictures/media-item.entity.ts';
import { showingColumns } from './where-used.repository.ts';

const field = 'file';

type Tables = Record<string, Record<string, unknown>>;

/**
 * Replaces the file of an item. All rows that show the picture, including those in the trash, show the new one. Removes the old file.
 *
 * @throws {NotFound} · {Conflict} when the item has changed since `version` · {RuleBroken} under `file`
 */
export async function replaceFile(
  ctx: EditorCtx,
  { id, version, file }: { id: number; version?: number | undefined; file?: Upload | undefined },
): Promise<Shown> {
  if (!file) throw RuleBroken.of(field, 'Please choose a file.');
  await using stored = await storeUpload(ctx, { file, field });
  const { path } = stored;
  const replaced = await updateRow(media.kind, ctx, {
    id,
    version,
    // Rows come before items of the library in the order of locks. `saveRow` explains it.
    lockBefore: (tx) => lockRowsShowing(tx, id),
    revise: async (row, tx) => {
      await expectOther(tx, row, path);
      if (row.path) {
        await expectNotInSettings(tx, row.path);
        await moveRows(tx, row.path, path);
      }
      await describePicture(tx, path, row.alt);
      row.revise({ path, is_attached: false }, ctx.now);
    },
  });
  stored.keep();
  return await showPicture(ctx, 'path', replaced);
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

/** @throws {RuleBroken} when the library already has the new picture */
async function expectOther({ em }: Ctx, { id, checksum }: MediaItem, path: string): Promise<void> {
  const same = await em.findOne(MediaItem, { checksum: checksumOf(path), is_attached: false });
  if (!same) return;
  const message =
    same.id === id || same.checksum === checksum
      ? 'This is the same picture.'
      : `The library has this picture already: “${same.name}”.`;
  throw RuleBroken.of(field, message);
}

/** Stored versions of the settings contain the path and never change. @throws {RuleBroken} */
async function expectNotInSettings({ em }: Ctx, image: string): Promise<void> {
  if ((await em.count(SettingPicture, { image })) === 0) return;
  throw RuleBroken.of(field, 'The settings use this picture. Choose another one there.');
}

/** Runs in the caller's transaction. Raises the versions of the rows. */
async function moveRows(tx: Ctx, old: string, path: string): Promise<void> {
  for (const { table, column } of movedColumns(tx)) {
    touch(tx, table);
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

/** The columns that show pictures, except those of the settings. */
function movedColumns(tx: Ctx) {
  const { tableName } = tx.em.getMetadata().get(SettingPicture);
  return showingColumns(tx).filter(({ table }) => table !== tableName);
}
