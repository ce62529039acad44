import type { ModuleName, EditedKind } from '../../../src/shared/module-facts.ts';

export interface FormField<T> {
  label: string;
  /** A merge takes over either all of these values or none. */
  names: readonly Name<T>[];
  /** As text, so that people can compare versions. */
  format: (values: T) => string;
  /** Undefined when a person has to choose. */
  merge?: ((base: T, mine: T, theirs: T) => Partial<T> | undefined) | undefined;
}

export interface FormDefinition<T, Row> {
  /** In the browser's autosaves, for example `jobs`. */
  name: string;
  /** Whether there is one row only. Its id may change with the first save. */
  isSingle?: true;
  /** Another name under which earlier versions of the panel stored input for the same rows. */
  formerName?: string;
  fields: readonly FormField<T>[];
  /** If given, unsaved input is stored on the server too. */
  module?: ModuleName;
  /** The row to which the server assigns the input of a form that edits none, such as a reply. */
  belongsTo?: { module: EditedKind; itemId: number };
  /** A 409 then means no change by another person. */
  isWrittenOnce?: true;
  toValues: (row: Row) => T;
  /** The form is then sent as multipart/form-data. */
  hasFiles?: true;
  /** They only describe the stored row. */
  readOnly?: readonly Name<T>[];
  /** Autosaves never contain them. */
  secrets?: readonly Name<T>[];
  /** By the former name, which stored autosaves may contain. */
  renamed?: Readonly<Record<string, Name<T>>>;
}

type Name<T> = keyof T & string;

export function field<T>(name: Name<T>, label: string): FormField<T> {
  return { label, names: [name], format: (values) => formatValue(values[name]) };
}

/** A list becomes one line per entry, a boolean Yes or No. */
export function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === undefined || value === null ? '' : String(value);
}

/** Ignores spaces at the start and the end of texts. */
export function isFieldEqual<T>({ names }: FormField<T>, one: T, other: T): boolean {
  return names.every((name) => isSame(one[name], other[name]));
}

export function changedFields<T>(
  { fields }: Pick<FormDefinition<T, never>, 'fields'>,
  one: T,
  other: T,
): FormField<T>[] {
  return fields.filter((each) => !isFieldEqual(each, one, other));
}

/** Changes when anything other than typing replaces the content of the field. */
export function revisionOf<T>(
  { definition, revisions }: { definition: Pick<FormDefinition<T, never>, 'fields'>; revisions: Revisions },
  name: string,
): number {
  const owner = definition.fields.find(({ names }) => (names as readonly string[]).includes(name));
  const counts = (owner?.names ?? [name]).map((one) => revisions[one] ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** How often something other than typing, such as a merge, has replaced each form value. */
export type Revisions = Readonly<Record<string, number>>;

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof Blob || other instanceof Blob) return false;
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  return Array.isArray(value) ? value.map(plain) : (value ?? null);
}

export function pick<T>(values: T, names: readonly Name<T>[] = []): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<T>;
}
