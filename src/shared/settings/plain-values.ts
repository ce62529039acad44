// The panel loads this file, so it imports no schemas.

type Values = Readonly<Record<string, unknown>>;

/** Whether two values of a field are the same. Values are made in the order of the fields. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the members of an object, and none for anything else. */
export function toValues(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
}
