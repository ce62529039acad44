// The panel loads this file. An import of Zod here would make the panel's download larger.

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns whether two values of a field are equal. The members of both values must have the order of the
 * fields.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the value if it is a plain object. Returns an empty object for any other value. */
export function toPlainObject(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
}

/** Returns an object with the same keys, whose values are the results of `map`. */
export function mapValues<T, R>(
  given: Readonly<Record<string, T>>,
  map: (value: T, key: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, map(value, key)]));
}
