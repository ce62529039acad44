import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * A hash of the content and 64 random bits: the file can be cached for ever, the address of an unpublished picture
 * cannot be guessed, and two rows never share a file. Starter pictures pass their own `suffix`.
 */
export async function nameFile(path: string, suffix = randomBytes(8).toString('hex')): Promise<string> {
  return `${await contentPart(createReadStream(path))}-${suffix}`;
}

/** A smaller size has the name of its original. */
export async function isAsNamed(key: string, file: Readable): Promise<boolean> {
  return key.startsWith(`${await contentPart(file)}-`);
}

async function contentPart(file: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(file, hash);
  return hash.digest('hex').slice(0, 32);
}
