import type { Fields, PictureField } from './field-types.ts';
import { toPlainObject } from './values.ts';

/** Paths of uploaded pictures, by the path of the value, such as `logo` or `team.0.picture`. */
export function picturesIn(fields: Fields, values: unknown, prefix = ''): Map<string, string> {
  const members = toPlainObject(values);
  const pictures = Object.entries(fields).flatMap(([name, field]) => {
    const [value, path] = [members[name], prefix + name];
    if (field.kind === 'picture') return typeof value === 'string' && value ? [[path, value] as const] : [];
    if (field.kind === 'section') return [...picturesIn(field.fields, value, `${path}.`)];
    if (field.kind !== 'list' || !Array.isArray(value)) return [];
    return value.flatMap((entry, at) => [...picturesIn(field.fields, entry, `${path}.${at}.`)]);
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
