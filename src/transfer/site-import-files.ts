import type { TransferContent } from '../content/module/transfer-content.ts';
import { Picture } from '../pictures/picture.entity.ts';
import { changePictures } from '../pictures/pictures.service.ts';
import type { PictureItem } from './site-items.ts';
import { type SiteImportCtx, storeDocument, storePictureFile } from './site-files.ts';

export interface ExportedFiles {
  folder: string;
  pictures: Map<string, PictureItem>;
}

/**
 * Stores the picture of a row. If the file is missing or does not match its name, removes the picture from
 * the row and adds a note.
 */
export async function importPicture(
  ctx: SiteImportCtx,
  { picture }: TransferContent,
  row: Record<string, unknown>,
  { folder, pictures }: ExportedFiles,
  notes: string[],
): Promise<void> {
  const path = String(row[picture!]);
  const known = pictures.get(path);
  const problem = await storePictureFile(ctx, folder, path, known);
  if (problem) {
    row[picture!] = null;
    notes.push(`${path} ${problem}: taken without it`);
  } else await enter(ctx, path, known);
}

/** Stores a picture of the settings. Returns undefined, or the reason why the picture cannot be stored. */
export async function importSettingPicture(
  ctx: SiteImportCtx,
  { folder, pictures }: ExportedFiles,
  path: string,
) {
  const known = pictures.get(path);
  const problem = await storePictureFile(ctx, folder, path, known);
  if (!problem) await enter(ctx, path, known);
  return problem;
}

export async function importDocument(
  ctx: SiteImportCtx,
  row: Record<string, unknown>,
  { folder }: ExportedFiles,
  notes: string[],
): Promise<string | undefined> {
  if (typeof row.attachment_key !== 'string') return undefined;
  const stored = await storeDocument(ctx, folder, row.attachment_key);
  if ('key' in stored) {
    row.attachment_key = stored.key;
    return stored.key;
  }
  notes.push(`private/${row.attachment_key} ${stored.problem}: taken without it`);
  Object.assign(row, { attachment_key: null, attachment_name: null });
  return undefined;
}

/**
 * Stores the row of a picture with its measures and description. An existing row of the picture remains
 * unchanged.
 */
async function enter({ em, pictures, now }: SiteImportCtx, path: string, known: PictureItem | undefined) {
  const facts = known ?? { ...(await pictures.measure(path)), alt: null, created_at: now };
  const row = { ...facts, created_at: new Date(facts.created_at) };
  await changePictures({ em }, (tx) => tx.upsert(Picture, row, { onConflictAction: 'ignore' }));
}
