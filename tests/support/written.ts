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
export type Act = 'create' | 'update' | 'delete';

/** Both texts come from one write. Different texts reveal a row with parts of two writes. */
export interface Content {
  name: string;
  text: string;
  /** The stored path. Null without a picture, undefined when the path is unknown. */
  picture: string | null | undefined;
}

export interface Written {
  kind: RecordKind;
  writer: number;
  /** The `Idempotency-Key` of the create, and the content of that call. */
  key: string;
  first: { name: string; text: string; pictureNumber: number };
  id?: number;
  /** The content that is certainly stored. Undefined when there is no row. */
  content: Content | undefined;
  entries: Record<Act, number>;
  /** A write without a response. */
  pending?: { act: Act; content: Content | undefined };
  shallRepeat: boolean;
}

export interface Sent {
  subject: string;
  address: string;
  hasFile: boolean;
  isAcknowledged: boolean;
  /** A comparison has found the message in the database, so it must stay stored. */
  isStored: boolean;
}

export interface Memory {
  records: Written[];
  messages: Sent[];
  /** The number of writes with a successful response. */
  acknowledged: number;
  requests: number;
  /** Responses with status 503, with their messages. `at` is in milliseconds of `performance.now()`. */
  refusals: { words: string; at: number }[];
  /** Responses that cannot be explained. */
  surprises: string[];
}

export function createMemory(): Memory {
  return { records: [], messages: [], acknowledged: 0, requests: 0, refusals: [], surprises: [] };
}

export function plan(kind: RecordKind, writer: number, key: string, pictureNumber: number): Written {
  const first = { name: `${kind} ${key}`, text: textOf(key, 1), pictureNumber };
  const entries = { create: 0, update: 0, delete: 0 };
  return { kind, writer, key, first, content: undefined, entries, shallRepeat: false };
}

export const textOf = (key: string, write: number) => `${key}, write ${write}`;
