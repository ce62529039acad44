import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metadata, Sharp } from 'sharp';
import { RuleBroken } from '../shared/errors.ts';
import { createQueue } from '../shared/queue.ts';
import type { Upload } from '../shared/upload.ts';
import { nameFile } from './name-file.ts';
import { detectPictureType } from './picture-types.ts';
import type { Storage } from './storage.ts';

const maxPixels = 50_000_000;
const maxFrames = 100;
const maxSeconds = 10;

/** Pictures of the site: checked, cleaned, kept under `uploads/`. */
export interface Pictures {
  /** Why these bytes are no picture that we take, in words; `undefined` when they are one. */
  findProblem(path: string): Promise<string | undefined>;
  /**
   * Cleans a picture (upright, no metadata, encoded anew) and keeps it. Gives its path relative to the site root.
   *
   * @throws {RuleBroken} under `field` when the picture is damaged
   */
  keep(upload: Upload, field: string): Promise<string>;
  /** Renders a drawing to WebP and keeps it; the same drawing always gets the same path. */
  keepDrawing(svg: string): Promise<string>;
  /** Whether a picture is kept under this path. */
  isKept(path: string): Promise<boolean>;
  /** Removes a kept picture; a path that is none of ours is left alone. */
  remove(path: string | null | undefined): Promise<void>;
}

const wrongType = 'The file must be a JPEG, PNG, WebP, AVIF or GIF picture.';
const damaged = 'The picture is damaged and can not be read.';

/** `quarantine` must be on the storage's own disk, so that keeping a file is one rename. */
export function createPictures(storage: Storage, quarantine: string): Pictures {
  const enqueue = createQueue({
    parallel: 2,
    maxWaiting: 32,
    busy: 'Too many pictures are being worked on right now. Please try again in a moment.',
  });
  return {
    findProblem: async (path) => {
      if (!(await detectPictureType(path))) return wrongType;
      const header = await readHeader(path);
      return header ? findSizeProblem(header) : damaged;
    },
    keep: async (upload, field) => {
      const cleaned = `${upload.path}.clean`;
      try {
        const format = await enqueue(() => clean(upload.path, cleaned)).catch((cause) => {
          throw isDamage(cause) ? RuleBroken.of(field, damaged) : cause;
        });
        const key = `${await nameFile(cleaned)}.${format}`;
        await storage.keep(key, cleaned);
        return `uploads/${key}`;
      } finally {
        await rm(cleaned, { force: true });
      }
    },
    keepDrawing: async (svg) => {
      const { default: sharp } = await import('sharp');
      await mkdir(quarantine, { recursive: true });
      const rendered = join(quarantine, randomUUID());
      await sharp(Buffer.from(svg)).webp({ quality: 82 }).toFile(rendered);
      const key = `${await nameFile(rendered, '00000000')}.webp`;
      await storage.keep(key, rendered);
      return `uploads/${key}`;
    },
    isKept: async (path) => {
      const key = keyOf(path);
      return key !== undefined && (await storage.read(key)) !== undefined;
    },
    remove: async (path) => {
      const key = keyOf(path);
      if (key) await storage.remove(key);
    },
  };
}

/** The storage's key of a path of ours. */
function keyOf(path: string | null | undefined): string | undefined {
  return path?.match(/^uploads\/([\w.-]+)$/)?.[1];
}

/** sharp is 40 MB of memory: loaded when the first picture comes. */
async function openPicture(path: string): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  return sharp(path, { limitInputPixels: maxPixels, animated: true, failOn: 'error', sequentialRead: true });
}

async function readHeader(path: string): Promise<Metadata | undefined> {
  try {
    const { default: sharp } = await import('sharp');
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch {
    return undefined;
  }
}

function findSizeProblem({ width, height, pages = 1, pageHeight = height }: Metadata): string | undefined {
  if (width * pageHeight > maxPixels) return 'The picture may have at most 50 megapixels.';
  return pages > maxFrames ? `An animation may have at most ${maxFrames} frames.` : undefined;
}

/** Writes the picture anew, turned upright and without metadata; gives the format it is in now. */
async function clean(from: string, to: string): Promise<'jpeg' | 'png' | 'webp' | 'avif'> {
  const picture = await openPicture(from);
  const { format, pages = 1 } = await picture.metadata();
  const upright = picture.autoOrient().timeout({ seconds: maxSeconds });
  if (format === 'gif' || pages > 1) return write(upright.webp({ quality: 82 }), to, 'webp');
  if (format === 'png') return write(upright.png({ compressionLevel: 7 }), to, 'png');
  if (format === 'webp') return write(upright.webp({ quality: 85 }), to, 'webp');
  if (format === 'heif') return write(upright.avif({ quality: 60, effort: 2 }), to, 'avif');
  return write(upright.jpeg({ quality: 86, mozjpeg: true }), to, 'jpeg');
}

async function write<F extends string>(picture: Sharp, to: string, format: F): Promise<F> {
  await picture.toFile(to);
  return format;
}

/** sharp has no error classes; what is not the disk's fault is the picture's. */
function isDamage(cause: unknown): boolean {
  return (
    cause instanceof Error && !('code' in cause) && !/no space|unable to open for write/i.test(cause.message)
  );
}
