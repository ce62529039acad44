import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Returns a name without extension: a hash of the content, followed by 64 random bits. A file with such a
 * name can be cached for ever. The name is impossible to guess, and different for each row.
 */
export async function nameFile(path: string, ending = randomHex(8)): Promise<string> {
  return `${await contentPart(createReadStream(path))}-${ending}`;
}

export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/**
 * Returns whether the content of a file has the hash in its key. The check fails for the smaller sizes of a
 * picture, whose keys contain the hash of their original.
 */
export async function matchesNameHash(key: string, file: Readable): Promise<boolean> {
  return key.startsWith(`${await contentPart(file)}-`);
}

async function contentPart(file: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(file, hash);
  return hash.digest('hex').slice(0, 32);
}
