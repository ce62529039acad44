import type { Metadata } from 'sharp';
import { findFileType } from '../files/file-types.ts';
import { maxFrames, maxPixels, maxPixelsInAll } from './image-limits.ts';
import { detectPictureType, isHeic } from './picture-types.ts';

export const damagedPicture = 'The picture is damaged and cannot be read.';
const wrongType = 'The file must be a JPEG, PNG, WebP, AVIF or GIF picture.';
const heic = 'This is a HEIC picture, which browsers cannot show. Save it as JPEG and choose it again.';

/**
 * Returns the problem of a picture in words, or undefined when its type and size are allowed. Reads only the
 * first bytes and the header.
 */
export async function findPictureProblem(path: string): Promise<string | undefined> {
  if (!(await detectPictureType(path))) return (await isHeic(path)) ? heic : wrongType;
  const header = await readHeader(path);
  return header ? findSizeProblem(header) : damagedPicture;
}

const pictureName = /\.(?:jpe?g|png|webp|avif|gif|hei[cf])$/i;

/** Returns the problem of a file in words, or undefined when the library accepts the picture or file. */
export async function findLibraryProblem(path: string, name: string): Promise<string | undefined> {
  const isPicture = pictureName.test(name) || (await detectPictureType(path)) !== undefined;
  if (isPicture || (await isHeic(path))) return findPictureProblem(path);
  const found = await findFileType(path, name);
  return 'problem' in found ? found.problem : undefined;
}

/**
 * Reads the dimensions without decoding pixels, so that the server can refuse large pictures before it
 * allocates memory. Returns undefined when the header is damaged.
 */
async function readHeader(path: string): Promise<Metadata | undefined> {
  try {
    // sharp takes 40 MB of memory, so it is loaded with the first picture.
    const { default: sharp } = await import('sharp');
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch {
    return undefined;
  }
}

function findSizeProblem({ width, height, pages = 1, pageHeight = height }: Metadata): string | undefined {
  if (width * pageHeight > maxPixels) return 'The picture may have at most 50 megapixels.';
  if (pages > maxFrames) return `An animation may have at most ${maxFrames} frames.`;
  if (width * pageHeight * pages > maxPixelsInAll)
    return 'All frames of an animation together may have at most 100 megapixels.';
  return undefined;
}
