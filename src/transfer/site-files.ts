import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TransferContent } from '../content/module/transfer-content.ts';
import { makeFileName, type Storage, withTemporaryFile } from '../pictures/files/storage.ts';
import { findFileType, findPdfProblem } from '../pictures/files/file-types.ts';
import { Picture } from '../pictures/picture.entity.ts';
import { inPicturesTransaction, type PicturesCtx } from '../pictures/change-pictures.ts';
import { isFilePath } from '../shared/library-files.ts';
import { sizesOf } from '../shared/picture-view.ts';
import type { PictureItem } from './site-content.ts';

export interface SiteImportCtx extends PicturesCtx {
  uploads: Storage;
  privateFiles: Storage;
  quarantine: string;
}

type FileCtx = Pick<SiteImportCtx, 'pictures' | 'uploads' | 'privateFiles' | 'quarantine'>;

const prefix = 'uploads/';
const missing = 'is not in the export';
const changed = 'is not what its name says';

/** Also stores its sizes if the export has them. Returns why the file cannot be stored, if so. */
async function storePictureFile(
  ctx: FileCtx,
  folder: string,
  path: string,
  known: PictureItem | undefined,
): Promise<string | undefined> {
  if (await ctx.pictures.exists(path)) return undefined;
  const problem = await withCopy(ctx, join(folder, path), path.slice(prefix.length), async (copy, key) => {
    const wrong = isFilePath(path) ? await problemOfFile(copy, key) : await ctx.pictures.findProblem(copy);
    if (!wrong) await ctx.uploads.put(key, copy);
    return wrong;
  });
  for (const size of known && !problem ? sizesOf(known) : [])
    await withAnyCopy(ctx, join(folder, size.path), async (copy) => {
      await ctx.uploads.put(size.path.slice(prefix.length), copy);
      return undefined;
    });
  return problem;
}

async function problemOfFile(copy: string, key: string): Promise<string | undefined> {
  const result = await findFileType(copy, key);
  return 'problem' in result ? result.problem : undefined;
}

/** Under a new key if the given one is in use, because two messages must not share a file. */
async function storeDocument(
  ctx: FileCtx,
  folder: string,
  key: string,
): Promise<{ key: string } | { problem: string }> {
  let storedKey = key;
  const problem = await withCopy(ctx, join(folder, 'private', key), key, async (copy) => {
    const wrong = await findPdfProblem(copy);
    if (wrong) return wrong;
    if (await ctx.privateFiles.read(key)) storedKey = `${await makeFileName(copy)}.pdf`;
    await ctx.privateFiles.put(storedKey, copy);
    return undefined;
  });
  return problem ? { problem } : { key: storedKey };
}

/** Compares the file with the hash in its name. Returns a reason, or the result of `act`. */
async function withCopy(
  ctx: FileCtx,
  path: string,
  key: string,
  act: (copy: string, key: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  return withAnyCopy(ctx, path, async (copy) => {
    const hash = createHash('sha256');
    await pipeline(createReadStream(copy), hash);
    return hash.digest('hex').startsWith(key.slice(0, 32)) ? act(copy, key) : changed;
  });
}

/** Copies the file into the quarantine for `act`. */
async function withAnyCopy(
  { quarantine }: FileCtx,
  path: string,
  act: (copy: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  return withTemporaryFile(quarantine, async (copy) => {
    await copyFile(path, copy);
    // The copy has the mode of the original. Other users of the machine must not read it.
    await chmod(copy, 0o600);
    return act(copy);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return missing;
    throw error;
  });
}

export interface ExportedFiles {
  folder: string;
  pictures: Map<string, PictureItem>;
}

/** A picture that is missing or does not match its name leaves the row, with a note. */
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

/** Undefined, or the reason why the picture cannot be stored. */
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

/** An existing row stays. */
async function enter({ em, pictures, now }: SiteImportCtx, path: string, known: PictureItem | undefined) {
  const facts = known ?? { ...(await pictures.measure(path)), alt: null, created_at: now };
  const row = { ...facts, created_at: new Date(facts.created_at) };
  await inPicturesTransaction({ em }, (tx) => tx.upsert(Picture, row, { onConflictAction: 'ignore' }));
}
