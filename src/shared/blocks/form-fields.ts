import { maxSlugLength, slugOfText } from '../slugs.ts';
import type { ShownBlock } from './block-kinds.ts';

/** Stored pages contain these names. */
const fieldTypes = ['Line', 'Text', 'E-mail', 'Phone', 'Choice', 'Tick', 'Date', 'File'] as const;
type FieldType = (typeof fieldTypes)[number];

/** What a form sends for a ticked checkbox. */
export const tickedValue = '✓';

/** A field that staff have added. `name` is that of the input in the HTML form. */
export interface CustomField {
  name: string;
  label: string;
  type: FieldType;
  choices: readonly [string, ...string[]];
  hint: string;
  isRequired: boolean;
}

/**
 * A field that people do not see and programs fill in. Its name means nothing to password managers. The API calls it
 * `website`.
 */
export const trapField = 'more_words';

/** Names with a fixed meaning in a page's form. A file is always `cv`. */
const taken = ['name', 'email', 'phone', 'website', 'form_token', 'id', '_method', 'cv'];

/** Whether `customFieldsOf` could give this name to a field. */
export function isFieldName(name: string): boolean {
  return name.length <= maxSlugLength + 4 && /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u.test(name);
}

/** The name of a field is derived from its label and unique in the form. A file is always `cv`. */
export function customFieldsOf({ fields }: Pick<ShownBlock<'form'>, 'fields'>): CustomField[] {
  const used = new Set(taken);
  return fields.map(({ label, type, choices, hint, is_required }): CustomField => {
    const base = slugOfText(label) || 'field';
    let name = type === 'File' ? 'cv' : base;
    for (let number = 2; type !== 'File' && used.has(name); number += 1) name = `${base}-${number}`;
    used.add(name);
    const [first = '–', ...others] = choices.split('\n').flatMap((line) => line.trim() || []);
    return { name, label, type, choices: [first, ...others], hint, isRequired: is_required };
  });
}

/** With a number if `used` has the label already, such as `Budget (2)`. Adds the result to `used`. */
export function toUnusedLabel(label: string, used: Set<string>): string {
  let unused = label;
  for (let number = 2; used.has(unused); number += 1) unused = `${label} (${number})`;
  used.add(unused);
  return unused;
}
