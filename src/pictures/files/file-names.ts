import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A hash of the content and 64 random bits: for ever cacheable, impossible to guess, one for each row. */
export async function nameFile(path: string, ending = randomHex(8)): Promise<string> {
  return `${await contentPart(createReadStream(path))}-${ending}`;
}

export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** False for the smaller sizes of a picture, whose keys have the hash of their original. */
export async function matchesNameHash(key: string, file: Readable): Promise<boolean> {
  return key.startsWith(`${await contentPart(file)}-`);
}

async function contentPart(file: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(file, hash);
  return hash.digest('hex').slice(0, 32);
}
