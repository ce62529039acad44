import { type Hyphenate, hyphenationIn } from './hyphenation.ts';
import { letterWidthInEms } from '../../shared/letter-widths.ts';

/**
 * A width in ems. A narrower word fits every column in the smallest size of a heading, so the word is never
 * divided.
 */
export const leastDivided = 9;
/** A width in ems. A narrower word fits every column in the sizes of running text. */
const leastDividedInText = 12;
/**
 * The maximum number of divided words in a page, because dividing takes time of the main thread. Further
 * words are left to the browser.
 */
export const maxDivided = 1000;
/** The widths in ems for which `client/styles/headings.css` has styles. */
const bands = [7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 24, 28, 32, 40] as const;
/** The last width. All wider words get its style, so greater widths are not measured. */
const widest = bands.at(-1)!;

export interface Division {
  /**
   * Returns the function that divides words of a language. After `maxDivided` words, the function returns
   * words unchanged.
   */
  of(language: string): Promise<Hyphenate>;
  isSpent(): boolean;
}

export function boundedDivision(): Division {
  const known = new Map<string, Hyphenate>();
  let left = maxDivided;
  return {
    isSpent: () => left === 0,
    of: async (language) => {
      const hyphenate = known.get(language) ?? (await hyphenationIn(language));
      known.set(language, hyphenate);
      return (word) => {
        if (left === 0) return word;
        left -= 1;
        return hyphenate(word);
      };
    },
  };
}

export function bandOf(ems: number): number {
  return bands.find((band) => band >= ems) ?? widest;
}

/** Returns the width in ems of the longest unbreakable part of any word. Stops measuring at `widest`. */
export function longestIn(texts: string[]): number {
  let longest = 0;
  for (const text of texts) {
    for (const [word] of text.matchAll(/\S+/g)) {
      longest = Math.max(longest, longestPart(word));
      if (longest >= widest) return longest;
    }
  }
  return longest;
}

/**
 * Returns the width in ems of the longest unbreakable part of a word. Browsers may break a word after some characters,
 * such as `-`. Stops measuring at `widest`.
 */
function longestPart(word: string): number {
  let [longest, part] = [0, 0];
  for (const letter of word.replaceAll(/&#?\w+;/g, '&')) {
    part += letterWidthInEms(letter);
    longest = Math.max(longest, part);
    if (longest >= widest) break;
    if (/[-–—/]/.test(letter)) part = 0;
  }
  return longest;
}

/**
 * Words of these scripts are not divided. The element around a divided word would change the order of the words in a
 * line.
 */
const isUndivided =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const longInText = /\S{18,}/g;

/** Matches words. Addresses and codes do not match, because they must not get hyphens. */
const isWord = /^[("'„“«]*[\p{L}\p{M}:*_’-]+[)"'”“»….,;!?]*$/u;

function isDividedInText(word: string): boolean {
  return isWord.test(word) && !isUndivided.test(word) && longestPart(word) >= leastDividedInText;
}

export function hasDividedWord(text: string): boolean {
  for (const [word] of text.matchAll(longInText)) if (isDividedInText(word)) return true;
  return false;
}

/** Adds soft hyphens to the long words of running text. Browsers show a hyphen only at the end of a line. */
export function divideText(text: string, hyphenate: Hyphenate, division: Division): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { 0: word, index } of text.matchAll(longInText)) {
    if (division.isSpent()) break;
    if (!isDividedInText(word)) continue;
    parts.push(text.slice(copied, index), hyphenate(word));
    copied = index + word.length;
  }
  return parts.join('') + text.slice(copied);
}

export function divide(text: string, hyphenate: Hyphenate): string {
  return text.replaceAll(/\S+/g, (word) => {
    const ems = longestPart(word);
    if (ems < leastDivided || isUndivided.test(word)) return word;
    return `<span class="long-word" data-word="${bandOf(ems)}">${hyphenate(word)}</span>`;
  });
}
