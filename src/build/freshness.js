// Plain JavaScript, because it runs before the built server, which needs no TypeScript.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Its modification time is the end of the last build. */
export const stamp = 'dist/built';
const sources = ['client', 'src', 'prisma-free-migrations', 'package-lock.json', 'vite.config.ts'];

/** Returns whether the build is missing or older than any of its sources. */
export function isBuildStale() {
  const built = statSync(stamp, { throwIfNoEntry: false });
  return !built || sources.some((source) => hasChangedSince(source, built.mtimeMs));
}

/**
 * The time of a folder changes when a file is added or removed.
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
