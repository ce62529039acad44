import createHyphenator, { type HyphenationFunctionSync, type PatternsDefinition } from 'hyphen';

export const softHyphen = '\u00ad';

/** Returns the text with soft hyphens wherever its long words may be divided. */
export type Hyphenate = (text: string) => string;

/** The minimum number of letters of a divided word. Shorter words fit every column. */
const leastLetters = 10;
/**
 * The maximum length of a text that gets soft hyphens. The time that the library needs grows with the square of the
 * length of a word.
 */
const mostLetters = 120;

type Patterns = () => Promise<{ default: PatternsDefinition }>;

/**
 * The patterns of a language are loaded when the language is first used, because patterns are large. The
 * German patterns have 0.7 MB.
 */
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

/**
 * Returns the function that divides words of a language such as `de` or `de-AT`. For a language without
 * patterns, the function returns texts unchanged.
 */
export async function hyphenationIn(language: string): Promise<Hyphenate> {
  const load = patternsOf[language.toLowerCase().split('-', 1)[0]!];
  if (!load) return (text) => text;
  const { default: patterns } = await load();
  // A hyphenator keeps every word in memory, so each page gets its own. Creating a hyphenator costs nothing.
  const hyphenate = createHyphenator(patterns, {
    minWordLength: leastLetters,
    hyphenChar: softHyphen,
  }) as HyphenationFunctionSync; // Without the option `async`, the hyphenator is synchronous.
  return (text) => (text.length > mostLetters ? text : hyphenate(text).replaceAll(tooShort, ''));
}

/** Matches a soft hyphen that would leave fewer than three letters of a word on a line. */
const tooShort =
  /\u00ad(?:(?<=(?<![\p{L}\p{M}\u00ad])[\p{L}\p{M}]{1,2}\u00ad)|(?=[\p{L}\p{M}]{1,2}(?![\p{L}\p{M}\u00ad])))/gu;
