import { basename, extname } from 'node:path';

/**
 * Returns the address of another program. The build puts all programs into one folder. `path` is relative to
 * `importer`, an `import.meta.url`, and has no extension.
 */
export function programUrl(path: `${string}-worker`, importer: string): URL {
  const isBuilt = extname(importer) === '.js';
  return new URL(isBuilt ? `./${basename(path)}.js` : `${path}.ts`, importer);
}
