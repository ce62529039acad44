import type { Field } from './field-types.ts';

/** Returns the value of an empty field. An empty choice has its first value, and an empty colour is black. */
export function emptyValueOfField(field: Field): unknown {
  switch (field.kind) {
    case 'section':
      return mapValues(field.fields, emptyValueOfField);
    case 'list':
    case 'lines':
    case 'parts':
      return [];
    case 'tick':
      return false;
    case 'year':
    case 'number':
      return null;
    case 'choice':
      return Object.keys(field.choices)[0];
    case 'colour':
      return '#000000';
    default:
      return '';
  }
}

/** Returns an object with the same keys, whose values are the results of `map`. */
export function mapValues<T, R>(
  given: Readonly<Record<string, T>>,
  map: (value: T, key: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, map(value, key)]));
}
