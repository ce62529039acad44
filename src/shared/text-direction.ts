const scripts: ReadonlySet<string> = new Set([
  ...['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'],
]);
const firstLetter = /\p{L}/u;
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export function hasRightToLeftLetters(text: string): boolean {
  return rightToLeftLetter.test(text);
}

/**
 * Returns the direction of a row's texts: that of its language, or, without a language, that of the first letter of its
 * title.
 */
export function directionOf({ lang, title }: { lang?: string | null; title: string }): 'ltr' | 'rtl' {
  const script = lang ? likelyLocale(lang)?.script : undefined;
  if (script) return scripts.has(script) ? 'rtl' : 'ltr';
  return rightToLeftLetter.test(firstLetter.exec(title)?.[0] ?? '') ? 'rtl' : 'ltr';
}

/**
 * Returns the language with its usual script and country. Returns undefined for a stored text that is not a language
 * tag.
 */
export function likelyLocale(lang: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(lang).maximize();
  } catch {
    return undefined;
  }
}
