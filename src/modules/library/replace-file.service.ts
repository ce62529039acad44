import { touch } from '../../database/content-version.ts';
import { isPostgresql } from '../../database/dialect.ts';
import type { OperationContext } from '../../database/operation.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { MediaItem as Shown } from '../../shared/media.ts';
import type { Upload } from '../../shared/uploaded-file.ts';
import { showPicture } from '../../pictures/picture-views.service.ts';
import { storeUpload } from '../../pictures/held-files.service.ts';
import { describePicture } from '../../pictures/pictures.service.ts';
import type { EditorialWork } from '../../content/kind.ts';
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
  work: EditorialWork,
  { id, version, file }: { id: number; version?: number | undefined; file?: Upload | undefined },
): Promise<Shown> {
  if (!file) throw RuleBroken.of(field, 'Please choose a file.');
  await using stored = await storeUpload(work, { file, field });
  const { path } = stored;
  const replaced = await updateRow(media.kind, work, {
    id,
    version,
    // Rows come before items of the library in the order of locks. `saveRow` explains it.
    lockBefore: (inside) => lockRowsShowing(inside, id),
    revise: async (row, inside) => {
      await expectOther(inside, row, path);
      if (row.path) {
        await expectNotInSettings(inside, row.path);
        await moveRows(inside, row.path, path);
      }
      await describePicture(inside, path, row.alt);
      row.revise({ path, is_attached: false }, work.now);
    },
  });
  stored.keep();
  return await showPicture(work, 'path', replaced);
}

async function lockRowsShowing(inside: OperationContext, id: number): Promise<void> {
  const db = inside.em.getKysely<Tables>();
  if (!isPostgresql(db)) return;
  for (const { table, column } of movedColumns(inside)) {
    const path = db.selectFrom('media').select('path').where('media.id', '=', id);
    const rows = db.selectFrom(table).select('id').where(column, '=', path).orderBy('id');
    await rows.forNoKeyUpdate().execute();
  }
}

/** @throws {RuleBroken} when the library already has the new picture */
async function expectOther(
  { em }: OperationContext,
  { id, checksum }: MediaItem,
  path: string,
): Promise<void> {
  const same = await em.findOne(MediaItem, { checksum: checksumOf(path), is_attached: false });
  if (!same) return;
  const message =
    same.id === id || same.checksum === checksum
      ? 'This is the same picture.'
      : `The library has this picture already: “${same.name}”.`;
  throw RuleBroken.of(field, message);
}

/** Stored versions of the settings contain the path and never change. @throws {RuleBroken} */
async function expectNotInSettings({ em }: OperationContext, image: string): Promise<void> {
  if ((await em.count(SettingPicture, { image })) === 0) return;
  throw RuleBroken.of(field, 'The settings use this picture. Choose another one there.');
}

/** Runs in the caller's transaction. Raises the versions of the rows. */
async function moveRows(inside: OperationContext, old: string, path: string): Promise<void> {
  for (const { table, column } of movedColumns(inside)) {
    touch(inside, table);
    await inside.em
      .getKysely<Tables>()
      .updateTable(table)
      .set((eb) => ({ [column]: path, version: eb('version', '+', 1) }))
      .where(column, '=', old)
      .execute();
  }
  for (const item of await inside.em.find(TrashItem, { picture: old })) {
    item.picture = path;
    item.fields = Object.fromEntries(
      Object.entries(item.fields).map(([name, value]) => [name, value === old ? path : value]),
    );
  }
}

/** The columns that show pictures, except those of the settings. */
function movedColumns(inside: OperationContext) {
  const { tableName } = inside.em.getMetadata().get(SettingPicture);
  return showingColumns(inside).filter(({ table }) => table !== tableName);
}
