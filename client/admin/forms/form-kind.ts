/** One thing a form asks for. */
export interface FormField<T> {
  label: string;
  /** The members of the draft that make it up: they are taken over together or not at all. */
  names: readonly Name<T>[];
  /** What is written there, as text to compare. */
  show: (draft: T) => string;
}

/** What there is to know of the forms of one module. */
export interface FormKind<T, Row> {
  /** The module, as the browser's journal names it. */
  name: string;
  fields: readonly FormField<T>[];
  /** A stored row as a form holds it. */
  toDraft: (row: Row) => T;
  /** The rows have pictures: they are sent as multipart forms. */
  hasFiles?: true;
  /** Members that nobody types and that only tell what is stored. */
  facts?: readonly Name<T>[];
  /** Members that are shown nowhere and that no browser keeps: passwords. */
  secrets?: readonly Name<T>[];
  /** Members that drafts of an earlier version have under another name: the old name, and today's. */
  renamed?: Readonly<Record<string, Name<T>>>;
}

type Name<T> = keyof T & string;

/** A field of one member, shown as it is. */
export function field<T>(name: Name<T>, label: string): FormField<T> {
  return { label, names: [name], show: (draft) => shown(draft[name]) };
}

/** A value as text: lists by lines, a tick by a word. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value === undefined || value === null ? '' : String(value);
}

/** Whether a field says the same in two drafts; spaces around words say nothing. */
export function saysSame<T>({ names }: FormField<T>, one: T, other: T): boolean {
  return names.every((name) => isSame(one[name], other[name]));
}

/** The fields that say something else in two drafts. */
export function differences<T>(
  { fields }: Pick<FormKind<T, never>, 'fields'>,
  one: T,
  other: T,
): FormField<T>[] {
  return fields.filter((each) => !saysSame(each, one, other));
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

/** The named members of a draft. */
export function pick<T>(draft: T, names: readonly Name<T>[] = []): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, draft[name]])) as Partial<T>;
}
