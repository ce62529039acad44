import type { Field, Fields, ListField } from './field-types.ts';
import { isSameValue, toPlainObject } from './values.ts';

type Values = Readonly<Record<string, unknown>>;
type Entry = Values & { key: string };

/** States of a group or its part. Both changes began from `base`. `theirs` is stored, `ours` is to be saved. */
interface Three<T> {
  base: T;
  theirs: T;
  ours: T;
}

interface Merged {
  values: Record<string, unknown>;
  /** Values that both sides changed differently, by path. `values` has the stored ones. */
  conflicts: string[];
}

/** Single values are compared by field, and list entries by key. */
export function mergeSettingValues(fields: Fields, states: Three<Values>): Merged {
  const conflicts: string[] = [];
  return { values: mergeFields(fields, states, '', conflicts), conflicts };
}

function mergeFields(fields: Fields, states: Three<Values>, prefix: string, conflicts: string[]) {
  const merged = Object.entries(fields).map(([name, field]) => {
    const part = mapStates(states, (values) => values[name]);
    return [name, mergeField(field, part, prefix + name, conflicts)];
  });
  return Object.fromEntries(merged) as Record<string, unknown>;
}

function mergeField(field: Field, states: Three<unknown>, path: string, conflicts: string[]): unknown {
  const { base, theirs, ours } = states;
  if (isSameValue(ours, base) || isSameValue(ours, theirs)) return theirs;
  if (isSameValue(theirs, base)) return ours;
  if (field.kind === 'section')
    return mergeFields(field.fields, mapStates(states, toPlainObject), `${path}.`, conflicts);
  if (field.kind === 'list') return mergeList(field, states as Three<Entry[]>, path, conflicts);
  conflicts.push(path);
  return theirs;
}

function mergeList({ fields }: ListField, states: Three<Entry[]>, path: string, conflicts: string[]) {
  const keys = mapStates(states, (entries) => entries.map(({ key }) => key));
  const byKey = mapStates(states, (entries) => new Map(entries.map((entry) => [entry.key, entry])));
  const merged = new Map<string, Entry>();
  for (const key of new Set([...keys.theirs, ...keys.ours])) {
    const { base, theirs, ours } = mapStates(byKey, (entries) => entries.get(key));
    if (base && theirs && ours) {
      const values = mergeFields(fields, { base, theirs, ours }, `${path}.${key}.`, conflicts);
      merged.set(key, { key, ...values });
      continue;
    }
    const left = theirs ?? ours!;
    const isRemoved = base && isSameValue(left, base);
    const isDisputed = base ? !isRemoved : theirs && ours && !isSameValue(theirs, ours);
    if (isDisputed) conflicts.push(`${path}.${key}`);
    if (!isRemoved) merged.set(key, left);
  }
  return mergeOrder(keys, path, conflicts).flatMap((key) => merged.get(key) ?? []);
}

/** The keys of both sides, in the order of the one that has moved entries. */
function mergeOrder({ base, theirs, ours }: Three<string[]>, path: string, conflicts: string[]): string[] {
  const isMoved = (side: string[], other: string[]) =>
    !isSameValue(
      side.filter((key) => other.includes(key)),
      other.filter((key) => side.includes(key)),
    );
  if (!isMoved(ours, base) || !isMoved(ours, theirs)) return withAdded(theirs, ours);
  if (isMoved(theirs, base)) conflicts.push(path);
  return withAdded(ours, theirs);
}

/** Each key that only `other` has comes after the one before it in `other`. */
function withAdded(order: readonly string[], other: readonly string[]): string[] {
  const all = [...order];
  for (const [at, key] of other.entries()) {
    if (all.includes(key)) continue;
    const before = other[at - 1];
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, key);
  }
  return all;
}

function mapStates<T, R>({ base, theirs, ours }: Three<T>, map: (state: T) => R): Three<R> {
  return { base: map(base), theirs: map(theirs), ours: map(ours) };
}
