/** A list of standard names that the runtime knows. */
export type StandardName = 'timeZone' | 'currency';

/** Returns every time zone, or every currency, in the order of the panel. */
export function listStandard(name: StandardName): { value: string; label: string }[] {
  const values = Intl.supportedValuesOf(name);
  if (name === 'timeZone') return ['UTC', ...values].map((value) => ({ value, label: value }));
  const names = new Intl.DisplayNames(['en'], { type: 'currency' });
  return values
    .map((value) => ({ value, label: `${names.of(value)} (${value})` }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/**
 * Returns whether a standard list contains a value. Also accepts a time zone that another program names by an alias.
 */
export function isKnownCode(name: StandardName, value: string): boolean {
  try {
    if (name === 'timeZone') new Intl.DateTimeFormat('en', { timeZone: value });
    return name === 'timeZone' || Intl.supportedValuesOf(name).includes(value);
  } catch {
    return false;
  }
}
