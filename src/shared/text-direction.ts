const scripts: ReadonlySet<string> = new Set([
  ...['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'],
]);
const firstLetter = /\p{L}/u;
const rightToLeftLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export function hasRightToLeftLetters(text: string): boolean {
  return rightToLeftLetter.test(text);
}

/** Isolating characters keep the order of the words around a text of the other direction. */
export function withDirectionIsolates(text: string, around = ''): string {
  return text && hasRightToLeftLetters(text + around) ? `\u2068${text}\u2069` : text;
}

/** By the row's language, or if that is unknown, by the first letter of the title. */
export function textDirectionOf({ lang, title }: { lang?: string | null; title: string }): 'ltr' | 'rtl' {
  const script = lang ? likelyLocale(lang)?.script : undefined;
  if (script) return scripts.has(script) ? 'rtl' : 'ltr';
  return rightToLeftLetter.test(firstLetter.exec(title)?.[0] ?? '') ? 'rtl' : 'ltr';
}

/** With the usual script and country. Undefined for what is no language tag. */
export function likelyLocale(lang: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(lang).maximize();
  } catch {
    return undefined;
  }
}
