/** A list of standard names that the runtime contains. */
export type StandardListName = 'timeZone' | 'currency';

/** Returns every time zone with `UTC` first, or every currency sorted by its English name. */
export function listStandardOptions(name: StandardListName): { value: string; label: string }[] {
  const values = Intl.supportedValuesOf(name);
  if (name === 'timeZone') return ['UTC', ...values].map((value) => ({ value, label: value }));
  const names = new Intl.DisplayNames(['en'], { type: 'currency' });
  return values
    .map((value) => ({ value, label: `${names.of(value)} (${value})` }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/**
 * Returns whether a standard list contains a value. Aliases of time zones are accepted too, because other programs
 * might send them.
 */
export function isStandardValue(name: StandardListName, value: string): boolean {
  try {
    if (name === 'timeZone') new Intl.DateTimeFormat('en', { timeZone: value });
    return name === 'timeZone' || Intl.supportedValuesOf(name).includes(value);
  } catch {
    return false;
  }
}
