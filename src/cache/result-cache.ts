import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';

const maxResults = 40;
const maxBytes = 256 * 1024;

/**
 * The results of the lists for staff, cached until a change of the content is committed. It is read only after the
 * caller was authorized, and holds only results that are the same for every authorized caller.
 */
export interface ResultCache {
  /** Returns the result that was cached for the current content, or undefined. */
  find(key: string): unknown;
  /**
   * Caches a result that was read at content version `version`. Does nothing when the content has changed since, or the
   * result is too large.
   */
  add(key: string, version: number | undefined, result: object): void;
  /** Returns the version of the current content, or undefined when it is not known without a query. */
  version(): number | undefined;
}

/** Creates the cache. It stays empty on PostgreSQL, where another instance learns of a change a moment later. */
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

/** Returns a result as JSON. The JSON of a cached result is reused. */
export function toJson(result: unknown): string {
  const cached = typeof result === 'object' && result !== null ? cachedJson.get(result) : undefined;
  return cached ?? JSON.stringify(result);
}
