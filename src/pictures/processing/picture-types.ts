import { open } from 'node:fs/promises';

export type PictureType = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

/**
 * Returns the type of a picture. The first bytes of the file decide, whatever its name says. Returns
 * undefined for any other file.
 */
export async function detectPictureType(path: string): Promise<PictureType | undefined> {
  return typeOf(await readHead(path));
}

/**
 * Returns whether the file is a HEIC or HEIF picture. Phones store such pictures, but most browsers cannot
 * show them.
 */
export async function isHeic(path: string): Promise<boolean> {
  const head = (await readHead(path)).toString('latin1');
  return head.slice(4, 8) === 'ftyp' && /heic|heix|heim|heis|hevc|hevx|mif1|msf1/.test(head.slice(8));
}

/** Returns whether the file begins with `<`, after an optional byte order mark and spaces. */
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
