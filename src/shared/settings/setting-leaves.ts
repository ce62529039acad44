import type { Field, Fields } from './field-types.ts';
import { toPlainObject } from './plain-values.ts';

type Leaf = string | number | boolean | null | string[];

/**
 * Returns the single values of a group by path, such as `address.city` or `services.it-support.title`. The value at the
 * path of a list contains the keys of its entries, in their order.
 */
export function leavesOf(fields: Fields, values: unknown, prefix = ''): Map<string, Leaf> {
  const given = toPlainObject(values);
  const leaves = new Map<string, Leaf>();
  for (const [name, field] of Object.entries(fields))
    for (const [path, leaf] of leavesOfField(field, given[name], prefix + name)) leaves.set(path, leaf);
  return leaves;
}

function leavesOfField(field: Field, value: unknown, path: string): Iterable<[string, Leaf]> {
  if (field.kind === 'section') return leavesOf(field.fields, value, `${path}.`);
  if (field.kind !== 'list') return [[path, value as Leaf]];
  const entries = value as { key: string }[];
  return [
    [path, entries.map(({ key }) => key)],
    ...entries.flatMap((entry) => [...leavesOf(field.fields, entry, `${path}.${entry.key}.`)]),
  ];
}
