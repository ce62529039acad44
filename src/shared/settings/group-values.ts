import { emptyValueOfField, isSameValue, mapValues, toPlainObject } from './values.ts';
import type { Field, Fields, LeafField } from './field-types.ts';
import { leafSchema } from './input-schema.ts';
import { entriesOf, entryOf } from './translated-groups.ts';

type Values = Readonly<Record<string, unknown>>;
type Entry = Values & { key: string };

/**
 * For each field, its stored value if that is valid, or its default. Drops stored fields that this version does not
 * know.
 */
export function completeValues(fields: Fields, defaults: Values, stored: unknown): Record<string, unknown> {
  const values = toPlainObject(stored);
  return mapValues(fields, (field, name) => completeField(field, defaults[name], values[name]));
}

function completeField(field: Field, initial: unknown, stored: unknown): unknown {
  if (field.kind === 'section') return completeValues(field.fields, toPlainObject(initial), stored);
  if (stored === undefined) return initial;
  if (field.kind === 'list') return Array.isArray(stored) ? completeEntries(field.fields, stored) : initial;
  return completeLeaf(field, initial, stored);
}

function completeEntries(fields: Fields, stored: readonly unknown[]): object[] {
  const blank = mapValues(fields, emptyValueOfField);
  return stored
    .map(toPlainObject)
    .flatMap(({ key, ...entry }) =>
      typeof key === 'string' ? [{ key, ...completeValues(fields, blank, entry) }] : [],
    );
}

function completeLeaf(field: LeafField, initial: unknown, stored: unknown): unknown {
  // A newer version may have stored parts that this one lacks.
  const known =
    field.kind === 'parts' && Array.isArray(stored) ? stored.filter((name) => name in field.parts) : stored;
  const parsed = leafSchema(field).safeParse(known);
  return parsed.success ? parsed.data : initial;
}

/** `stored` in place of `initial`. Entries of lists stay those of the main language. */
export function completeTexts(fields: Fields, initial: Values, stored: unknown): Record<string, unknown> {
  const values = completeValues(fields, initial, stored);
  return mapValues(fields, (field, name) => {
    const [value, first] = [values[name], initial[name]];
    if (field.kind === 'section') return completeTexts(field.fields, toPlainObject(first), value);
    if (field.kind !== 'list') return value;
    return entriesOf(first).map((entry) => entryOf(value, entry.key) ?? entry);
  });
}

/** Keeps only the values that differ from the defaults. All others follow the defaults of a new version. */
export function sparseValues(fields: Fields, defaults: Values, values: Values): Record<string, unknown> {
  const differing = Object.entries(fields).flatMap(([name, field]) => {
    const [value, initial] = [values[name], defaults[name]];
    if (isSameValue(value, initial)) return [];
    if (field.kind !== 'section') return [[name, value] as const];
    return [[name, sparseValues(field.fields, toPlainObject(initial), toPlainObject(value))] as const];
  });
  return Object.fromEntries(differing);
}

/** Without what the schema has added for absent fields. */
export function withoutAddedValues(fields: Fields, input: Values, parsed: Values): Record<string, unknown> {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    if (input[name] === undefined) return [];
    if (field.kind !== 'section') return [[name, parsed[name]] as const];
    return [
      [
        name,
        withoutAddedValues(field.fields, toPlainObject(input[name]), toPlainObject(parsed[name])),
      ] as const,
    ];
  });
  return Object.fromEntries(entries);
}

/** The members that are no fields, such as `addres` or `social.0.labl`. */
export function unknownPaths(fields: Fields, input: unknown, prefix = ''): string[] {
  return Object.entries(toPlainObject(input)).flatMap(([name, value]) => {
    const [field, path] = [Object.hasOwn(fields, name) ? fields[name] : undefined, prefix + name];
    if (field?.kind === 'section') return unknownPaths(field.fields, value, `${path}.`);
    if (field?.kind !== 'list') return field ? [] : [path];
    const entries = Array.isArray(value) ? value : [];
    return entries.flatMap((entry, at) => {
      const { key: _, ...members } = toPlainObject(entry);
      return unknownPaths(field.fields, members, `${path}.${at}.`);
    });
  });
}

/** Adds stored fields that this version lacks, so that a save does not delete them. */
export function withUnknownFields(fields: Fields, stored: unknown, sparse: Values): Record<string, unknown> {
  const kept = Object.entries(toPlainObject(stored)).filter(([name]) => !(name in fields));
  const inner = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'section') return [];
    const all = withUnknownFields(field.fields, toPlainObject(stored)[name], toPlainObject(sparse[name]));
    return Object.keys(all).length > 0 ? [[name, all] as const] : [];
  });
  return { ...Object.fromEntries(kept), ...sparse, ...Object.fromEntries(inner) };
}

/** Gives every list entry a key, derived from its title. */
export function withEntryKeys(fields: Fields, values: Values): Record<string, unknown> {
  return mapValues(values, (value, name) => {
    const field = fields[name];
    if (field?.kind === 'section') return withEntryKeys(field.fields, toPlainObject(value));
    if (field?.kind !== 'list' || !Array.isArray(value)) return value;
    const entries: Partial<Entry>[] = value;
    const taken = new Set(entries.flatMap(({ key }) => key ?? []));
    return entries.map(({ key, ...entry }) => {
      const own = key ?? freeKey(String(entry[field.title] ?? ''), taken);
      taken.add(own);
      return { key: own, ...mapValues(field.fields, (_, part) => entry[part]) };
    });
  });
}

function freeKey(title: string, taken: ReadonlySet<string>): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const hyphenated = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  const base = hyphenated.slice(0, 60).replace(/-$/, '') || 'entry';
  if (!taken.has(base)) return base;
  for (let count = 2; ; count += 1) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`;
}
