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

/** A text of a group, such as `about.mission`, `services.it-support.title` or `contact.steps.0`. */
interface SettingText {
  path: string;
  label: string;
  isHtml: boolean;
  text: string;
}

/** Of complete values. Also those that are empty. */
export function settingTextsOf(fields: Fields, values: unknown, prefix = '', above = ''): SettingText[] {
  const all = toPlainObject(values);
  return Object.entries(fields).flatMap(([name, field]): SettingText[] => {
    const [value, path, label] = [all[name], prefix + name, above + field.label];
    if (field.kind === 'section') return settingTextsOf(field.fields, value, `${path}.`, `${label}: `);
    if (field.kind === 'list')
      return entriesOf(value).flatMap((entry) =>
        settingTextsOf(field.fields, entry, `${path}.${entry.key}.`, `${label}: `),
      );
    const text = { label, isHtml: field.kind === 'html' };
    if (field.kind === 'lines')
      return linesOf(value).map((line, at) => ({ ...text, path: `${path}.${at}`, text: line }));
    return [{ ...text, path, text: String(value ?? '') }];
  });
}

/** The values in a further language, with some texts by path. Lists and lines are those of the main language. */
export function withSettingTexts(
  fields: Fields,
  { main, own }: Pick<Sources, 'main' | 'own'>,
  texts: ReadonlyMap<string, string>,
  prefix = '',
): Record<string, unknown> {
  const [values, words] = [toPlainObject(main), toPlainObject(own)];
  return mapValues(fields, (field, name) => {
    const [of, path] = [{ main: values[name], own: words[name] }, prefix + name];
    if (field.kind === 'section') return withSettingTexts(field.fields, of, texts, `${path}.`);
    if (field.kind === 'list')
      return entriesOf(of.own).map((entry) => ({
        ...entry,
        ...withSettingTexts(
          field.fields,
          { main: entryOf(of.main, entry.key), own: entry },
          texts,
          `${path}.${entry.key}.`,
        ),
      }));
    if (field.kind !== 'lines') return texts.get(path) ?? of.own;
    const [lines, present] = [linesOf(of.main), linesOf(of.own)];
    if (lines.every((_, at) => !texts.has(`${path}.${at}`))) return present;
    return lines.map((line, at) => texts.get(`${path}.${at}`) ?? present[at] ?? line);
  });
}

/** The path of a text by that of an error, such as `services.0.title`, whose list has the entries of `values`. */
export function pathOfError(fields: Fields, values: unknown, path: string): string {
  const [name = '', ...rest] = path.split('.');
  const [field, value] = [fields[name], toPlainObject(values)[name]];
  if (field?.kind === 'section') return `${name}.${pathOfError(field.fields, value, rest.join('.'))}`;
  const entry = field?.kind === 'list' ? entriesOf(value)[Number(rest[0])] : undefined;
  return entry ? [name, entry.key, ...rest.slice(1)].join('.') : path;
}

function linesOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : [];
}
