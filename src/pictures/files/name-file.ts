import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Hashes the content and adds 64 random bits: cacheable for ever, impossible to guess, and different for each
 * row.
 */
export async function nameFile(path: string, ending = randomPart(8)): Promise<string> {
  return `${await contentPart(createReadStream(path))}-${ending}`;
}

export function randomPart(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/** Checks the hash in the key. Smaller sizes have the hash of their original in their keys. */
export async function isAsNamed(key: string, file: Readable): Promise<boolean> {
  return key.startsWith(`${await contentPart(file)}-`);
}

async function contentPart(file: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(file, hash);
  return hash.digest('hex').slice(0, 32);
}
