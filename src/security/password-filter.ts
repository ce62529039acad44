import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composePassword } from '../shared/account-fields.ts';

/** Of the SHA-1 hash. With 500,000 texts in the list, one in about two million others has the hash of a listed one. */
const hashBytes = 5;
const checksumBytes = 20;

/** Sorted hashes alone. A lookup needs no index in memory. */
export class HashList {
  readonly #hashes: Buffer;

  private constructor(hashes: Buffer) {
    this.#hashes = hashes;
  }

  /** What `from` reads: the hashes, then a checksum of them. */
  static toFile(members: ReadonlySet<string>): Buffer {
    const sorted = Float64Array.from(members, hashOf).sort();
    const hashes = Buffer.alloc(sorted.length * hashBytes);
    for (const [index, value] of sorted.entries()) hashes.writeUIntBE(value, index * hashBytes, hashBytes);
    return Buffer.concat([hashes, hash('sha1', hashes, 'buffer')]);
  }

  /** @throws {Error} with one line when the file is incomplete or damaged */
  static from(file: Buffer): HashList {
    const end = Math.max(0, file.length - checksumBytes);
    const hashes = file.subarray(0, end);
    if (!hash('sha1', hashes, 'buffer').equals(file.subarray(end))) throw new Error('it is damaged');
    return new HashList(hashes);
  }

  has(text: string): boolean {
    const sought = hashOf(text);
    let first = 0;
    let end = this.#hashes.length / hashBytes;
    while (first < end) {
      const middle = Math.floor((first + end) / 2);
      const value = this.#hashes.readUIntBE(middle * hashBytes, hashBytes);
      if (value === sought) return true;
      if (value < sought) first = middle + 1;
      else end = middle;
    }
    return false;
  }
}

function hashOf(text: string): number {
  return hash('sha1', text, 'buffer').readUIntBE(0, hashBytes);
}

/** Written by the build. */
export const filterFiles = { leaked: 'passwords.hashes', words: 'password-words.hashes' } as const;

/** Up to this length, a common word with additions is refused. Longer passwords have too many possible additions. */
const maxDecorated = 12;

const substitutes: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Fewer letters are compared with the words of the company alone, as short names also occur by chance. */
const minNameLength = 4;
const repetition = /^(.{1,4})\1{2,}$/isu;

/** In lower case, without accents, letters alone. */
interface KnownNames {
  /** Of the person, the company and the site. */
  all: ReadonlySet<string>;
  /** Refused even with fewer than `minNameLength` letters. */
  company: ReadonlySet<string>;
}

export interface PasswordFilter {
  /** Why the password could be guessed quickly, or undefined. */
  findWeakness(password: string, names: KnownNames): string | undefined;
}

/** @throws {Error} with one line when a file is missing or damaged */
export async function readPasswordFilter(folder: string): Promise<PasswordFilter> {
  const [leaked, commonWords] = await Promise.all([
    readFilter(join(folder, filterFiles.leaked)),
    readFilter(join(folder, filterFiles.words)),
  ]);
  return {
    findWeakness: (typed, names) => {
      const password = composePassword(typed);
      if (leaked.has(password.toLowerCase())) return isLeaked;
      if (repetition.test(password)) return isRepeated;
      const cores = coresOf(password);
      const spellings = [...cores, foldLetters(password)].map((text) => text.replace(/[^\p{L}]/gu, ''));
      if (spellings.some((letters) => isOfNames(letters, names))) return isName;
      const isShort = [...password].length <= maxDecorated;
      return isShort && cores.some((core) => commonWords.has(core)) ? isDecorated : undefined;
    },
  };
}

/** Whether `letters` is a row of names, in at most as many steps as letters times names. */
function isOfNames(letters: string, { all, company }: KnownNames): boolean {
  if (letters.length < minNameLength) return company.has(letters);
  // A place is reached when all letters before it belong to names. The set grows during the loop.
  const reached = new Set([0]);
  for (const place of reached) {
    for (const name of all) if (letters.startsWith(name, place)) reached.add(place + name.length);
  }
  return reached.has(letters.length);
}

const isLeaked =
  'This password is on a list of leaked passwords, which are the first that anybody would try. Please choose another one.';
const isRepeated =
  'This password only repeats a few characters, which is easily guessed. Please choose another one.';
const isName =
  'This password is only a name of the person, the company or the site with digits or signs, which is easily guessed. Please choose another one.';
const isDecorated =
  'This password is only a common word with digits or signs, which is easily guessed. Please choose another one, for example several unrelated words.';

async function readFilter(path: string): Promise<HashList> {
  try {
    return HashList.from(await readFile(path));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `the list of common passwords ${path} cannot be read (npm run build writes it): ${reason}`,
      {
        cause,
      },
    );
  }
}

/**
 * Without digits and signs at the ends, and with letters for signs that resemble them. A sign at an end may be such a
 * letter too, as in `$ummer` and `hell0`. Empty without letters.
 */
function coresOf(password: string): string[] {
  const text = foldLetters(password);
  const first = text.search(/\p{L}/u);
  if (first < 0) return [];
  const last = text.length - 1 - [...text].reverse().join('').search(/\p{L}/u);
  const starts = [first, ...(text[first - 1]! in substitutes ? [first - 1] : [])];
  const ends = [last, ...(text[last + 1]! in substitutes ? [last + 1] : [])];
  return starts.flatMap((start) => ends.map((end) => withLetters(text.slice(start, end + 1))));
}

function withLetters(text: string): string {
  return [...text].map((sign) => substitutes[sign] ?? sign).join('');
}

export function foldLetters(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
