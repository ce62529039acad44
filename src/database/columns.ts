import { JsonType, p, TextType } from '@mikro-orm/core';
import { isSameValue } from '../shared/settings/values.ts';

/**
 * What a text or JSON column may hold about a person. `email`: an address and nothing else. `writing`: texts that people
 * wrote. `colleague`: the name of a colleague. `file`: the key of a private file. `packed`: deflated writing.
 */
export type PersonalDataKind = 'email' | 'writing' | 'colleague' | 'file' | 'packed' | 'secret' | 'nothing';

// Entities use these instead of `p.text()` and `p.json()`, which say nothing about people: a test refuses such a column.
export const textColumn = (holds: PersonalDataKind) => p.type(Object.assign(new TextType(), { holds }));
export const jsonColumn = <T>(holds: PersonalDataKind) =>
  p.type(Object.assign(new JsonType(), { holds })).$type<T>();

/** The columns of every row that staff edit. A save with another `version` than the stored one is refused. */
export const editableColumns = () => ({
  id: p.integer().primary(),
  version: p.integer().version(),
  created_at: p.datetime(),
  updated_at: p.datetime(),
});

export interface EditableView {
  id: number;
  version: number;
  created_at: string;
  updated_at: string;
}

/** The position that staff give to a row. It is none of the row's own values, so moving a row stores no new version. */
export const positionKey = 'position';

export type EditedValuesOf<View> = Omit<View, keyof EditableView | typeof positionKey>;

/** Sets the defined values. If one differs, also sets the time of the change. */
export function assignValues<Row extends { updated_at: Date }>(
  row: Row,
  values: Partial<Row>,
  now: Date,
): void {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  const changed = defined.filter(([name, value]) => {
    const stored: unknown = row[name as keyof Row];
    return stored !== value && (typeof value === 'string' || !isSameValue(stored, value));
  });
  Object.assign(row, Object.fromEntries(changed));
  if (changed.length > 0) row.updated_at = now;
}

// With SQLite, Kysely returns a time as milliseconds, a boolean as 0 or 1, and JSON as text.

interface EditableRow {
  id: number;
  version: number;
  created_at: Date | number | string;
  updated_at: Date | number | string;
}
type Stored<T> = T extends boolean ? boolean | number : T extends string[] ? string[] | string : T;
type NullableKey<View> = { [K in keyof View]-?: null extends View[K] ? K : never }[keyof View];

export type StoredRow<View> = EditableRow & {
  [K in Exclude<keyof View, keyof EditableRow | NullableKey<View>>]: Stored<View[K]>;
} & { [K in NullableKey<View>]?: View[K] };

export function toEditableView({ id, version, created_at, updated_at }: EditableRow): EditableView {
  return { id, version, created_at: toIsoTime(created_at), updated_at: toIsoTime(updated_at) };
}

export function toIsoTime(value: Date | number | string): string {
  return new Date(value).toISOString();
}

export function toTextList(value: string[] | string): string[] {
  return typeof value === 'string' ? (JSON.parse(value) as string[]) : value;
}

export function parseJsonColumn<T extends object>(value: T | string): T {
  return typeof value === 'string' ? (JSON.parse(value) as T) : value;
}
