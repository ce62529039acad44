import { basename, extname } from 'node:path';

/**
 * The build puts all programs into one folder, as JavaScript. `path` is relative to `importer`, without extension.
 */
export function programUrl(path: `${string}-worker`, importer: string): URL {
  const isBuilt = extname(importer) === '.js';
  return new URL(isBuilt ? `./${basename(path)}.js` : `${path}.ts`, importer);
}
