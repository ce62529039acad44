import { Parser } from 'htmlparser2';
import { type Hyphenate, hyphenationIn } from './hyphenation.ts';
import { letterWidthInEms } from '../../shared/letter-widths.ts';

/** A width in ems. A narrower word fits every column in every size of a heading. */
const leastEms = 6.5;
/**
 * A width in ems. A narrower word fits every column in the smallest size of a heading, so the word is never
 * divided.
 */
const leastDivided = 9;
/** A width in ems. A narrower word fits every column in the sizes of running text. */
const leastDividedInText = 12;
/**
 * The maximum number of divided words in a page, because dividing takes time of the main thread. Further
 * words are left to the browser.
 */
const maxDivided = 1000;
/** The widths in ems for which `client/styles/headings.css` has styles. */
const bands = [7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 24, 28, 32, 40] as const;
/** All wider words get the style of the last width, so greater widths are not measured. */
const widest = bands.at(-1)!;

interface Text {
  start: number;
  end: number;
}

/** A heading, or another text with a long word. */
interface Block {
  /** The index of the `>` that ends the start tag of a heading. Undefined for other texts. */
  tagEnd?: number;
  end: number;
  language: string;
  texts: Text[];
}

/**
 * Returns the page with a width at each heading that contains a long word. The style for this width sets the
 * size of the heading. Words that may be wider than a column in the smallest size get soft hyphens, in
 * headings and in other texts. `language` is the language of the page.
 */
export async function fitWords(html: string, language: string): Promise<string> {
  const parts: string[] = [];
  let copied = 0;
  const division = boundedDivision();
  for (const { tagEnd, end, language: own, texts } of findBlocks(html, language)) {
    if (tagEnd === undefined) {
      if (division.isSpent()) continue;
      const hyphenate = await division.of(own);
      for (const text of texts) {
        parts.push(html.slice(copied, text.start));
        parts.push(divideText(html.slice(text.start, text.end), hyphenate, division));
        copied = text.end;
      }
      continue;
    }
    const ems = longestIn(texts.map(({ start, end }) => html.slice(start, end)));
    if (ems < leastEms) continue;
    parts.push(html.slice(copied, tagEnd), ` data-ems="${bandOf(ems)}"><span>`);
    copied = tagEnd + 1;
    const hyphenate = ems < leastDivided ? undefined : await division.of(own);
    for (const text of hyphenate ? texts : []) {
      parts.push(html.slice(copied, text.start), divide(html.slice(text.start, text.end), hyphenate!));
      copied = text.end;
    }
    parts.push(html.slice(copied, end), '</span>');
    copied = end;
  }
  return parts.join('') + html.slice(copied);
}

interface Division {
  /**
   * Returns the function that divides words of a language. After `maxDivided` words, the function returns
   * words unchanged.
   */
  of(language: string): Promise<Hyphenate>;
  isSpent(): boolean;
}

function boundedDivision(): Division {
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

function bandOf(ems: number): number {
  return bands.find((band) => band >= ems) ?? widest;
}

/** The texts of these elements are copied or shown exactly as written, so the texts get no hyphens. */
const verbatim = new Set(['code', 'pre', 'script', 'style', 'textarea', 'option', 'title']);

function findBlocks(html: string, language: string): Block[] {
  const found: Block[] = [];
  // The number of texts outside headings that contain a word to divide.
  let texts = 0;
  const languages = [language];
  let heading: Block | undefined;
  let verbatimDepth = 0;
  const parser = new Parser(
    {
      onopentag(name, { lang }) {
        languages.push(lang || languages.at(-1)!);
        if (verbatim.has(name)) verbatimDepth += 1;
        if (!/^h[1-3]$/.test(name)) return;
        heading = { tagEnd: parser.endIndex, end: 0, language: languages.at(-1)!, texts: [] };
      },
      ontext() {
        const [start, end] = [parser.startIndex, parser.endIndex + 1];
        if (heading) {
          // The parser reports the text after an `&` separately, so adjacent parts are joined.
          const last = heading.texts.at(-1);
          if (last?.end === start) last.end = end;
          else heading.texts.push({ start, end });
        } else if (verbatimDepth === 0 && texts < maxDivided && hasDividedWord(html.slice(start, end))) {
          texts += 1;
          found.push({ end, language: languages.at(-1)!, texts: [{ start, end }] });
        }
      },
      onclosetag(name) {
        languages.pop();
        if (verbatim.has(name)) verbatimDepth -= 1;
        if (!heading || !/^h[1-3]$/.test(name)) return;
        found.push({ ...heading, end: parser.startIndex });
        heading = undefined;
      },
    },
    { decodeEntities: false },
  );
  parser.end(html);
  return found;
}

/** Returns the width in ems of the longest part of all words. Stops measuring at `widest`. */
function longestIn(texts: string[]): number {
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
 * Browsers may break a word at some letters. Returns the width in ems of the longest part between two breaks. Stops
 * measuring at `widest`.
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
 * Words of these scripts are not hyphenated. A box around such a word would change the order of words in a
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

function hasDividedWord(text: string): boolean {
  for (const [word] of text.matchAll(longInText)) if (isDividedInText(word)) return true;
  return false;
}

/** Adds soft hyphens to the long words of running text. Browsers show a hyphen only at the end of a line. */
function divideText(text: string, hyphenate: Hyphenate, division: Division): string {
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

function divide(text: string, hyphenate: Hyphenate): string {
  return text.replaceAll(/\S+/g, (word) => {
    const ems = longestPart(word);
    if (ems < leastDivided || isUndivided.test(word)) return word;
    return `<span class="long-word" data-word="${bandOf(ems)}">${hyphenate(word)}</span>`;
  });
}
