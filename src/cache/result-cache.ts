import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';

const maxResults = 40;
const maxBytes = 256 * 1024;

/** Its results are the same for every authorized caller. Read it only after authorizing the caller. */
export interface ResultCache {
  /** Returns undefined unless the result was cached for the current content. */
  find(key: string): unknown;
  /** Does nothing when the content has changed since `version`, or when the result is too large. */
  add(key: string, version: number | undefined, result: object): void;
  /** Returns undefined when finding out takes a query. */
  version(): number | undefined;
}

/** Stays empty on PostgreSQL, where an instance learns of another instance's change with a delay. */
export function createResultCache({ kind, content }: Pick<Database, 'kind' | 'content'>): ResultCache {
  const results = new LRUCache<string, object>({ max: maxResults });
  let cachedVersion: number | undefined;
  const version = () => (kind === 'sqlite' ? content.known() : undefined);
  return {
    version,
    find: (key) => (version() === cachedVersion ? results.get(key) : undefined),
    add: (key, madeOf, result) => {
      if (madeOf === undefined || madeOf !== version()) return;
      if (madeOf !== cachedVersion) results.clear();
      cachedVersion = madeOf;
      const json = JSON.stringify(result);
      if (json.length > maxBytes) return;
      cachedJson.set(result, json);
      results.set(key, result);
    },
  };
}

const cachedJson = new WeakMap<object, string>();

export function toJson(result: unknown): string {
  const cached = typeof result === 'object' && result !== null ? cachedJson.get(result) : undefined;
  return cached ?? JSON.stringify(result);
}
