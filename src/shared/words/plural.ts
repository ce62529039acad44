/** The forms of a text by plural category. `other` replaces missing forms. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

export function pluralOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
