import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composePassword } from '../shared/account-fields.ts';

/**
 * The number of stored bytes of a text's SHA-1 hash. With a list of 500,000 texts, about one in two million
 * other texts has the hash of a listed text.
 */
const hashBytes = 5;
const checksumBytes = 20;

/** A list that stores only the sorted hashes of its texts. A lookup needs no index in memory. */
export class HashList {
  readonly #hashes: Buffer;

  private constructor(hashes: Buffer) {
    this.#hashes = hashes;
  }

  /**
   * Returns the content of a list file, which `from` reads: the hashes of the members, then a checksum of the
   * hashes.
   */
  static toFile(members: ReadonlySet<string>): Buffer {
    const sorted = Float64Array.from(members, hashOf).sort();
    const hashes = Buffer.alloc(sorted.length * hashBytes);
    for (const [index, value] of sorted.entries()) hashes.writeUIntBE(value, index * hashBytes, hashBytes);
    return Buffer.concat([hashes, hash('sha1', hashes, 'buffer')]);
  }

  /**
   * Reads a list from the content of its file.
   * @throws {Error} with a message of one line when the file is incomplete or damaged
   */
  static from(file: Buffer): HashList {
    const end = Math.max(0, file.length - checksumBytes);
    const hashes = file.subarray(0, end);
    if (!hash('sha1', hashes, 'buffer').equals(file.subarray(end))) throw new Error('it is damaged');
    return new HashList(hashes);
  }

  has(text: string): boolean {
    const wanted = hashOf(text);
    let first = 0;
    let end = this.#hashes.length / hashBytes;
    while (first < end) {
      const middle = Math.floor((first + end) / 2);
      const value = this.#hashes.readUIntBE(middle * hashBytes, hashBytes);
      if (value === wanted) return true;
      if (value < wanted) first = middle + 1;
      else end = middle;
    }
    return false;
  }
}

function hashOf(text: string): number {
  return hash('sha1', text, 'buffer').readUIntBE(0, hashBytes);
}

/** The files of the filter, which the build writes. */
export const filterFiles = { leaked: 'passwords.hashes', words: 'password-words.hashes' } as const;

/**
 * The maximum length of a password that is refused for being a common word with additions. For longer
 * passwords, there are too many possible additions.
 */
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

/**
 * The minimum number of letters that are compared with all names. Fewer letters are compared only with the
 * words of the company, because short names also occur by chance.
 */
const minNameLength = 4;
const repetition = /^(.{1,4})\1{2,}$/isu;

/** Words that others may know, in lower case, without accents, and reduced to letters. */
interface KnownNames {
  /** Words of the person, the company and the site. */
  all: ReadonlySet<string>;
  /** The words of the company. These are refused even if they have fewer than `minNameLength` letters. */
  company: ReadonlySet<string>;
}

export interface PasswordFilter {
  /**
   * Returns in words why the password could be guessed quickly. Returns undefined when there is no reason.
   */
  findWeakness(password: string, names: KnownNames): string | undefined;
}

/**
 * Reads the filter from its files in `folder`.
 * @throws {Error} with a message of one line when a file is missing or damaged
 */
export async function readPasswordFilter(folder: string): Promise<PasswordFilter> {
  const [leaked, words] = await Promise.all([
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
      return isShort && cores.some((core) => words.has(core)) ? isDecorated : undefined;
    },
  };
}

/**
 * Returns whether the text is one name or several names in a row. The number of steps is at most the number
 * of letters times the number of names.
 */
function isOfNames(letters: string, { all, company }: KnownNames): boolean {
  if (letters.length < minNameLength) return company.has(letters);
  // A place is reached when all letters before it belong to names. The set grows during the loop, because
  // every name that matches at a place leads to a further place.
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
 * Returns the possible cores of a password: its text without digits and signs at the ends, and with letters
 * in place of signs that resemble them. A sign at an end may also be such a letter, as in `$ummer` and
 * `hell0`. Returns an empty list for a password without letters.
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

/** Returns the text in lower case and without accents. */
export function foldLetters(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
