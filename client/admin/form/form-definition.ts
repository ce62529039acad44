import type { ModuleName, OpenedName } from '../../../src/shared/module-facts.ts';

/** A field of a form. */
export interface FormField<T> {
  label: string;
  /** The members of the values that belong to the field. A merge takes over all of them or none. */
  names: readonly Name<T>[];
  /** Returns the field's content as text, for comparisons. */
  format: (values: T) => string;
  /** Merges two versions of the field that come from `base`. Returns undefined when a person has to choose one. */
  merge?: ((base: T, mine: T, theirs: T) => Partial<T> | undefined) | undefined;
}

/** The definition of a module's forms. */
export interface FormDefinition<T, Row> {
  /** The name of the module in the browser's autosaves. */
  name: string;
  fields: readonly FormField<T>[];
  /** The module whose rows the form edits. The unsaved input of such a form is stored on the server too. */
  module?: ModuleName;
  /**
   * Names the owner of the unsaved input, for a form that edits no row of a module. The input is stored on the server
   * too.
   */
  belongsTo?: { module: OpenedName; itemId: number };
  /** The form creates something that is never edited again, so a 409 does not mean two conflicting saves. */
  isWrittenOnce?: true;
  /** Converts a stored row to the values of the form. */
  toValues: (row: Row) => T;
  /** The rows have pictures, so the form is sent as multipart/form-data. */
  hasFiles?: true;
  /** Members that only describe the stored row. Nobody can edit these members. */
  readOnly?: readonly Name<T>[];
  /** Members that are never shown and never stored in the browser, such as passwords. */
  secrets?: readonly Name<T>[];
  /** Maps the old names of members in stored autosaves to the current names. */
  renamed?: Readonly<Record<string, Name<T>>>;
}

type Name<T> = keyof T & string;

/** Returns a field with one member. `formatValue` formats the value of the member. */
export function field<T>(name: Name<T>, label: string): FormField<T> {
  return { label, names: [name], format: (values) => formatValue(values[name]) };
}

/** Returns a value as text. A list has one line per entry, and a boolean is the word 'Yes' or 'No'. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === undefined || value === null ? '' : String(value);
}

/** Returns whether a field has the same content in both values. Ignores leading and trailing spaces. */
export function isFieldEqual<T>({ names }: FormField<T>, one: T, other: T): boolean {
  return names.every((name) => isSame(one[name], other[name]));
}

/** Returns the fields whose content differs between the two values. */
export function changedFields<T>(
  { fields }: Pick<FormDefinition<T, never>, 'fields'>,
  one: T,
  other: T,
): FormField<T>[] {
  return fields.filter((each) => !isFieldEqual(each, one, other));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof Blob || other instanceof Blob) return false;
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  return Array.isArray(value) ? value.map(plain) : (value ?? null);
}

/** Returns the named members of the values. */
export function pick<T>(values: T, names: readonly Name<T>[] = []): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<T>;
}
