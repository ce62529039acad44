import createHyphenator, { type HyphenationFunctionSync, type PatternsDefinition } from 'hyphen';
import { letterWidthInEms } from '../../shared/letter-widths.ts';

export const softHyphen = '\u00ad';

/** With soft hyphens wherever its long words may be divided. */
export type HyphenateText = (text: string) => string;

/** Shorter words fit every column. */
const leastLetters = 10;
/** The library's time grows with the square of the length of a word. */
const mostLetters = 120;

type Patterns = () => Promise<{ default: PatternsDefinition }>;

/** Loaded on first use, because they are large: the German ones have 0.7 MB. */
const patternsOf: Readonly<Record<string, Patterns>> = {
  cs: () => import('hyphen/patterns/cs.js'),
  da: () => import('hyphen/patterns/da.js'),
  de: () => import('hyphen/patterns/de-1996.js'),
  el: () => import('hyphen/patterns/el-monoton.js'),
  en: () => import('hyphen/patterns/en-gb.js'),
  es: () => import('hyphen/patterns/es.js'),
  fi: () => import('hyphen/patterns/fi.js'),
  fr: () => import('hyphen/patterns/fr.js'),
  hr: () => import('hyphen/patterns/hr.js'),
  hu: () => import('hyphen/patterns/hu.js'),
  it: () => import('hyphen/patterns/it.js'),
  nb: () => import('hyphen/patterns/nb.js'),
  nl: () => import('hyphen/patterns/nl.js'),
  pl: () => import('hyphen/patterns/pl.js'),
  pt: () => import('hyphen/patterns/pt.js'),
  ro: () => import('hyphen/patterns/ro.js'),
  ru: () => import('hyphen/patterns/ru.js'),
  sv: () => import('hyphen/patterns/sv.js'),
  tr: () => import('hyphen/patterns/tr.js'),
  uk: () => import('hyphen/patterns/uk.js'),
};

/** Without patterns for the language, texts stay. */
export async function loadHyphenation(language: string): Promise<HyphenateText> {
  const load = patternsOf[language.toLowerCase().split('-', 1)[0]!];
  if (!load) return (text) => text;
  const { default: patterns } = await load();
  // A hyphenator keeps every word in memory, so each page gets its own. Creating one costs nothing.
  const hyphenate = createHyphenator(patterns, {
    minWordLength: leastLetters,
    hyphenChar: softHyphen,
  }) as HyphenationFunctionSync; // Without the option `async`, the hyphenator is synchronous.
  return (text) => (text.length > mostLetters ? text : hyphenate(text).replaceAll(tooShort, ''));
}

/** A soft hyphen that would leave fewer than three letters of a word on a line. */
const tooShort =
  /\u00ad(?:(?<=(?<![\p{L}\p{M}\u00ad])[\p{L}\p{M}]{1,2}\u00ad)|(?=[\p{L}\p{M}]{1,2}(?![\p{L}\p{M}\u00ad])))/gu;

/** Between two vowels, or with fewer than seven letters of the word after it: `Famili-enbetriebe`, `Unternehmensnach-folge`. */
const misleading =
  /(?<=[aeiouyäöü])\u00ad(?=[aeiouyäöü])|\u00ad(?=(?:\u00ad?[\p{L}\p{M}]){1,6}(?![\p{L}\p{M}\u00ad]))/giu;

/** In ems. A narrower word fits every column in the smallest size of a heading. */
const leastDivided = 9;
/** In ems. The same of a title, which is larger than the headings below it. */
const leastDividedInTitle = 6.5;
/** In ems. The same of the company's name in the bar at the top. */
const leastDividedInName = 6;
/** In ems. A narrower word fits every column in the sizes of running text. */
const leastDividedInText = 12;
/** In a page, because dividing takes time of the main thread. Further words are left to the browser. */
const maxDivided = 1000;
/** In ems, those for which `client/styles/headings.css` has styles. */
const bands = [7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 24, 28, 32, 40] as const;
/** All wider words get this style, so nothing above is measured. */
const widest = bands.at(-1)!;

interface Division {
  /** Divides only `maxDivided` words. */
  of(language: string): Promise<HyphenateText>;
  isSpent(): boolean;
}

function boundedDivision(): Division {
  const known = new Map<string, HyphenateText>();
  let left = maxDivided;
  return {
    isSpent: () => left === 0,
    of: async (language) => {
      const hyphenate = known.get(language) ?? (await loadHyphenation(language));
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

/** A word, with a short one that is joined to it. */
const joinedWords = /(?:(?<!\S)\p{L}{1,3}\u00a0)?\S+/gu;

/** In a title, a short word such as 'and' does not stand alone on the line above a long one. */
function joinShortWords(title: string): string {
  return title.replaceAll(/(?<=(?<!\S)\p{L}{1,3}) (?=(\S+))/gu, (space, next: string) =>
    longestPart(next) < leastDividedInTitle ? space : '\u00a0',
  );
}

/** In ems, of any word. Stops at `widest`. */
function longestIn(texts: string[]): number {
  let longest = 0;
  for (const text of texts) {
    for (const [word] of text.matchAll(joinedWords)) {
      longest = Math.max(longest, longestPart(word));
      if (longest >= widest) return longest;
    }
  }
  return longest;
}

/** In ems. Browsers may break a word after some characters, such as `-`. Stops at `widest`. */
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

/** The element around a divided word would change the order of the words in a line. */
const isUndivided =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const longInText = /\S{18,}/g;
const longInName = /\S{10,}/g;

/** Addresses and codes must not get hyphens. */
const isWord = /^[("'„“«]*[\p{L}\p{M}:*_’-]+[)"'”“»….,;!?]*$/u;

function isDivided(word: string, least: number): boolean {
  return isWord.test(word) && !isUndivided.test(word) && longestPart(word) >= least;
}

interface TextRule {
  long: RegExp;
  /** In ems. */
  least: number;
}

const inText: TextRule = { long: longInText, least: leastDividedInText };
const inName: TextRule = { long: longInName, least: leastDividedInName };

function hasDividedWord(text: string, { long, least }: TextRule): boolean {
  for (const [word] of text.matchAll(long)) if (isDivided(word, least)) return true;
  return false;
}

/** Browsers show a hyphen only at the end of a line. */
function divideText(
  text: string,
  { long, least }: TextRule,
  hyphenate: HyphenateText,
  division: Division,
): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { 0: word, index } of text.matchAll(long)) {
    if (division.isSpent()) break;
    if (!isDivided(word, least)) continue;
    parts.push(text.slice(copied, index), hyphenate(word));
    copied = index + word.length;
  }
  return parts.join('') + text.slice(copied);
}

function divide(text: string, least: number, hyphenate: HyphenateText): string {
  return text.replaceAll(joinedWords, (words) => {
    const ems = longestPart(words);
    if (ems < least || isUndivided.test(words)) return words;
    const everywhere = hyphenate(words);
    const readable = everywhere.replaceAll(misleading, '');
    return `<span class="long-word">${readable.includes(softHyphen) ? readable : everywhere}</span>`;
  });
}

/** In ems. A narrower word fits every column in every size of a heading. */
const leastEms = 6.5;

interface Text {
  start: number;
  end: number;
}

/** A heading, or another text with a long word. */
interface Block {
  /** The index of the `>` that ends the start tag of a heading. Undefined for other texts. */
  tagEnd?: number;
  /** From which width on words of a heading are divided, in ems. */
  least?: number;
  /** Of a text that is no heading. */
  rule?: TextRule;
  end: number;
  language: string;
  texts: Text[];
}

/**
 * Headings with a long word get its width, for which a style sets their size. Words that may be wider than a
 * column in the smallest size get soft hyphens.
 */
export async function hyphenateLongWords(html: string, language: string): Promise<string> {
  const parts: string[] = [];
  let copied = 0;
  const division = boundedDivision();
  for (const block of findBlocks(html, language)) {
    const { tagEnd, end, language: own, texts, least = leastDivided, rule = inText } = block;
    if (tagEnd === undefined) {
      if (division.isSpent()) continue;
      const hyphenate = await division.of(own);
      for (const text of texts) {
        parts.push(html.slice(copied, text.start));
        parts.push(divideText(html.slice(text.start, text.end), rule, hyphenate, division));
        copied = text.end;
      }
      continue;
    }
    const textOf = ({ start, end }: Text) =>
      least === leastDividedInTitle ? joinShortWords(html.slice(start, end)) : html.slice(start, end);
    const ems = longestIn(texts.map(textOf));
    if (ems < leastEms) continue;
    parts.push(html.slice(copied, tagEnd), ` data-ems="${bandOf(ems)}"><span>`);
    copied = tagEnd + 1;
    const hyphenate = ems < least ? undefined : await division.of(own);
    for (const text of hyphenate ? texts : []) {
      parts.push(html.slice(copied, text.start), divide(textOf(text), least, hyphenate!));
      copied = text.end;
    }
    parts.push(html.slice(copied, end), '</span>');
    copied = end;
  }
  return parts.join('') + html.slice(copied);
}

/** Copied or shown exactly as written, so without hyphens. */
const verbatim = new Set(['code', 'pre', 'script', 'style', 'textarea', 'option', 'title']);

const tags = /<(?<slash>\/?)(?<name>[a-z][\w-]*)(?<attributes>(?:"[^"]*"|[^"<>])*)>/g;
const withoutEnd = /^(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/**
 * `html` is written by React and by the cleaner of texts: names are in lower case, and quotation marks are around
 * every value. A parser for foreign HTML took a sixth of the time of a page.
 */
function findBlocks(html: string, language: string): Block[] {
  const blocks: Block[] = [];
  // Outside headings, the texts in which a word must be divided.
  let texts = 0;
  const languages = [language];
  let heading: Block | undefined;
  let verbatimDepth = 0;
  let rule = inText;
  let start = 0;
  for (const { 0: tag, index: end, groups } of html.matchAll(tags)) {
    const { slash, name, attributes } = groups as { slash: string; name: string; attributes: string };
    if (start < end && heading) {
      heading.texts.push({ start, end });
    } else if (
      start < end &&
      verbatimDepth === 0 &&
      texts < maxDivided &&
      hasDividedWord(html.slice(start, end), rule)
    ) {
      texts += 1;
      blocks.push({ rule, end, language: languages.at(-1)!, texts: [{ start, end }] });
    }
    start = end + tag.length;
    const isHeading = /^h[1-3]$/.test(name);
    if (slash) {
      languages.pop();
      if (verbatim.has(name)) verbatimDepth -= 1;
      if (heading && isHeading) {
        blocks.push({ ...heading, end });
        heading = undefined;
      }
    } else if (!attributes.endsWith('/') && !withoutEnd.test(name)) {
      rule = / class="site-name"/.test(attributes) ? inName : inText;
      languages.push(/ lang="([^"]+)"/.exec(attributes)?.[1] ?? languages.at(-1)!);
      if (verbatim.has(name)) verbatimDepth += 1;
      if (isHeading)
        heading = {
          tagEnd: start - 1,
          least: name === 'h1' ? leastDividedInTitle : leastDivided,
          end: 0,
          language: languages.at(-1)!,
          texts: [],
        };
    }
  }
  return blocks;
}
