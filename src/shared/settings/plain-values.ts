// The panel loads this file, so it imports no schemas.

type Values = Readonly<Record<string, unknown>>;

/** Returns whether two values of a field are the same. Both must have their members in the order of the fields. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the members of an object. Returns none for any other value. */
export function toValues(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
}
