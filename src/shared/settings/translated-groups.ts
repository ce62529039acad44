import type { Field, Fields } from './field-types.ts';
import { mapValues, isSameValue, toPlainObject } from './values.ts';

type Values = Readonly<Record<string, unknown>>;
type Entry = Values & { key: string };

/** By group, its fields with texts, or null for all of them. The texts are stored apart for each further language. */
const translated: Readonly<Record<string, readonly string[] | null>> = {
  company: ['tagline', 'summary'],
  pages: null,
  lists: null,
  choices: null,
  navigation: null,
  legal: null,
  search: ['home_title', 'description', 'picture_alt'],
  answers: ['templates', 'signature', 'receipt'],
};

export const translatedGroups = Object.keys(translated);

/** The fields of a group whose values differ between languages. Undefined if the group has none. */
export function textFieldsOf(name: string, fields: Fields): Fields | undefined {
  const fieldNames = translated[name];
  if (fieldNames === undefined) return undefined;
  const chosen = Object.entries(fields).filter(([each]) => fieldNames === null || fieldNames.includes(each));
  return withTextsOnly(Object.fromEntries(chosen));
}

function withTextsOnly(fields: Fields): Fields {
  const texts = Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    if (field.kind === 'section' || field.kind === 'list') {
      const inner = withTextsOnly(field.fields);
      return Object.keys(inner).length > 0 ? [[name, { ...field, fields: inner }]] : [];
    }
    const isText = ['line', 'text', 'html', 'lines'].includes(field.kind);
    const isWritten = !('shape' in field && field.shape) && !('isAddress' in field && field.isAddress);
    return isText && isWritten ? [[name, field]] : [];
  });
  return Object.fromEntries(texts);
}

interface Sources {
  /** The values in the main language. */
  main: unknown;
  /** The defaults in the main language. */
  initial: unknown;
  /** The defaults in the other language. */
  own: unknown;
}

/**
 * The texts of a language that nobody has written yet: the defaults in it. What staff have emptied in the main language
 * is empty, and a list has the entries of the main language, those that staff have written in its words.
 */
export function initialTexts(fields: Fields, sources: Sources): Record<string, unknown> {
  const [main, initial, own] = [sources.main, sources.initial, sources.own].map(toPlainObject);
  return mapValues(fields, (field, name) => {
    const of = { main: main![name], initial: initial![name], own: own![name] };
    if (field.kind === 'section') return initialTexts(field.fields, of);
    if (field.kind === 'list')
      return entriesOf(of.main).map((entry) => initialEntry(field.fields, entry, of));
    return isEmpty(of.main) && !isEmpty(of.initial) ? of.main : of.own;
  });
}

function initialEntry(fields: Fields, entry: Entry, { initial, own }: Sources): Entry {
  const [before, text] = [initial, own].map((list) => toPlainObject(entryOf(list, entry.key)));
  return {
    key: entry.key,
    ...mapValues(fields, (_, name) =>
      isSameValue(entry[name], before![name]) && name in text! ? text![name] : entry[name],
    ),
  };
}

/** Of complete values. */
export function textsOnly(fields: Fields, values: unknown): Record<string, unknown> {
  const all = toPlainObject(values);
  return mapValues(fields, (field, name) => {
    if (field.kind === 'section') return textsOnly(field.fields, all[name]);
    if (field.kind !== 'list') return all[name];
    return entriesOf(all[name]).map((entry) => ({ key: entry.key, ...textsOnly(field.fields, entry) }));
  });
}

/** The values in the main language with the texts of another one. */
export function withTexts(fields: Fields, main: unknown, texts: unknown): Record<string, unknown> {
  const [values, words] = [toPlainObject(main), toPlainObject(texts)];
  const changed = mapValues(fields, (field, name) => {
    if (field.kind === 'section') return withTexts(field.fields, values[name], words[name]);
    if (field.kind !== 'list') return words[name];
    return entriesOf(values[name]).map((entry) => ({ ...entry, ...entryOf(words[name], entry.key) }));
  });
  return { ...values, ...changed };
}

export function entriesOf(list: unknown): Entry[] {
  return Array.isArray(list) ? (list as Entry[]) : [];
}

export function entryOf(list: unknown, key: string): Entry | undefined {
  return entriesOf(list).find((entry) => entry.key === key);
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}
