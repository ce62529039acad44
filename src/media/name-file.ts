import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Returns a file name made of the content's hash and 64 random bits. The address can be cached for ever, nobody can guess the
 * address of a picture that no page shows yet, and two rows never share a file. Starter pictures pass their own `suffix`, to have
 * the same address everywhere.
 */
export async function nameFile(path: string, suffix = randomBytes(8).toString('hex')): Promise<string> {
  return `${await contentPart(createReadStream(path))}-${suffix}`;
}

/** Whether a file still has the content that it was named for. The name of a smaller size comes from its original. */
export async function isAsNamed(key: string, file: Readable): Promise<boolean> {
  return key.startsWith(`${await contentPart(file)}-`);
}

async function contentPart(file: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(file, hash);
  return hash.digest('hex').slice(0, 32);
}
