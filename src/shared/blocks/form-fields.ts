import { slugOf } from '../slugs.ts';
import type { ShownBlock } from './kinds.ts';

/** The types of a field in a page's form. Stored pages contain these names. */
export const fieldTypes = ['Line', 'Text', 'E-mail', 'Phone', 'Choice', 'Tick', 'Date', 'File'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** The value of a box that is ticked. */
export const ticked = '✓';

/** A field of a page's form, by the name under which it is sent. */
export interface OwnField {
  name: string;
  label: string;
  type: FieldType;
  choices: readonly [string, ...string[]];
  hint: string;
  isRequired: boolean;
}

/** The names that a field may not get, because every such form has them already. */
const taken = ['name', 'email', 'phone', 'website', 'form_token', 'id', '_method', 'cv'];

/** Returns the fields of a form, each with a name that is derived from its label. */
export function ownFieldsOf({ fields }: Pick<ShownBlock<'form'>, 'fields'>): OwnField[] {
  const used = new Set(taken);
  return fields.map(({ label, type, choices, hint, is_required }): OwnField => {
    const base = slugOf(label) || 'field';
    let name = type === 'File' ? 'cv' : base;
    for (let number = 2; type !== 'File' && used.has(name); number += 1) name = `${base}-${number}`;
    used.add(name);
    const [first = '–', ...others] = choices.split('\n').flatMap((line) => line.trim() || []);
    return { name, label, type, choices: [first, ...others], hint, isRequired: is_required };
  });
}
