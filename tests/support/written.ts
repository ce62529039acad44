/** What the writers change: a row that the activity log tells of. */
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
export type Act = 'create' | 'update' | 'delete';

/** What a row holds. Both texts are of one write, and so tell a row that is half one write and half another. */
export interface Content {
  name: string;
  text: string;
  /** The stored path; null: no picture; undefined: one that nobody has told the path of. */
  picture: string | null | undefined;
}

/** A row as a writer remembers it. */
export interface Written {
  kind: RecordKind;
  /** The writer that alone changes it. */
  writer: number;
  /** The `Idempotency-Key` of its create, and what was sent with it. */
  key: string;
  first: { name: string; text: string; pictureNumber: number };
  id?: number;
  /** What is stored for certain; undefined: not there. */
  content: Content | undefined;
  /** How many acknowledged changes of each kind there were. */
  entries: Record<Act, number>;
  /** A write that was sent and not answered. */
  pending?: { act: Act; content: Content | undefined };
  /** Whether its create shall be sent once more, with its key. */
  shallRepeat: boolean;
}

/** A visitor's message as its writer remembers it. */
export interface Sent {
  subject: string;
  address: string;
  hasFile: boolean;
  isAcknowledged: boolean;
  /** It was found stored; from then on it must stay. */
  isStored: boolean;
}

/** All that was written to one server. */
export interface Memory {
  records: Written[];
  messages: Sent[];
  /** Writes that were answered with success. */
  acknowledged: number;
  requests: number;
  /** The 503s that writers who go on were given, with their words and the moment, in milliseconds of `performance.now()`. */
  refusals: { words: string; at: number }[];
  /** Answers that nobody can explain. */
  surprises: string[];
}

export function createMemory(): Memory {
  return { records: [], messages: [], acknowledged: 0, requests: 0, refusals: [], surprises: [] };
}

/** A row that is to be created by a writer. */
export function plan(kind: RecordKind, writer: number, key: string, pictureNumber: number): Written {
  const first = { name: `${kind} ${key}`, text: textOf(key, 1), pictureNumber };
  const entries = { create: 0, update: 0, delete: 0 };
  return { kind, writer, key, first, content: undefined, entries, shallRepeat: false };
}

export const textOf = (key: string, write: number) => `${key}, write ${write}`;
