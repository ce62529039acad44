import { LockMode } from '@mikro-orm/core';
import { insertRow } from '../../database/insert-row.ts';
import { lockName } from '../../locks/name-lock.ts';
import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { RuleBroken, TooLarge } from '../../shared/errors.ts';
import { toOneLine } from '../../shared/text-fields.ts';
import type { MediaItemView as Shown } from '../../shared/media.ts';
import { maxImageBytes } from '../../shared/upload-limits.ts';
import type { Upload } from '../../shared/uploaded-file.ts';
import { recordActivity } from '../../log/activities.service.ts';
import { showItem } from '../../pictures/picture-views.service.ts';
import { storeUpload } from '../../pictures/submitted-pictures.service.ts';
import { detectPictureType } from '../../pictures/processing/picture-types.ts';
import { describePicture, removeUnneeded } from '../../pictures/pictures.service.ts';
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
  const path = await storeMedia(ctx, file);
  const item = await storeItem(ctx, { path, file, alt });
  if (item.path !== path) await removeUnneeded(ctx, path);
  return item;
}

/**
 * Stores the file of a library item. `lastingPart` is the part of the path that remains when a file is
 * replaced. Paths of pictures have no such part.
 */
export async function storeMedia(ctx: EditorCtx, file: Upload, lastingPart?: string): Promise<string> {
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
  const checksum = checksumOf(item.path);
  return inIdempotentTransaction(ctx, async (tx) => {
    await lockName(tx, `media ${checksum}`);
    const same = (await findSame(tx.em, checksum, false)) ?? (await findSame(tx.em, checksum, true));
    const row = same ? await keepSame(tx, same, item.alt) : await enter(tx, item);
    return showOne(tx, row);
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
  return showItem({ read: tx.em.getKysely<Tables>() }, toMediaView(row));
}
