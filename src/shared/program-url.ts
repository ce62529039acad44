import { extname } from 'node:path';

/**
 * Returns the URL of a program that runs in a thread or process of its own and lies beside the file that starts it. The build
 * puts all programs into one folder, as JavaScript.
 *
 * @param importer the `import.meta.url` of the file that starts it
 */
export function programUrl(name: `${string}-worker`, importer: string): URL {
  return new URL(`./${name}${extname(importer)}`, importer);
}
