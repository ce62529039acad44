import type { Field, Fields } from '../../../../src/shared/settings/fields.ts';
import { fillIn } from '../../../../src/shared/settings/placeholders.ts';
import { normalized, type ShownText } from '../../preview/page-texts.ts';
import type { FieldValues } from './group-model.ts';

/** Returns the texts of a form as pages show them. Leaves out the texts of sections for which `isShown` returns false. */
export function shownTexts(
  fields: Fields,
  fieldValues: FieldValues,
  { placeholders, isShown }: { placeholders: Record<string, string>; isShown: (section: string) => boolean },
): ShownText[] {
  const words = new Map(Object.entries(placeholders));
  const say = (text: unknown) => normalized(withoutLinks(fillIn(String(text ?? ''), words)));
  return textsOf(fields, (path) => fieldValues[path])
    .filter(({ path }) => !path.includes('.') || isList(fields, path) || isShown(path.split('.')[0]!))
    .map((shown) => ({ ...shown, text: say(shown.text) }))
    .filter(({ text, picture }) => text !== '' || picture);
}

function isList(fields: Fields, path: string): boolean {
  return fields[path.split('.')[0]!]?.kind === 'list';
}

function textsOf(fields: Fields, valueAt: (path: string) => unknown, prefix = ''): ShownText[] {
  return Object.entries(fields).flatMap(([name, field]): ShownText[] => {
    const path = prefix + name;
    if (field.kind === 'section') return textsOf(field.fields, valueAt, `${path}.`);
    const value = valueAt(path);
    if (field.kind !== 'list') return textsOfLeaf(field, path, value);
    return ((value ?? []) as FieldValues[]).flatMap((entry, place) =>
      textsOf(field.fields, (inner) => entry[inner.slice(inner.lastIndexOf('.') + 1)], `${path}.${place}.`),
    );
  });
}

function textsOfLeaf(field: Field, path: string, value: unknown): ShownText[] {
  if (field.kind === 'line' || field.kind === 'text' || field.kind === 'email')
    return [{ path, text: String(value ?? '') }];
  if (field.kind === 'picture' && value) return [{ path, text: '', picture: String(value) }];
  if (field.kind === 'lines') return ((value ?? []) as string[]).map((text) => ({ path, text }));
  return [];
}

/** A link in a text is written `{contact:Write to us}`. Pages show its words. */
const withoutLinks = (text: string) => text.replaceAll(/\{\w+:([^{}]*)\}/g, '$1');
