import { basename, extname } from 'node:path';

/**
 * Returns the address of a program that runs in a thread or a process of its own. The build puts all programs into one folder, as
 * JavaScript.
 *
 * @param path where its source is, from the file that starts it and without extension
 * @param importer the `import.meta.url` of the file that starts it
 */
export function programUrl(path: `${string}-worker`, importer: string): URL {
  const isBuilt = extname(importer) === '.js';
  return new URL(isBuilt ? `./${basename(path)}.js` : `${path}.ts`, importer);
}
