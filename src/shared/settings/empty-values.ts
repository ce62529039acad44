import type { Field } from './field-types.ts';
import { mapValues } from './plain-values.ts';

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
