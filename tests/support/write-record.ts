/** The kinds of rows that writers change and the activity log records. */
export const recordKinds = {
  post: {
    path: '/blog-posts',
    table: 'posts',
    module: 'blog',
    name: 'title',
    text: 'excerpt',
    picture: 'featured_image',
  },
  member: {
    path: '/team',
    table: 'members',
    module: 'team',
    name: 'name',
    text: 'description',
    picture: 'image',
  },
  job: {
    path: '/jobs',
    table: 'jobs',
    module: 'job',
    name: 'title',
    text: 'description',
    picture: undefined,
  },
} as const;
export type RecordKind = keyof typeof recordKinds;
export type WriteAct = 'create' | 'update' | 'delete';

/**
 * The content of a row. `name` and `text` both contain the key of the row, so that a row with parts of another row is
 * noticed.
 */
export interface Content {
  name: string;
  text: string;
  /** The stored path of the picture. Null if there is no picture, and undefined while the path is unknown. */
  picture: string | null | undefined;
}

export interface WrittenRow {
  kind: RecordKind;
  writer: number;
  /** The `Idempotency-Key` of the call that creates the row. `first` is the content of that call. */
  key: string;
  first: { name: string; text: string; pictureNumber: number };
  id?: number;
  /** The content that is certainly stored. Undefined when there is no row. */
  content: Content | undefined;
  entries: Record<WriteAct, number>;
  /** A write that has no response yet, or that never got one. */
  pending?: { act: WriteAct; content: Content | undefined };
  shallRepeat: boolean;
}

export interface SentMessage {
  subject: string;
  address: string;
  hasFile: boolean;
  isAcknowledged: boolean;
  /** Whether a comparison has found the message in the database. The message must then remain stored. */
  isStored: boolean;
}

export interface WriteRecord {
  records: WrittenRow[];
  messages: SentMessage[];
  /** The number of writes with a successful response. */
  acknowledged: number;
  requests: number;
  /** The messages of responses with status 503. `at` is in milliseconds of `performance.now()`. */
  refusals: { words: string; at: number }[];
  /** Descriptions of responses that no writer expects. */
  surprises: string[];
}

export function createWriteRecord(): WriteRecord {
  return { records: [], messages: [], acknowledged: 0, requests: 0, refusals: [], surprises: [] };
}

export function planRow(kind: RecordKind, writer: number, key: string, pictureNumber: number): WrittenRow {
  const first = { name: `${kind} ${key}`, text: rowTextOf(key, 1), pictureNumber };
  const entries = { create: 0, update: 0, delete: 0 };
  return { kind, writer, key, first, content: undefined, entries, shallRepeat: false };
}

export const rowTextOf = (key: string, write: number) => `${key}, write ${write}`;
