import type { Ctx } from '../database/ctx.ts';
import { isPostgresql } from '../database/dialect.ts';
import { isPicturePath } from '../shared/address-fields.ts';
import { RuleBroken } from '../shared/errors.ts';
import type { Upload } from '../shared/uploads.ts';
import { isShown } from './named-files.ts';
import { insertPicture, orWarn, type PicturesCtx, removeUnneeded } from './pictures.ts';
import type { Pictures } from './processing/pictures.ts';

export interface UploadedPicture {
  file: Upload;
  field: string;
}

export interface NamedPicture {
  address?: string | undefined;
  field: string;
  /** Then it stays in the library. */
  isFromLibrary?: boolean;
}

export interface SubmittedPictures {
  upload?: UploadedPicture | undefined;
  named?: NamedPicture | undefined;
}

export const notInLibrary = 'This picture is no longer in the library. Choose another one.';

/**
 * Visitors can load the picture once a row shows it. Until then it is an orphan, which `dropUnshownUpload`
 * removes, or the sweep after a crash.
 * @throws {RuleBroken} under `field` when the picture is damaged
 */
export async function storeUpload(
  ctx: PicturesCtx,
  { file, field }: UploadedPicture,
  store: Pictures['store'] = ctx.pictures.store,
): Promise<string> {
  const stored = await store(file, field);
  await insertPicture(ctx, stored, null);
  return stored.path;
}

/** The save was refused, or was stored before. */
export async function dropUnshownUpload(ctx: PicturesCtx, uploaded: string | undefined): Promise<void> {
  if (uploaded) await orWarn(ctx, uploaded, () => removeUnneeded(ctx, uploaded));
}

/**
 * Also locks the picture against the sweep until the transaction ends.
 * @throws {RuleBroken} under `field` when no row shows such a picture
 */
export async function takeNamedPicture(
  tx: Pick<Ctx, 'em'>,
  { address, field, isFromLibrary }: NamedPicture,
): Promise<string | undefined> {
  if (!address || !isPicturePath(address)) return address || undefined;
  const db = tx.em.getKysely<{ pictures: { path: string } }>();
  const rows = db.selectFrom('pictures').select('path').where('path', '=', address);
  if (isPostgresql(db)) await rows.forKeyShare().execute();
  if (await isShown(tx, address)) return address;
  throw RuleBroken.of(field, isFromLibrary ? notInLibrary : 'There is no uploaded picture at this path.');
}
