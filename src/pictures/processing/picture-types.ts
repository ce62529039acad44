import { open } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { findFileType } from '../files/file-types.ts';
import { maxFrames, maxPixels, maxPixelsInAll } from './image-limits.ts';

type PictureType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/** The first bytes decide. Undefined for any other file. */
export async function detectPictureType(path: string): Promise<PictureType | undefined> {
  return typeOf(await readHead(path));
}

/** Phones store such pictures, but most browsers cannot show them. */
async function isHeic(path: string): Promise<boolean> {
  const head = (await readHead(path)).toString('latin1');
  return head.slice(4, 8) === 'ftyp' && /heic|heix|heim|heis|hevc|hevx|mif1|msf1/.test(head.slice(8));
}

/** After an optional byte order mark and spaces. */
export async function isMarkup(path: string): Promise<boolean> {
  return /^(?:\xef\xbb\xbf)?\s*</.test((await readHead(path)).toString('latin1'));
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function typeOf(head: Buffer): PictureType | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp' && /avif|avis/.test(text.slice(8))) return 'avif';
  return undefined;
}

export const damagedPicture = 'The picture is damaged and cannot be read.';
const wrongType = 'The file must be a JPEG, PNG, WebP, AVIF or GIF picture.';
const heic = 'This is a HEIC picture, which browsers cannot show. Save it as JPEG and choose it again.';

/** Reads only the first bytes and the header. */
export async function findPictureProblem(path: string): Promise<string | undefined> {
  if (!(await detectPictureType(path))) return (await isHeic(path)) ? heic : wrongType;
  const header = await readHeader(path);
  return header ? findSizeProblem(header) : damagedPicture;
}

const pictureName = /\.(?:jpe?g|png|webp|avif|gif|hei[cf])$/i;

export async function findLibraryProblem(path: string, name: string): Promise<string | undefined> {
  const isPicture = pictureName.test(name) || (await detectPictureType(path)) !== undefined;
  if (isPicture || (await isHeic(path))) return findPictureProblem(path);
  const found = await findFileType(path, name);
  return 'problem' in found ? found.problem : undefined;
}

/** Decodes no pixels, so that large pictures are refused first. Undefined for a damaged header. */
async function readHeader(path: string): Promise<Metadata | undefined> {
  try {
    // sharp takes 40 MB, so the first picture loads it.
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
