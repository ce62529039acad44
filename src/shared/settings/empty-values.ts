import type { Field } from './field-types.ts';

/** Returns the value of a field that is empty. */
export function blankOf(field: Field): unknown {
  switch (field.kind) {
    case 'section':
      return mapValues(field.fields, blankOf);
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

/** Returns an object with the same keys and other values. */
export function mapValues<T, R>(
  given: Readonly<Record<string, T>>,
  map: (value: T, key: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, map(value, key)]));
}
