import { basename, extname } from 'node:path';

/**
 * Returns the URL of a worker's program. `path` is relative to `importer` and has no extension. `importer` is
 * the `import.meta.url` of the caller. After the build, all programs are in one folder.
 */
export function workerUrl(path: `${string}-worker`, importer: string): URL {
  const isBuilt = extname(importer) === '.js';
  return new URL(isBuilt ? `./${basename(path)}.js` : `${path}.ts`, importer);
}
