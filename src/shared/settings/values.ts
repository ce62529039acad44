import type { Field, Fields, PictureField } from './field-types.ts';

// The panel loads this file. Importing Zod here would make its download larger.

type Values = Readonly<Record<string, unknown>>;

/** The members of both must have the same order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Empty for anything but a plain object. */
export function toPlainObject(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
}

export function mapValues<T, R>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}

/** An empty choice has its first value, and an empty colour is black. */
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

type Leaf = string | number | boolean | null | string[];

/** By path, such as `services.it-support.title`. At the path of a list are the keys of its entries. */
export function fieldValuesByPath(fields: Fields, values: unknown, prefix = ''): Map<string, Leaf> {
  const members = toPlainObject(values);
  const leaves = new Map<string, Leaf>();
  for (const [name, field] of Object.entries(fields))
    for (const [path, leaf] of leavesOfField(field, members[name], prefix + name)) leaves.set(path, leaf);
  return leaves;
}

function leavesOfField(field: Field, value: unknown, path: string): Iterable<[string, Leaf]> {
  if (field.kind === 'section') return fieldValuesByPath(field.fields, value, `${path}.`);
  if (field.kind !== 'list') return [[path, value as Leaf]];
  const entries = value as { key: string }[];
  return [
    [path, entries.map(({ key }) => key)],
    ...entries.flatMap((entry) => [...fieldValuesByPath(field.fields, entry, `${path}.${entry.key}.`)]),
  ];
}

/** Paths of uploaded pictures, by the path of the value, such as `logo` or `team.0.picture`. */
export function picturePathsIn(fields: Fields, values: unknown, prefix = ''): Map<string, string> {
  const members = toPlainObject(values);
  const pictures = Object.entries(fields).flatMap(([name, field]) => {
    const [value, path] = [members[name], prefix + name];
    if (field.kind === 'picture') return typeof value === 'string' && value ? [[path, value] as const] : [];
    if (field.kind === 'section') return [...picturePathsIn(field.fields, value, `${path}.`)];
    if (field.kind !== 'list' || !Array.isArray(value)) return [];
    return value.flatMap((entry, at) => [...picturePathsIn(field.fields, entry, `${path}.${at}.`)]);
  });
  return new Map(pictures);
}

export function findPictureField(fields: Fields, path: string): PictureField | undefined {
  const [name = '', ...rest] = path.split('.');
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field?.kind === 'picture' && rest.length === 0) return field;
  if (field?.kind === 'section') return findPictureField(field.fields, rest.join('.'));
  if (field?.kind === 'list') return findPictureField(field.fields, rest.slice(1).join('.'));
  return undefined;
}

/** A copy in which every field with this picture is empty. */
export function withoutPicture(values: Record<string, unknown>, path: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(values).replaceAll(JSON.stringify(path), '""')) as Record<string, unknown>;
}
