import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { textOfFile } from '../shared/text-of-file.ts';

/**
 * Reads the settings in a file of lines `NAME=value`. Returns no settings if there is no such file.
 * @throws {Error} with a one-line message when a value of `names` would lose a part
 */
export function readEnvFile(path: string, names: readonly string[]): NodeJS.Dict<string> {
  if (!existsSync(path)) return {};
  const text = textOfFile(readFileSync(path), path);
  for (const { name, problem } of cutValues(text)) {
    if (names.includes(name)) throw new Error(`bad setting: ${name}: ${problem}`);
  }
  return parseEnv(text);
}

/** Matches an assignment as `parseEnv` reads it. A value in quotes may have several lines. */
const assignments = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:(["'`])([\s\S]*?)\2(.*)|(.*))$/gm;

const cutAtHash =
  'its value in .env is cut at a #. Put the value in quotes, or a blank before the # of a comment';
const cutAtQuote =
  'its value in .env is cut at the second quote. Put the value in quotes of another kind (" or \' or `)';

/** Finds the values of which `parseEnv` drops a part that is not marked as a comment by a blank. */
function cutValues(text: string): { name: string; problem: string }[] {
  return [...text.replaceAll(/\r\n?/g, '\n').matchAll(assignments)].flatMap(
    ([, name = '', quote, _quoted, rest = '', plain = '']) => {
      if (quote) return /^\s*(#|$)/.test(rest) ? [] : { name, problem: cutAtQuote };
      const hash = plain.indexOf('#');
      return hash < 0 || /\s/.test(plain.charAt(hash - 1)) ? [] : { name, problem: cutAtHash };
    },
  );
}
