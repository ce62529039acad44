import { basename, extname } from 'node:path';

/**
 * Returns the address of a program that runs in its own thread or process. The build puts all programs into one folder, as
 * JavaScript.
 *
 * @param path the path of its source without extension, relative to the file that starts it
 * @param importer the `import.meta.url` of the file that starts it
 */
export function programUrl(path: `${string}-worker`, importer: string): URL {
  const isBuilt = extname(importer) === '.js';
  return new URL(isBuilt ? `./${basename(path)}.js` : `${path}.ts`, importer);
}
