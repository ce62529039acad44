import type { Field, Fields } from '../../../../src/shared/settings/fields.ts';
import { fillIn } from '../../../../src/shared/settings/placeholders.ts';
import type { Draft } from './group-model.ts';

/** A text of the form as a page shows it. The path leads to its field: `about.heading`, `services.0.title`. */
export interface ShownText {
  path: string;
  text: string;
}

/** Returns the texts of a draft as pages show them. Those of a section count only if `isShown` says so. */
export function shownTexts(
  fields: Fields,
  draft: Draft,
  { placeholders, isShown }: { placeholders: Record<string, string>; isShown: (section: string) => boolean },
): ShownText[] {
  const words = new Map(Object.entries(placeholders));
  const say = (text: unknown) => normalized(withoutLinks(fillIn(String(text ?? ''), words)));
  return textsOf(fields, (path) => draft[path])
    .filter(({ path }) => !path.includes('.') || isList(fields, path) || isShown(path.split('.')[0]!))
    .map(({ path, text }) => ({ path, text: say(text) }))
    .filter(({ text }) => text !== '');
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
    return ((value ?? []) as Draft[]).flatMap((entry, place) =>
      textsOf(field.fields, (inner) => entry[inner.slice(inner.lastIndexOf('.') + 1)], `${path}.${place}.`),
    );
  });
}

function textsOfLeaf(field: Field, path: string, value: unknown): ShownText[] {
  if (field.kind === 'line' || field.kind === 'text' || field.kind === 'email')
    return [{ path, text: String(value ?? '') }];
  if (field.kind === 'lines') return ((value ?? []) as string[]).map((text) => ({ path, text }));
  return [];
}

/** A link in a text is written `{contact:Write to us}`. Pages show its words. */
const withoutLinks = (text: string) => text.replaceAll(/\{\w+:([^{}]*)\}/g, '$1');
export const normalized = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The number of elements allowed between the click and the element with the whole text. */
const maxDepth = 4;

/** Returns the path of the text of an element or of a close ancestor. */
export function pathAt(texts: readonly ShownText[], element: Element): string | undefined {
  let place: Element | null = element;
  for (let depth = 0; place && depth < maxDepth; depth += 1, place = place.parentElement) {
    const said = normalized(place.textContent ?? '');
    const found = texts.find(({ text }) => text === said);
    if (found) return found.path;
  }
  return undefined;
}

/** Returns the innermost elements of a page whose whole text is one of these. */
export function elementsWith(page: Document, texts: ReadonlySet<string>): HTMLElement[] {
  const all = [...page.body.querySelectorAll<HTMLElement>('*')];
  const found = all.filter((element) => texts.has(normalized(element.textContent ?? '')));
  return found.filter((element) => !found.some((other) => other !== element && element.contains(other)));
}
