import type { Fields, PictureField } from './field-types.ts';
import { toPlainObject } from './values.ts';

/**
 * Returns the paths of the uploaded pictures in the values of a group. The keys of the result are the paths of the
 * values, such as `logo` or `team.0.picture`.
 */
export function picturesIn(fields: Fields, values: unknown, prefix = ''): Map<string, string> {
  const given = toPlainObject(values);
  const found = Object.entries(fields).flatMap(([name, field]) => {
    const [value, path] = [given[name], prefix + name];
    if (field.kind === 'picture') return typeof value === 'string' && value ? [[path, value] as const] : [];
    if (field.kind === 'section') return [...picturesIn(field.fields, value, `${path}.`)];
    if (field.kind !== 'list' || !Array.isArray(value)) return [];
    return value.flatMap((entry, at) => [...picturesIn(field.fields, entry, `${path}.${at}.`)]);
  });
  return new Map(found);
}

/** Returns the picture field at the path of a value. Returns undefined if there is no picture field. */
export function findPictureField(fields: Fields, path: string): PictureField | undefined {
  const [name = '', ...rest] = path.split('.');
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field?.kind === 'picture' && rest.length === 0) return field;
  if (field?.kind === 'section') return findPictureField(field.fields, rest.join('.'));
  if (field?.kind === 'list') return findPictureField(field.fields, rest.slice(1).join('.'));
  return undefined;
}

/** Returns a copy of stored values in which every field with this picture is empty. */
export function withoutPicture(values: Record<string, unknown>, path: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(values).replaceAll(JSON.stringify(path), '""')) as Record<string, unknown>;
}
