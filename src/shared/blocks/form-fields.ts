import { maxSlugLength, slugOf } from '../slugs.ts';
import type { ShownBlock } from './kinds.ts';

/** The types of fields that a form on a page can have. Stored pages contain these names. */
const fieldTypes = ['Line', 'Text', 'E-mail', 'Phone', 'Choice', 'Tick', 'Date', 'File'] as const;
type FieldType = (typeof fieldTypes)[number];

/** The value that a form sends for a ticked checkbox. */
export const tickedValue = '✓';

/** A field that staff have added to the form of a page. `name` is the name of the input in the HTML form. */
export interface CustomField {
  name: string;
  label: string;
  type: FieldType;
  choices: readonly [string, ...string[]];
  hint: string;
  isRequired: boolean;
}

/**
 * The name of the input that people do not see, in the forms of pages. Password managers fill inputs whose names they
 * know, such as `website`, so this name means nothing to them. The API calls the field `website`.
 */
export const trapField = 'more_words';

/** The names with a fixed meaning in a page's form. The fields that staff add have other names, except a file, which is always named `cv`. */
const taken = ['name', 'email', 'phone', 'website', 'form_token', 'id', '_method', 'cv'];

/** Returns whether `customFieldsOf` could give this name to a field. */
export function isFieldName(name: string): boolean {
  return name.length <= maxSlugLength + 4 && /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u.test(name);
}

/**
 * Returns the fields that staff have added to a form. The name of a field is derived from its label and
 * unique in the form. A file is always named `cv`.
 */
export function customFieldsOf({ fields }: Pick<ShownBlock<'form'>, 'fields'>): CustomField[] {
  const used = new Set(taken);
  return fields.map(({ label, type, choices, hint, is_required }): CustomField => {
    const base = slugOf(label) || 'field';
    let name = type === 'File' ? 'cv' : base;
    for (let number = 2; type !== 'File' && used.has(name); number += 1) name = `${base}-${number}`;
    used.add(name);
    const [first = '–', ...others] = choices.split('\n').flatMap((line) => line.trim() || []);
    return { name, label, type, choices: [first, ...others], hint, isRequired: is_required };
  });
}

/** Returns the label, with a number if `used` has it already, such as `Budget (2)`. Adds the result to `used`. */
export function toUnusedLabel(label: string, used: Set<string>): string {
  let unused = label;
  for (let number = 2; used.has(unused); number += 1) unused = `${label} (${number})`;
  used.add(unused);
  return unused;
}
