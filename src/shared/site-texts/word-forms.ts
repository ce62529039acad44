/** By plural category, such as `one`. If that of a number is missing, `other` is used. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

export function pluralChooserOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}

export function waitingTimeOf(seconds: number): { count: number; isMinutes: boolean } {
  return seconds > 90
    ? { count: Math.ceil(seconds / 60), isMinutes: true }
    : { count: Math.max(1, Math.ceil(seconds)), isMinutes: false };
}

/** Only these have a silent h, unlike names of other languages. */
const silentH = /^h(?:elen|enri|onor|ortense|ippolyte|ubert|uguette)/;

/** Whether French words such as `de` lose their vowel before a name, as in `d’Éloïse`. */
export function isElidedBefore(name: string): boolean {
  const start = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return /^(?:[aeiouœæ]|y[^aeiou])/.test(start) || silentH.test(start);
}

/** `de Paul`, or `d’Éloïse` before a vowel. */
export function frenchDeWithName(name: string): string {
  return isElidedBefore(name) ? `d’${name}` : `de ${name}`;
}
