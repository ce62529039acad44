import type { Database } from '../database/database.ts';
import { toUtf8 } from '../cache/utf8.ts';
import { t } from './init.ts';

const maxResults = 40;

/**
 * What the lists of the content have given to staff, for as long as no change of the content is committed. It is asked after the caller
 * was let in, and holds rows that everybody who is let in gets alike.
 */
export interface KeptResults {
  /** Gives what is kept of the content as it is now, or nothing. */
  find(key: string): unknown;
  /** Keeps what was made of the content as it was at `version`, unless it has changed since. */
  keep(key: string, version: number | undefined, result: object): void;
  /** Which content is kept; nothing where that can not be told at once. */
  version(): number | undefined;
}

/** On PostgreSQL nothing is kept: who has just changed something may ask another instance, which learns of it a moment later. */
export function createKeptResults({ kind, content }: Pick<Database, 'kind' | 'content'>): KeptResults {
  const results = new Map<string, object>();
  let keptVersion: number | undefined;
  const version = () => (kind === 'sqlite' ? content.known() : undefined);
  return {
    version,
    find: (key) => (results.has(key) && version() === keptVersion ? results.get(key) : undefined),
    keep: (key, madeOf, result) => {
      if (madeOf === undefined || madeOf !== version()) return;
      if (madeOf !== keptVersion) results.clear();
      keptVersion = madeOf;
      results.set(key, result);
      keptJson.set(result, undefined);
      if (results.size > maxResults) results.delete(results.keys().next().value ?? '');
    },
  };
}

/** Keeps the pages that a list gives: one without a page may be as long as the table. Stands before the output's schema. */
export const keptWhileUnchanged = t.middleware(async ({ ctx: { kept }, path, input, next }) => {
  if (typeof input !== 'object' || input === null || !('page' in input)) return next();
  const key = `${path} ${JSON.stringify(input)}`;
  const data = kept.find(key);
  // What tRPC's type asks for besides is a mark that says who made it.
  if (data) return { ok: true, data } as Awaited<ReturnType<typeof next>>;
  const version = kept.version();
  const result = await next();
  if (result.ok) kept.keep(key, version, result.data as object);
  return result;
});

const keptJson = new WeakMap<object, Buffer | undefined>();

/** A result as JSON, in UTF-8; that of a kept result is written once. */
export function toJsonBytes(result: unknown): Buffer {
  const isKept = typeof result === 'object' && result !== null && keptJson.has(result);
  const known = isKept ? keptJson.get(result) : undefined;
  const bytes = known ?? toUtf8(JSON.stringify(result));
  if (isKept && !known) keptJson.set(result, bytes);
  return bytes;
}
