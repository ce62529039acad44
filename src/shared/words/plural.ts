/** The forms of a text by plural category. A category without a form uses `other`. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Returns the function that chooses the form of a text for a count, by the rules of a language. */
export function pluralOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
