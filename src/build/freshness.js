// Plain JavaScript: runs before the built server, which loads no TypeScript.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Its modification time is that of the last build. */
export const stamp = 'dist/built';
const sources = ['client', 'src', 'prisma-free-migrations', 'package-lock.json', 'vite.config.ts'];

export function isBuildStale() {
  const built = statSync(stamp, { throwIfNoEntry: false });
  return !built || sources.some((source) => hasChangedSince(source, built.mtimeMs));
}

/**
 * A folder's modification time changes when a file is added or removed.
 * @param {string} path
 * @param {number} moment
 * @returns {boolean}
 */
function hasChangedSince(path, moment) {
  const facts = statSync(path);
  if (facts.mtimeMs > moment) return true;
  return facts.isDirectory() && readdirSync(path).some((name) => hasChangedSince(join(path, name), moment));
}
