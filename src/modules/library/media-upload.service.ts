import { insertRow } from '../../database/insert-row.ts';
import { lockName } from '../../locks/name-lock.ts';
import type { Ctx } from '../../database/ctx.ts';
import { inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { acquireLeases } from '../../locks/lease.ts';
import { RuleBroken, TooLarge } from '../../shared/errors.ts';
import { toOneLine } from '../../shared/text-fields.ts';
import type { MediaItemView as Shown } from '../../shared/media.ts';
import { maxImageBytes } from '../../shared/upload-limits.ts';
import type { Upload } from '../../shared/uploaded-file.ts';
import { recordActivity } from '../../log/activities.service.ts';
import { showItem } from '../../pictures/picture-views.service.ts';
import { type StoredUpload, storeUpload } from '../../pictures/submitted-files.service.ts';
import { detectPictureType } from '../../pictures/processing/picture-types.ts';
import { describePicture, pictureLeaseName, releasePicture } from '../../pictures/pictures.service.ts';
import type { EditorCtx } from '../../content/content-kind.ts';
import { mediaFacts } from './library.facts.ts';
import { subjectOf } from './library.module.ts';
import { toMediaView } from '../../pictures/media.repository.ts';
import { checksumOf, MediaItem } from '../../pictures/media-item.entity.ts';

const maxName = 200;
const field = 'file';

/**
 * Adds a picture or another file to the library. Returns the existing item if the library already has the
 * same file.
 * @throws {RuleBroken} for the field `file` · {TooLarge} when a picture is larger than 10 MB
 */
export async function uploadMedia(
  ctx: EditorCtx,
  { file, alt }: { file?: Upload | undefined; alt?: string | undefined },
): Promise<Shown> {
  if (!file) throw RuleBroken.of(field, 'Please choose a file.');
  await using stored = await storeMedia(ctx, file);
  const { path } = stored;
  const checksum = checksumOf(path);
  const attached = await findSame(ctx.em.fork(), checksum, true);
  const item = await storeItem(ctx, { path, checksum, attached, file, alt });
  stored.keep();
  if (item.path !== path) await releasePicture(ctx, path);
  return item;
}

/**
 * Stores the file of a library item. `lastingPart` is the part of the path that remains when a file is
 * replaced. Paths of pictures have no such part.
 */
export async function storeMedia(ctx: EditorCtx, file: Upload, lastingPart?: string): Promise<StoredUpload> {
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
  checksum: string;
  /**
   * The attached item with the same file, which the form of a row has added to the library. Null if there is no such
   * item.
   */
  attached: MediaItem | null;
  file: Upload;
  alt: string | undefined;
}

async function storeItem(ctx: EditorCtx, { path, checksum, attached, file, alt }: NewItem): Promise<Shown> {
  // Prevents the removal of an attached picture until the transaction has ended.
  await using _ = await acquireLeases(ctx, attached?.path ? [pictureLeaseName(attached.path)] : []);
  return await inIdempotentTransaction(ctx, async (tx) => {
    await lockName(tx, `media ${checksum}`);
    const same =
      (await findSame(tx.em, checksum, false)) ??
      (attached && (await tx.em.findOne(MediaItem, { id: attached.id, checksum })));
    const row = same ? await keepSame(tx, same, alt) : await enter(tx, { path, file, alt });
    return showOne(tx, row);
  });
}

function findSame(em: Ctx['em'], checksum: string, is_attached: boolean): Promise<MediaItem | null> {
  return em.findOne(MediaItem, { checksum, is_attached, path: { $ne: null } }, { orderBy: { id: 'asc' } });
}

async function enter(
  tx: EditorCtx,
  { path, file, alt }: { path: string; file: Upload; alt: string | undefined },
): Promise<MediaItem> {
  await describePicture(tx, path, alt);
  const name = toOneLine(file.name).slice(-maxName) || 'Picture';
  const origin = { user_id: tx.viewer.id, user_name: tx.viewer.name };
  const values = { path, name, alt: alt ?? null, is_attached: false };
  const row = MediaItem.enter({ ...values, ...origin }, tx.now);
  await insertRow(tx, MediaItem, row);
  await recordActivity(tx, 'create', mediaFacts.log, subjectOf(row));
  return row;
}

/**
 * Returns the existing item for an upload of the same file. The item no longer counts as attached, and gets
 * the description of the upload if it has none.
 */
async function keepSame(tx: Ctx, item: MediaItem, alt: string | undefined): Promise<MediaItem> {
  const isNews = alt !== undefined && item.alt === null;
  if (!item.is_attached && !isNews) return item;
  if (isNews) await describePicture(tx, item.path, alt);
  item.revise({ is_attached: false, ...(isNews && { alt }) }, tx.now);
  await tx.em.flush();
  return item;
}

/** Reads inside the transaction, because other connections cannot see the new row yet. */
function showOne(tx: Ctx, row: MediaItem): Promise<Shown> {
  return showItem({ read: tx.em.getKysely() }, toMediaView(row));
}
