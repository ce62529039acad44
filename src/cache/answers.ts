import { hash } from 'node:crypto';
import type { ContentVersion } from '../database/content.ts';
import { toUtf8 } from './utf8.ts';

/** A coding that an answer may come in. */
export type Coding = 'br' | 'gzip';

/** An answer that every visitor gets alike. Only a 200 is kept. */
export interface Answer {
  status: number;
  body: string | Buffer;
  /** What belongs to this answer: its type, its policy. */
  headers: Readonly<Record<string, string>>;
}

/** A finished answer: its bytes, and what tells them from those of any other version. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Without quotes, and without the coding that a compressed form adds. */
  readonly tag: string;
  /** The compressed forms that are there. */
  readonly forms: Partial<Record<Coding, Buffer>>;
}

/** The finished answers of this process. */
export interface Answers {
  /** The kept answer, if it is of the version that the database holds now. At once, or nothing where that must be asked for. */
  find(key: string): KeptAnswer | undefined;
  /**
   * The kept answer, or the one that `make` gives: for all who ask at the same time it is made once. A throw is kept by nobody. When it can
   * not be made as a part is away, gives the one that was good until a moment ago.
   */
  get(key: string, make: () => Promise<Answer>): Promise<KeptAnswer>;
  /** Has the compressed form made, if there is none yet, beside the main thread. Resolves when it is there, and never rejects. */
  wantForm(answer: KeptAnswer, coding: Coding): Promise<void>;
  /** Of all kept answers with their forms. */
  bytes(): number;
  /** How often since the start there was an answer, and how often it had to be made. */
  asked(): { kept: number; made: number };
}

interface Entry extends KeptAnswer {
  version: number;
  /** When it was good for certain, in milliseconds. */
  goodAt: number;
  isKept: boolean;
  wanted: Map<Coding, Promise<void>>;
}

interface Flight {
  version: number;
  landing: Promise<Entry>;
}

/** Below this it all fits one packet anyway. */
const worthwhile = 1024;
/** What an entry takes besides its bodies. */
const overhead = 1024;
/** So long what a change has overtaken is better than nothing. */
const graceMs = 60_000;

/**
 * Makes the store. It holds at most `maxBytes`: then those that nobody has asked for longest go. An answer of more than a tenth of that is
 * given and not kept. `encode` makes the compressed forms, `isAway` tells whether a throw says that a part is away.
 */
export function createAnswers(
  content: ContentVersion,
  maxBytes: number,
  encode: (body: Buffer, coding: Coding) => Promise<Buffer>,
  isAway: (error: unknown) => boolean = () => false,
  clock: () => number = () => performance.now(),
): Answers {
  const entries = new Map<string, Entry>();
  const flights = new Map<string, Flight>();
  let total = 0;
  const asked = { kept: 0, made: 0 };

  const drop = (key: string, entry: Entry) => {
    if (entries.get(key) === entry) entries.delete(key);
    if (entry.isKept) total -= sizeOf(entry);
    entry.isKept = false;
  };
  const keep = (key: string, entry: Entry) => {
    const old = entries.get(key);
    if (old) drop(key, old);
    if (entry.status !== 200 || sizeOf(entry) > maxBytes / 10) return;
    entry.isKept = true;
    entries.set(key, entry);
    total += sizeOf(entry);
    makeRoom();
  };
  const makeRoom = () => {
    for (const [key, entry] of entries) {
      if (total <= maxBytes) return;
      drop(key, entry);
    }
  };
  const findOf = (key: string, version: number): Entry | undefined => {
    const entry = entries.get(key);
    if (entry?.version !== version) return undefined;
    // The order of a map is that of its insertions: the end is what was asked for last.
    entries.delete(key);
    entries.set(key, entry);
    asked.kept += 1;
    entry.goodAt = clock();
    return entry;
  };
  const findOlder = (key: string): Entry | undefined => {
    const older = entries.get(key);
    return older && clock() - older.goodAt < graceMs ? older : undefined;
  };
  const make = async (key: string, version: number, act: () => Promise<Answer>) => {
    try {
      const answer = await act();
      const older = answer.status === 503 && findOlder(key);
      if (older) return older;
      const entry = finish(answer, version, clock());
      keep(key, entry);
      return entry;
    } catch (error) {
      const older = isAway(error) && findOlder(key);
      if (older) return older;
      throw error;
    } finally {
      if (flights.get(key)?.version === version) flights.delete(key);
    }
  };

  const makeForm = async (entry: Entry, coding: Coding) => {
    if (entry.body.length < worthwhile) return;
    const form = await encode(entry.body, coding).catch(() => undefined);
    if (!form || form.length >= entry.body.length) return;
    entry.forms[coding] = form;
    if (!entry.isKept) return;
    total += form.length;
    makeRoom();
  };

  return {
    find: (key) => {
      // Not even the version is looked up for what is not there.
      if (!entries.has(key)) return undefined;
      const version = content.known();
      return version === undefined ? undefined : findOf(key, version);
    },
    get: async (key, act) => {
      const version = content.known() ?? (await content.ask());
      const entry = findOf(key, version);
      if (entry) return entry;
      // Who asks after a change does not get what was begun before it.
      const flight = flights.get(key);
      if (flight?.version === version) {
        asked.kept += 1;
        return flight.landing;
      }
      asked.made += 1;
      const landing = make(key, version, act);
      flights.set(key, { version, landing });
      return landing;
    },
    wantForm: (answer, coding) => {
      const entry = answer as Entry;
      const wanted = entry.wanted.get(coding) ?? makeForm(entry, coding);
      entry.wanted.set(coding, wanted);
      return wanted;
    },
    bytes: () => total,
    asked: () => ({ ...asked }),
  };
}

function finish({ status, headers, body }: Answer, version: number, goodAt: number): Entry {
  const bytes = typeof body === 'string' ? toUtf8(body) : body;
  const tag = hash('sha256', bytes, 'base64url').slice(0, 22);
  return { status, headers, body: bytes, tag, version, goodAt, forms: {}, wanted: new Map(), isKept: false };
}

function sizeOf({ body, forms }: Entry): number {
  return overhead + body.length + (forms.br?.length ?? 0) + (forms.gzip?.length ?? 0);
}
