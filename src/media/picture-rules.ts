import type { Metadata } from 'sharp';
import { detectPictureType } from './picture-types.ts';

const maxPixels = 50_000_000;
const maxFrames = 100;
/** All frames of an animation together: each may be within the limit and the whole still a bomb. */
export const maxPixelsInAll = 100_000_000;

export const damaged = 'The picture is damaged and can not be read.';
const wrongType = 'The file must be a JPEG, PNG, WebP, AVIF or GIF picture.';

/** Why these bytes are no picture that we take, by their beginning and header alone, in words; or nothing. */
export async function findPictureProblem(path: string): Promise<string | undefined> {
  if (!(await detectPictureType(path))) return wrongType;
  const header = await readHeader(path);
  return header ? findSizeProblem(header) : damaged;
}

/** Reads no pixels: a header that claims too much is refused before any memory is taken for it. */
async function readHeader(path: string): Promise<Metadata | undefined> {
  try {
    // sharp is 40 MB of memory: loaded when the first picture comes.
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
