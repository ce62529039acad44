import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';

const maxResults = 40;
const maxBytes = 256 * 1024;

/**
 * The results of staff's content lists, cached until a change of the content is committed. It is asked after the caller was authorized,
 * and holds only results that are the same for everybody who is authorized.
 */
export interface ResultCache {
  /** Returns the result that was cached for the current content. */
  find(key: string): unknown;
  /** Caches a result that was made of the content at `version`, unless the content has changed since or the result is too large. */
  add(key: string, version: number | undefined, result: object): void;
  /** Returns the version of the current content, or nothing where it is not known at once. */
  version(): number | undefined;
}

/** Creates the cache. It stays empty on PostgreSQL, where another instance learns of a change only a moment later. */
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

/** Returns a result as JSON; that of a cached result was written when it was cached. */
export function toJson(result: unknown): string {
  const cached = typeof result === 'object' && result !== null ? cachedJson.get(result) : undefined;
  return cached ?? JSON.stringify(result);
}
