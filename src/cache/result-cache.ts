import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';

const maxResults = 40;
const maxBytes = 256 * 1024;

/** Caches results that are the same for every authorized caller. Read it only after authorizing the caller. */
export interface ResultCache {
  /** Returns undefined unless the result was cached for this version. */
  find(key: string, version: number | undefined): unknown;
  /** Does nothing when the content has changed since `version`, or when the result is too large. */
  add(key: string, version: number | undefined, result: object): void;
  /** Returns the version of the current content. Undefined: nothing is cached. */
  version(): Promise<number | undefined>;
}

/** Stays empty on PostgreSQL, where an instance learns of another instance's change with a delay. */
export function createResultCache({ kind, content }: Pick<Database, 'kind' | 'content'>): ResultCache {
  const results = new LRUCache<string, object>({ max: maxResults });
  let cachedVersion: number | undefined;
  const known = () => (kind === 'sqlite' ? content.known() : undefined);
  return {
    version: async () => (kind === 'sqlite' ? (known() ?? content.ask()) : undefined),
    find: (key, version) => (version === cachedVersion ? results.get(key) : undefined),
    add: (key, madeOf, result) => {
      if (madeOf === undefined || madeOf !== known()) return;
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

export function toCachedJson(result: unknown): string {
  const cached = typeof result === 'object' && result !== null ? cachedJson.get(result) : undefined;
  return cached ?? JSON.stringify(result);
}
