import type { SignedInCtx } from '../database/ctx.ts';
import { uploadMedia } from '../modules/library/media-upload.service.ts';
import { fallbackPaths } from '../content/addresses/old-paths.ts';
import { oldPathOf, takeOldAddress } from '../content/addresses/old-addresses.service.ts';
import { inTransaction } from '../database/transaction.ts';
import { MediaItem } from '../pictures/media-item.entity.ts';
import type { PicturesCtx } from '../pictures/pictures.service.ts';
import { findFileType } from '../pictures/files/file-types.ts';
import { RuleBroken } from '../shared/errors.ts';
import { maxLibraryFileMegabytes, maxLibraryFileBytes } from '../shared/library-files.ts';
import { mediaFacts } from '../shared/module-facts.ts';
import { maxImageBytes } from '../shared/upload-limits.ts';
import type { Upload } from '../shared/uploaded-file.ts';
import { shortened } from './clean-post.ts';
import { openUploads, type Uploads } from './picture-finder.ts';

export type ImportCtx = SignedInCtx & PicturesCtx;

const isUploadThere =
  /\/wp-content\/uploads\/|\/content\/(?:images|files|media)\/|^\/\d{4}\/\d\d\/[^/]+\.[a-z\d]{2,5}$/;
const maxAlt = 250;
interface StoredMedia {
  id: number;
  path: string | null;
}
/** A dry run stores no pictures. It uses this item for every picture. */
const dryMedia: StoredMedia = { id: 1, path: null };

/** Adds the pictures and downloads of imported texts to the library. Each file is added once. */
export interface MediaImporter {
  /** The paths on this machine of the files that imported rows use. */
  used: Set<string>;
  /**
   * Adds pictures to the library. Returns their library ids by address. Adds a note for each file that cannot
   * be imported. An address without a file is left out without a note.
   */
  bring(
    ctx: ImportCtx,
    pictures: readonly { address: string; alt: string }[],
    notes: string[],
  ): Promise<Map<string, number>>;
  /**
   * Adds to the library the files to which a text links. Returns the addresses of the files that are in the library
   * now.
   */
  bringDownloads(ctx: ImportCtx, addresses: readonly string[], notes: string[]): Promise<Set<string>>;
  find: Uploads['find'];
  /**
   * Returns the path in the library of a file that this import has used. Returns undefined for any other
   * file, and in a dry run.
   */
  pathOf(upload: Upload): string | undefined;
}

export function createMediaImporter(folder: string, isDryRun: boolean): MediaImporter {
  const known = new Map<string, StoredMedia>();
  let opening: Promise<Uploads> | undefined;
  const find: Uploads['find'] = async (address) => {
    opening ??= openUploads(folder);
    return (await opening).find(address);
  };
  const used = new Set<string>();
  const enter = async (ctx: ImportCtx, upload: Upload, alt: string): Promise<StoredMedia> => {
    const fresh = { ...ctx, em: ctx.em.fork() };
    const words = shortened(alt.replaceAll(/\p{Cc}/gu, ' ').trim(), maxAlt);
    const { id, path } = await uploadMedia(fresh, { file: upload, ...(words && { alt: words }) });
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
      takeOldAddress(tx, { module: mediaFacts.log, item_id: id }, path),
    );
  };
  return {
    find,
    used,
    pathOf: ({ path }) => known.get(path)?.path ?? undefined,
    bring: async (ctx, pictures, notes) => {
      const found = new Map<string, number>();
      for (const { address, alt } of pictures) {
        const upload = found.has(address) ? undefined : await find(address);
        if (!upload) continue;
        const problem = await problemOfPicture(ctx, upload);
        if (problem) {
          notes.push(`picture not taken, ${problem}: ${address}`);
          continue;
        }
        try {
          const id = await take(ctx, upload, alt);
          found.set(address, id);
          await keepAddress(ctx, oldPathOfFile(address), id);
        } catch (error) {
          if (!(error instanceof RuleBroken)) throw error;
          notes.push(`picture not taken, it is damaged: ${upload.name}`);
        }
      }
      return found;
    },
    bringDownloads: async (ctx, addresses, notes) => {
      const found = new Set<string>();
      for (const address of addresses) {
        const upload = await find(address);
        if (!upload) continue;
        const problem = await problemOfDownload(upload);
        if (problem) notes.push(`file not taken: ${problem} ${address}`);
        else {
          await keepAddress(ctx, oldPathOf(address), await take(ctx, upload, ''));
          found.add(address);
        }
      }
      return found;
    },
  };
}

/**
 * Stores the address of a picture on the other site as an earlier address of the library file at `path`. Call
 * this function in the transaction that stores the file.
 */
export async function storeOldPictureAddress(tx: ImportCtx, path: string, address: string): Promise<void> {
  const old = oldPathOfFile(address);
  const item = old && (await tx.em.findOne(MediaItem, { path }));
  if (item) await takeOldAddress(tx, { module: mediaFacts.log, item_id: item.id }, old);
}

/**
 * Returns the path that a file had on the other site. For a scaled copy, returns the path of the original.
 * Returns undefined if the address does not look like that of an uploaded file.
 */
export function oldPathOfFile(address: string): string | undefined {
  const path = oldPathOf(address.replace(/^https?:\/\/i\d\.wp\.com\/[^/]+/i, ''));
  if (!path || !isUploadThere.test(path)) return undefined;
  return fallbackPaths(path)[0] ?? path;
}

async function problemOfDownload({ bytes, path, name }: Upload): Promise<string | undefined> {
  if (bytes > maxLibraryFileBytes) return `It is larger than ${maxLibraryFileMegabytes} MB.`;
  const found = await findFileType(path, name);
  return 'problem' in found ? found.problem : undefined;
}

export async function problemOfPicture(
  { pictures }: ImportCtx,
  { bytes, path }: Upload,
): Promise<string | undefined> {
  return bytes > maxImageBytes ? 'larger than 10 MB' : await pictures.findProblem(path);
}
