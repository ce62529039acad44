import type { Database } from '../database/database.ts';
import { toUtf8 } from './utf8.ts';

const maxResults = 40;
const maxBytes = 256 * 1024;

/**
 * What the lists of the content have given to staff, for as long as no change of the content is committed. It is asked after the caller
 * was let in, and holds rows that everybody who is let in gets alike.
 */
export interface KeptResults {
  /** Gives what is kept of the content as it is now, or nothing. */
  find(key: string): unknown;
  /** Keeps what was made of the content as it was at `version`, unless it has changed since or is too large. */
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
      const json = toUtf8(JSON.stringify(result));
      keptJson.set(result, json);
      if (json.length > maxBytes) return;
      results.set(key, result);
      if (results.size > maxResults) results.delete(results.keys().next().value ?? '');
    },
  };
}

const keptJson = new WeakMap<object, Buffer>();

/** A result as JSON, in UTF-8; that of a kept result has been written before. */
export function toJsonBytes(result: unknown): Buffer {
  const kept = typeof result === 'object' && result !== null ? keptJson.get(result) : undefined;
  return kept ?? toUtf8(JSON.stringify(result));
}
