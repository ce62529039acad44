import { declareChangedTables } from '../database/content-version.ts';
import type { Ctx, SignedInCtx } from '../database/ctx.ts';
import { insertRow, inTransaction } from '../database/transaction.ts';
import type { Tables } from '../database/table-types.ts';
import { lockName } from '../locks/name-lock.ts';
import { attachPictureToRow, keepInLibrary } from '../pictures/media-uses.ts';
import { insertPicture, type PicturesCtx, lockChosenPicture } from '../pictures/change-pictures.ts';
import type { StoredLogo } from '../pictures/processing/picture-store.ts';
import { RuleBroken } from '../shared/errors.ts';
import type { Fields, PictureField } from '../shared/settings/field-types.ts';
import { findGroup } from '../shared/settings/groups.ts';
import { findPictureField, picturePathsIn, withoutPicture } from '../shared/settings/values.ts';
import type { Upload } from '../shared/uploads.ts';
import type { PictureUpload, StoredPictureView } from './settings.schema.ts';
import { SettingPicture, SiteSetting, unsavedVersion } from './site-setting.entity.ts';
import { readSettingsGroup } from './stored-groups.ts';

/**
 * The picture can be deleted after a day if no version of the group names it by then.
 * @throws {RuleBroken} for the field `picture` when it cannot be used, or for `field` when the group has no
 * such field
 */
export async function storeSettingPicture(
  ctx: PicturesCtx & SignedInCtx,
  fields: Fields,
  { group, field: path, picture }: PictureUpload,
): Promise<StoredPictureView> {
  const field = findPictureField(fields, path);
  if (!field) throw RuleBroken.of('field', 'There is no such picture.');
  if (!picture) throw RuleBroken.of('picture', 'Please choose a file.');
  const { colours, ...stored } = await (field.isPhoto ? storePhoto : storeLogo)(ctx, picture, field);
  await insertPicture(ctx, stored, null);
  await inTransaction({ ...ctx, em: ctx.em.fork() }, (tx) =>
    record(tx, { group_name: group, version: unsavedVersion, image: stored.path }),
  );
  return { path: stored.path, width: stored.width, height: stored.height, colours };
}

type StorePicture = (ctx: PicturesCtx, upload: Upload, field: PictureField) => Promise<StoredLogo>;

const storeLogo: StorePicture = ({ pictures }, upload, { box }) => pictures.storeLogo(upload, 'picture', box);

const storePhoto: StorePicture = async ({ pictures }, upload) => {
  const problem = await pictures.findProblem(upload.path);
  if (problem) throw RuleBroken.of('picture', problem);
  return { ...(await pictures.store(upload, 'picture')), colours: [] };
};

/**
 * Also keeps the pictures from the sweep until the transaction ends.
 * @throws {RuleBroken} with the path of a value whose picture does not exist
 */
export async function expectSettingPictures(tx: Ctx, fields: Fields, values: object): Promise<void> {
  for (const [field, address] of picturePathsIn(fields, values))
    await lockChosenPicture(tx, { address, field });
}

type NewSettingPicture = Pick<SettingPicture, 'group_name' | 'version' | 'image'>;

async function record(tx: Ctx, picture: NewSettingPicture): Promise<void> {
  declareChangedTables(tx, 'setting_pictures');
  await insertRow(tx, SettingPicture, Object.assign(new SettingPicture(), picture));
}

/**
 * Stores a new version without the picture, because stored ones never change. If only an earlier version
 * names it, just its record goes.
 */
export async function removeMissingSettingPicture(tx: Ctx, id: number): Promise<void> {
  const record = await tx.em.findOneOrFail(SettingPicture, { id });
  const { group_name, version, image } = record;
  await lockName(tx, `settings ${group_name}`);
  const current = await readSettingsGroup(tx.em.getKysely<Tables>(), group_name);
  tx.em.remove(record);
  await tx.em.flush();
  if (current?.version !== version) return;
  const next = { group_name, version: version + 1 };
  const value = withoutPicture(current.value, image);
  const origin = { user_id: null, user_name: 'Check of files', created_at: tx.now };
  await insertRow(tx, SiteSetting, Object.assign(new SiteSetting(), { ...next, ...origin, value }));
  await recordSettingPictures(tx, findGroup(group_name)?.fields ?? {}, { ...next, values: value });
}

/** In the transaction that stores the version. */
export async function recordSettingPictures(
  tx: Ctx,
  fields: Fields,
  { group_name, version, values }: { group_name: string; version: number; values: object },
): Promise<void> {
  for (const image of new Set(picturePathsIn(fields, values).values())) {
    await tx.em.nativeDelete(SettingPicture, { image, version: unsavedVersion });
    const isNew = (await tx.em.count(SettingPicture, { image })) === 0;
    await record(tx, { group_name, version, image });
    // A picture that is new in the settings may come from the library, where it must then stay.
    if (isNew) await keepInLibrary(tx, image);
    await attachPictureToRow(tx, image, group_name);
  }
}
