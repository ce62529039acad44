import type { SignedInCtx } from '../database/ctx.ts';
import { uploadMedia } from '../modules/library/media-upload.service.ts';
import type { PicturesCtx } from '../pictures/pictures.service.ts';
import { RuleBroken } from '../shared/errors.ts';
import { maxImageBytes } from '../shared/upload-limits.ts';
import type { Upload } from '../shared/uploaded-file.ts';
import { shortened } from './clean-post.ts';
import { openUploads, type Uploads } from './picture-finder.ts';

export type ImportCtx = SignedInCtx & PicturesCtx;

const maxAlt = 250;
/** A dry run stores nothing, so it uses this id for every picture. */
const dryId = 1;

/** Adds the pictures of imported texts to the media library, each file once. */
export interface MediaBringer {
  /** Returns the ids by address. Adds a note for each file that cannot be imported. */
  bring(
    ctx: ImportCtx,
    pictures: readonly { address: string; alt: string }[],
    notes: string[],
  ): Promise<Map<string, number>>;
  find: Uploads['find'];
}

export function mediaBringer(folder: string, isDryRun: boolean): MediaBringer {
  const known = new Map<string, number>();
  let opening: Promise<Uploads> | undefined;
  const find: Uploads['find'] = async (address) => {
    opening ??= openUploads(folder);
    return (await opening).find(address);
  };
  const enter = async (ctx: ImportCtx, upload: Upload, alt: string): Promise<number> => {
    const fresh = { ...ctx, em: ctx.em.fork(), sizes: { wake: () => {} } };
    const words = shortened(alt.replaceAll(/\p{Cc}/gu, ' ').trim(), maxAlt);
    return (await uploadMedia(fresh, { file: upload, ...(words && { alt: words }) })).id;
  };
  return {
    find,
    bring: async (ctx, pictures, notes) => {
      const found = new Map<string, number>();
      for (const { address, alt } of pictures) {
        const upload = found.has(address) ? undefined : await find(address);
        if (!upload) continue;
        const problem = await problemOf(ctx, upload);
        if (problem) {
          notes.push(`picture not taken, ${problem}: ${address}`);
          continue;
        }
        try {
          const id = known.get(upload.path) ?? (isDryRun ? dryId : await enter(ctx, upload, alt));
          known.set(upload.path, id);
          found.set(address, id);
        } catch (error) {
          if (!(error instanceof RuleBroken)) throw error;
          notes.push(`picture not taken, it is damaged: ${upload.name}`);
        }
      }
      return found;
    },
  };
}

export async function problemOf(
  { pictures }: ImportCtx,
  { bytes, path }: Upload,
): Promise<string | undefined> {
  return bytes > maxImageBytes ? 'larger than 10 MB' : await pictures.findProblem(path);
}
