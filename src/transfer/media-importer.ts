import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { toEarlierPath, storeOldAddress } from '../content/addresses/old-addresses.ts';
import { nearestOldPaths } from '../content/addresses/moved-pages.ts';
import type { SignedInCtx } from '../database/ctx.ts';
import { inTransaction } from '../database/transaction.ts';
import { uploadMedia } from '../modules/library/uploads.ts';
import { findFileType } from '../pictures/files/file-types.ts';
import { MediaItem } from '../pictures/media-item.entity.ts';
import type { PicturesCtx } from '../pictures/change-pictures.ts';
import { RuleBroken } from '../shared/errors.ts';
import { maxLibraryFileBytes, maxLibraryFileMegabytes } from '../shared/library-files.ts';
import { mediaFacts } from '../shared/module-facts.ts';
import { Upload } from '../shared/uploads.ts';
import { maxImageBytes } from '../shared/upload-limits.ts';
import { shortenText } from './clean-post.ts';

/** The other site's uploads, copied here. */
interface Uploads {
  /** By path, or by a name that is unique among the folders. Of copies, the largest that may be stored. */
  find(address: string): Promise<Upload | undefined>;
}

interface UploadFile {
  /** Within the upload folder, with `/`. */
  path: string;
  folder: string;
  name: string;
}

/** Smaller, scaled, high-resolution or edited copies, by file name without folder, such as `photo.jpg`. */
type Copies = Map<string, UploadFile[]>;

const maxFiles = 1_000_000;
/** The longest that common file systems allow. */
const maxName = 255;
/** Added by Ghost and WordPress to the names of copies. */
const sizeOfCopy = /(?:-\d{1,5}x\d{1,5}|-scaled|@2x)+(?=\.[^.]+$)/;
const editOfCopy = /-e\d{10,13}(?=(?:-\d{1,5}x\d{1,5}|-scaled|@2x)*\.[^.]+$)/;
const isPicture = /\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?|hei[cf])$/i;
const folderOfCopy = /\/(?:size\/w\d+(?:h\d+)?|format\/[a-z]+)(?=\/)/g;

/** @throws {Error} when there is no such folder, or it has more than a million files */
export async function openUploadsFolder(folder: string): Promise<Uploads> {
  const facts = await stat(folder).catch(() => undefined);
  if (!facts?.isDirectory())
    throw new Error(
      facts ? `${folder} is a file: name the folder of the files` : `there is no folder ${folder}`,
    );
  const root = await realpath(folder);
  const copies: Copies = new Map();
  let count = 0;
  for await (const { path, name } of filesIn(root)) {
    count += 1;
    if (count > maxFiles) throw new Error(`${folder} has more than ${maxFiles.toLocaleString('en')} files`);
    const within = relative(root, path).split(sep).join('/');
    const file = { path: within, folder: within.slice(0, -name.length).toLowerCase(), name };
    const key = keyOf(name);
    const known = copies.get(key);
    if (known) known.push(file);
    else copies.set(key, [file]);
  }
  return { find: (address) => findIn(root, copies, address) };
}

/** At any depth. Follows a symbolic link only to a file in the folder. */
async function* filesIn(root: string): AsyncGenerator<{ path: string; name: string }> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries: Dirent[] = await readdir(folder, { withFileTypes: true });
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() || (entry.isSymbolicLink() && (await isFileWithin(root, path))))
        yield { path, name: entry.name };
    }
  }
}

async function isFileWithin(root: string, path: string): Promise<boolean> {
  const file = await realpath(path).catch(() => undefined);
  if (!file?.startsWith(root + sep)) return false;
  return (await stat(file)).isFile();
}

async function findIn(root: string, copies: Copies, address: string): Promise<Upload | undefined> {
  const path = pathOf(address);
  const name = path.slice(path.lastIndexOf('/') + 1);
  const all = (name.length <= maxName && copies.get(keyOf(name))) || [];
  const near = inFolderOf(path.slice(0, -name.length || undefined), all);
  // An edited picture may look different, so copies of the same edit come first.
  const edit = editOf(name);
  const ofEdit = near.filter((file) => editOf(file.name) === edit);
  const uploads = await Promise.all(
    (ofEdit.length > 0 ? ofEdit : near).map(async (copy) => {
      const file = join(root, copy.path);
      return new Upload({ path: file, bytes: (await stat(file)).size, name: copy.name });
    }),
  );
  const bySize = uploads.toSorted((a, b) => b.bytes - a.bytes);
  return bySize.find(({ bytes }) => bytes <= maxImageBytes) ?? bySize[0];
}

/**
 * The folder may begin differently, because uploads may be copied from any level. If none matches, takes the only
 * folder that does not contradict the date.
 */
function inFolderOf(folder: string, all: UploadFile[]): UploadFile[] {
  const parts = folder.toLowerCase().split('/').filter(Boolean);
  for (let from = 0; from < parts.length; from += 1) {
    const end = `${parts.slice(from).join('/')}/`;
    // A single folder name, such as a month, must be the whole path.
    const isLong = parts.length - from > 1;
    const near = all.filter((file) => file.folder === end || (isLong && file.folder.endsWith(`/${end}`)));
    if (near.length > 0) return inOneFolder(near);
  }
  const date = dateOf(folder);
  const possible = all.filter((file) => !date || [undefined, date].includes(dateOf(file.folder)));
  return inOneFolder(possible);
}

function dateOf(folder: string): string | undefined {
  return /(?:^|\/)(\d{4}\/\d\d)\/$/.exec(folder)?.[1];
}

function inOneFolder(files: UploadFile[]): UploadFile[] {
  const folders = new Set(files.map(({ folder }) => folder));
  // In several folders, it is unclear which file is meant, so only those in no folder count.
  return folders.size > 1 ? files.filter(({ folder }) => folder === '') : files;
}

/** What all copies of a name share. An edited copy too, because it may be the only one. */
function keyOf(name: string): string {
  const base = isPicture.test(name) ? name.replace(sizeOfCopy, '').replace(editOfCopy, '') : name;
  const ending = extname(base).toLowerCase();
  return (
    base
      .slice(0, base.length - ending.length)
      .toLowerCase()
      .normalize('NFC') + (ending === '.jpeg' ? '.jpg' : ending)
  );
}

function editOf(name: string): string {
  return editOfCopy.exec(name)?.[0] ?? '';
}

function pathOf(address: string): string {
  const path = address
    .replace(/^(?:https?:)?\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
    .replaceAll(folderOfCopy, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export type ImportCtx = SignedInCtx & PicturesCtx;

const isUploadThere =
  /\/wp-content\/uploads\/|\/content\/(?:images|files|media)\/|^\/\d{4}\/\d\d\/[^/]+\.[a-z\d]{2,5}$/;
const maxAlt = 250;
interface StoredMedia {
  id: number;
  path: string | null;
}
/** For every picture of a dry run, which stores none. */
const dryMedia: StoredMedia = { id: 1, path: null };

/** Adds the pictures and downloads of imported texts to the library, each file once. */
export interface MediaImporter {
  /** The local paths of the files that this import has used. */
  used: Set<string>;
  /** Library ids by address. Notes files that cannot be imported. Skips addresses without a file. */
  bring(
    ctx: ImportCtx,
    pictures: readonly { address: string; alt: string }[],
    notes: string[],
  ): Promise<Map<string, number>>;
  /** Files to which a text links. Returns the addresses of those in the library now. */
  bringDownloads(ctx: ImportCtx, addresses: readonly string[], notes: string[]): Promise<Set<string>>;
  find: Uploads['find'];
  /** The path in the library. Undefined for a file that this import has not used, and in a dry run. */
  pathOf(upload: Upload): string | undefined;
}

export function createMediaImporter(folder: string, isDryRun: boolean): MediaImporter {
  const known = new Map<string, StoredMedia>();
  let opening: Promise<Uploads> | undefined;
  const find: Uploads['find'] = async (address) => {
    opening ??= openUploadsFolder(folder);
    return (await opening).find(address);
  };
  const used = new Set<string>();
  const enter = async (ctx: ImportCtx, upload: Upload, alt: string): Promise<StoredMedia> => {
    const fresh = { ...ctx, em: ctx.em.fork() };
    const description = shortenText(alt.replaceAll(/\p{Cc}/gu, ' ').trim(), maxAlt);
    const { id, path } = await uploadMedia(fresh, { file: upload, ...(description && { alt: description }) });
    return { id, path };
  };
  const take = async (ctx: ImportCtx, upload: Upload, alt: string): Promise<number> => {
    const stored = known.get(upload.path) ?? (isDryRun ? dryMedia : await enter(ctx, upload, alt));
    known.set(upload.path, stored);
    used.add(upload.path);
    return stored.id;
  };
  const keptAddresses = new Set<string>();
  const keepAddress = async (ctx: ImportCtx, path: string | undefined, id: number) => {
    if (isDryRun || !path || keptAddresses.has(path)) return;
    keptAddresses.add(path);
    await inTransaction({ ...ctx, em: ctx.em.fork() }, (tx) =>
      storeOldAddress(tx, { module: mediaFacts.log, item_id: id }, path),
    );
  };
  return {
    find,
    used,
    pathOf: ({ path }) => known.get(path)?.path ?? undefined,
    bring: async (ctx, pictures, notes) => {
      const ids = new Map<string, number>();
      for (const { address, alt } of pictures) {
        const upload = ids.has(address) ? undefined : await find(address);
        if (!upload) continue;
        const problem = await problemOfPicture(ctx, upload);
        if (problem) {
          notes.push(`picture not taken, ${problem}: ${address}`);
          continue;
        }
        try {
          const id = await take(ctx, upload, alt);
          ids.set(address, id);
          await keepAddress(ctx, oldPathOfFile(address), id);
        } catch (error) {
          if (!(error instanceof RuleBroken)) throw error;
          notes.push(`picture not taken, it is damaged: ${upload.name}`);
        }
      }
      return ids;
    },
    bringDownloads: async (ctx, addresses, notes) => {
      const stored = new Set<string>();
      for (const address of addresses) {
        const upload = await find(address);
        if (!upload) continue;
        const problem = await problemOfDownload(upload);
        if (problem) notes.push(`file not taken: ${problem} ${address}`);
        else {
          await keepAddress(ctx, toEarlierPath(address), await take(ctx, upload, ''));
          stored.add(address);
        }
      }
      return stored;
    },
  };
}

/** As an earlier address of the library file at `path`, in the transaction that stores it. */
export async function storeOldPictureAddress(tx: ImportCtx, path: string, address: string): Promise<void> {
  const old = oldPathOfFile(address);
  const item = old && (await tx.em.findOne(MediaItem, { path }));
  if (item) await storeOldAddress(tx, { module: mediaFacts.log, item_id: item.id }, old);
}

/** Of a scaled copy, the original's. Undefined if the address is not that of an uploaded file. */
export function oldPathOfFile(address: string): string | undefined {
  const path = toEarlierPath(address.replace(/^https?:\/\/i\d\.wp\.com\/[^/]+/i, ''));
  if (!path || !isUploadThere.test(path)) return undefined;
  return nearestOldPaths(path)[0] ?? path;
}

async function problemOfDownload({ bytes, path, name }: Upload): Promise<string | undefined> {
  if (bytes > maxLibraryFileBytes) return `It is larger than ${maxLibraryFileMegabytes} MB.`;
  const result = await findFileType(path, name);
  return 'problem' in result ? result.problem : undefined;
}

export async function problemOfPicture(
  { pictures }: ImportCtx,
  { bytes, path }: Upload,
): Promise<string | undefined> {
  return bytes > maxImageBytes ? 'larger than 10 MB' : await pictures.findProblem(path);
}
