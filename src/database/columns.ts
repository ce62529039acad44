import { p } from '@mikro-orm/core';

/** The columns of every row that people edit: `version` is what a save must name to notice another's save. */
export const editableColumns = () => ({
  id: p.integer().primary(),
  version: p.integer().version(),
  created_at: p.datetime(),
  updated_at: p.datetime(),
});

/** What every view of an editable row has besides its own fields. */
export interface EditableView {
  id: number;
  version: number;
  /** ISO 8601 in UTC. */
  created_at: string;
  updated_at: string;
}

/** What a person may say of a row: its view without the columns that the house keeps. */
export type WordsOf<View> = Omit<View, keyof EditableView>;

/**
 * Takes words over into an editable row, and the moment they were said; what is `undefined` stays as it is.
 * Each entity derives from it a verb of its own, which also sees to what follows from the words.
 */
export function takeOver<Row extends { updated_at: Date }>(row: Row, words: Partial<Row>, now: Date): void {
  for (const [name, value] of Object.entries(words)) {
    if (value !== undefined) Object.assign(row, { [name]: value });
  }
  row.updated_at = now;
}

// Rows read past the entity manager carry the driver's own values: SQLite keeps a moment as milliseconds, a
// boolean as 0 or 1 and JSON as text, PostgreSQL gives the JavaScript values. These give the same for both.

interface EditableRow {
  id: number;
  version: number;
  created_at: Date | number | string;
  updated_at: Date | number | string;
}
type Stored<T> = T extends boolean ? boolean | number : T extends string[] ? string[] | string : T;
type NullableKey<View> = { [K in keyof View]-?: null extends View[K] ? K : never }[keyof View];

/** The row behind a view, as either driver gives it; an entity fits too. */
export type StoredRow<View> = EditableRow & {
  [K in Exclude<keyof View, keyof EditableRow | NullableKey<View>>]: Stored<View[K]>;
} & { [K in NullableKey<View>]?: View[K] };

/** The columns of every editable row, for its view. */
export function toEditableView({ id, version, created_at, updated_at }: EditableRow): EditableView {
  return { id, version, created_at: toIso(created_at), updated_at: toIso(updated_at) };
}

/** A moment as ISO 8601 in UTC. */
export function toIso(value: Date | number | string): string {
  return new Date(value).toISOString();
}

/** A list of text. */
export function toTextList(value: string[] | string): string[] {
  return typeof value === 'string' ? (JSON.parse(value) as string[]) : value;
}
