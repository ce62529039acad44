import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * A name for a file by its content, with 64 random bits: the address can be cached for good, nobody guesses that of a picture
 * which no page shows yet, and two rows never share a file, so that removing the one leaves the other whole. Starter pictures give their own characters, to
 * have the same addresses wherever they are made.
 */
export async function nameFile(path: string, suffix = randomBytes(8).toString('hex')): Promise<string> {
  return `${await contentPart(createReadStream(path))}-${suffix}`;
}

/** Whether a file still is what it was when it was named. A smaller size has its name from the picture it was made of. */
export async function isAsNamed(key: string, file: Readable): Promise<boolean> {
  return key.startsWith(`${await contentPart(file)}-`);
}

async function contentPart(file: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(file, hash);
  return hash.digest('hex').slice(0, 32);
}
