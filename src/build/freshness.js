// Plain JavaScript: it runs before the built server, which needs no TypeScript to be read.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Touched at the end of a build. */
export const stamp = 'dist/built';
const sources = ['client', 'src', 'prisma-free-migrations', 'package-lock.json', 'vite.config.ts'];

/** Whether what is built is missing or older than anything it is made from. */
export function isBuildStale() {
  const built = statSync(stamp, { throwIfNoEntry: false });
  return !built || sources.some((source) => hasChangedSince(source, built.mtimeMs));
}

/**
 * A folder changes when a file comes or goes.
 *
 * @param {string} path
 * @param {number} moment
 * @returns {boolean}
 */
function hasChangedSince(path, moment) {
  const facts = statSync(path);
  if (facts.mtimeMs > moment) return true;
  return facts.isDirectory() && readdirSync(path).some((name) => hasChangedSince(join(path, name), moment));
}
