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
