/** The kinds of rows that the programs change and the activity log records. */
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

/** The content of a row. Both texts come from one write, which reveals a row that is half of one write and half of another. */
export interface Content {
  name: string;
  text: string;
  /** The stored path; null: no picture; undefined: a picture whose path is unknown. */
  picture: string | null | undefined;
}

/** A row as its writer recorded it. */
export interface Written {
  kind: RecordKind;
  /** The only writer that changes it. */
  writer: number;
  /** The `Idempotency-Key` of its create, and the content of that call. */
  key: string;
  first: { name: string; text: string; pictureNumber: number };
  id?: number;
  /** What is certainly stored; undefined: no row. */
  content: Content | undefined;
  /** The number of acknowledged changes of each kind. */
  entries: Record<Act, number>;
  /** A write that was sent and has no response. */
  pending?: { act: Act; content: Content | undefined };
  /** Whether its create should be sent again with its key. */
  shallRepeat: boolean;
}

/** A visitor's message as its writer recorded it. */
export interface Sent {
  subject: string;
  address: string;
  hasFile: boolean;
  isAcknowledged: boolean;
  /** It was found stored and must stay so. */
  isStored: boolean;
}

/** Everything that was written to one server. */
export interface Memory {
  records: Written[];
  messages: Sent[];
  /** Writes with a successful response. */
  acknowledged: number;
  requests: number;
  /** The 503s of writers that continue, with their messages and their times in milliseconds of `performance.now()`. */
  refusals: { words: string; at: number }[];
  /** Responses that cannot be explained. */
  surprises: string[];
}

export function createMemory(): Memory {
  return { records: [], messages: [], acknowledged: 0, requests: 0, refusals: [], surprises: [] };
}

/** Returns a row that a writer is going to create. */
export function plan(kind: RecordKind, writer: number, key: string, pictureNumber: number): Written {
  const first = { name: `${kind} ${key}`, text: textOf(key, 1), pictureNumber };
  const entries = { create: 0, update: 0, delete: 0 };
  return { kind, writer, key, first, content: undefined, entries, shallRepeat: false };
}

export const textOf = (key: string, write: number) => `${key}, write ${write}`;
