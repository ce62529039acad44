import { basename, extname } from 'node:path';

/** `path` has no extension, and is relative to the caller. After the build, all programs are in one folder. */
export function workerUrl(path: `${string}-worker`, importer: string): URL {
  const isBuilt = extname(importer) === '.js';
  return new URL(isBuilt ? `./${basename(path)}.js` : `${path}.ts`, importer);
}
