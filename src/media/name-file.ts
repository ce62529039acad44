import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/**
 * A name for a file by its content, with a few random characters: the address can be cached for good, and two rows
 * never share a file, so that removing the one leaves the other whole. Starter pictures give their own characters, to
 * have the same addresses wherever they are made.
 */
export async function nameFile(path: string, suffix = randomBytes(4).toString('hex')): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return `${hash.digest('hex').slice(0, 32)}-${suffix}`;
}
