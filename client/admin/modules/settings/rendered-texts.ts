import type { Field, Fields } from '../../../../src/shared/settings/field-types.ts';
import { siteLanguage } from '../../components/logo.tsx';
import { fillPlaceholders } from '../../../../src/shared/settings/placeholders.ts';
import { collapseSpaces, partsOfHtml, type ShownText } from '../../preview/field-of-text.ts';
import type { FieldValues } from './group-model.ts';

/**
 * Returns the texts and pictures of a settings form as pages show them, each with the path of its field.
 * Placeholders are replaced with their texts. Fields without a text or picture are left out.
 */
export function renderTexts(
  fields: Fields,
  fieldValues: FieldValues,
  placeholders: Record<string, string>,
): ShownText[] {
  const words = new Map(Object.entries(placeholders));
  const say = (text: string) =>
    collapseSpaces(withoutLinks(fillPlaceholders(text, words, siteLanguage() ?? 'en')));
  return textsOf(fields, (path) => fieldValues[path])
    .map((shown) => ({ ...shown, text: say(shown.text), isPlaceholder: /^\{\w+\}$/.test(shown.text) }))
    .filter(({ text, picture }) => text !== '' || picture);
}

function textsOf(fields: Fields, valueAt: (path: string) => unknown, prefix = ''): ShownText[] {
  return Object.entries(fields).flatMap(([name, field]): ShownText[] => {
    const path = prefix + name;
    if (field.kind === 'section') return textsOf(field.fields, valueAt, `${path}.`);
    const value = valueAt(path);
    if (field.kind !== 'list') return textsOfLeaf(field, value).map((shown) => ({ path, ...shown }));
    return ((value ?? []) as FieldValues[]).flatMap((entry, place) =>
      textsOf(field.fields, (inner) => entry[inner.slice(inner.lastIndexOf('.') + 1)], `${path}.${place}.`),
    );
  });
}

function textsOfLeaf(field: Field, value: unknown): Omit<ShownText, 'path'>[] {
  switch (field.kind) {
    case 'line':
    case 'text':
    case 'email':
    case 'year':
      return [{ text: String(value ?? '') }];
    case 'picture':
      return value ? [{ text: '', picture: String(value) }] : [];
    case 'lines':
      return ((value ?? []) as string[]).map((text) => ({ text }));
    case 'html':
      return partsOfHtml(String(value ?? ''));
    default:
      return [];
  }
}

/**
 * Returns the text in which each link, such as `{contact:Write to us}`, is replaced with its label, because
 * pages show only the label.
 */
const withoutLinks = (text: string) => text.replaceAll(/\{\w+:([^{}]*)\}/g, '$1');
