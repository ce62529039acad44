import { basename, extname } from 'node:path';

/**
 * The build puts all programs into one folder, as JavaScript. `path` is relative to the file that starts the program
 * and has no extension; `importer` is that file's `import.meta.url`.
 */
export function programUrl(path: `${string}-worker`, importer: string): URL {
  const isBuilt = extname(importer) === '.js';
  return new URL(isBuilt ? `./${basename(path)}.js` : `${path}.ts`, importer);
}
