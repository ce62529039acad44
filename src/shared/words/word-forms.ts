/**
 * The forms of a text by plural category, such as `one`. If the form for a number is missing, `other` is
 * used.
 */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Returns a function that chooses the form of a text for a number by the plural rules of the language. */
export function pluralOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}

export function waitingTimeOf(seconds: number): { count: number; isMinutes: boolean } {
  return seconds > 90
    ? { count: Math.ceil(seconds / 60), isMinutes: true }
    : { count: Math.max(1, Math.ceil(seconds)), isMinutes: false };
}

/**
 * Names that begin with a silent H. Others, above all names of other languages, are spoken with it.
 */
const silentH = /^h(?:elen|enri|onor|ortense|ippolyte|ubert|uguette)/;

/** Returns whether French words such as `de` lose their vowel before a name, as in `d’Éloïse`. */
export function isElidedBefore(name: string): boolean {
  const start = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return /^(?:[aeiouœæ]|y[^aeiou])/.test(start) || silentH.test(start);
}

/** Returns a name after the French word `de`. */
export function frenchOf(name: string): string {
  return isElidedBefore(name) ? `d’${name}` : `de ${name}`;
}
