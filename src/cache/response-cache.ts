import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ContentVersion } from '../database/content-version.ts';

export type Coding = 'br' | 'gzip';

/** Only a response with status 200 is cached. */
export interface FreshResponse {
  status: number;
  body: string | Buffer;
  headers: Readonly<Record<string, string>>;
}

export interface CachedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly tag: string;
}

export interface ResponseCache {
  /** Returns undefined when there is none, or when the content version must be read first. */
  find(key: string): CachedResponse | undefined;
  /**
   * Concurrent callers share one `make`. During an outage, returns a response that is up to a minute old.
   * @throws what `make` throws. Errors are never cached.
   */
  get(key: string, make: () => Promise<FreshResponse>): Promise<CachedResponse>;
  encoded(response: CachedResponse, coding: Coding): Buffer | undefined;
  /** Returns whether the body in a coding is known, or would not get smaller. */
  isCompressed(response: CachedResponse, coding: Coding | undefined): boolean;
  /** Compresses off the main thread. Never rejects. A response that would not get smaller stays as it is. */
  encode(response: CachedResponse, coding: Coding): Promise<void>;
  bytes(): number;
  counts(): { hits: number; misses: number };
}

interface Entry extends CachedResponse {
  version: number;
  /** When the response was last known to be current, in milliseconds of `clock`. */
  currentAt: number;
}

/** A smaller body fits into one packet uncompressed. */
const minEncodedBytes = 1024;
const overheadBytes = 1024;
const graceMs = 60_000;

/**
 * Removes the least recently used responses beyond `maxBytes`. Never caches a response larger than a tenth of
 * `maxBytes`.
 */
export function createResponseCache(
  content: ContentVersion,
  maxBytes: number,
  compress: (body: Buffer, coding: Coding) => Promise<Buffer>,
  isUnavailable: (error: unknown) => boolean = () => false,
  clock: () => number = () => performance.now(),
): ResponseCache {
  const half = { maxSize: Math.floor(maxBytes / 2), maxEntrySize: Math.floor(maxBytes / 10) };
  const entries = new LRUCache<string, Entry>({
    ...half,
    sizeCalculation: ({ body }) => overheadBytes + body.length,
  });
  const encodings = new LRUCache<string, Buffer>({
    ...half,
    sizeCalculation: ({ length }) => overheadBytes + length,
  });
  const compressing = new Map<string, Promise<void>>();
  const making = new Map<string, { version: number; response: Promise<Entry> }>();
  const counts = { hits: 0, misses: 0 };

  const findAt = (key: string, version: number): Entry | undefined => {
    const entry = entries.get(key);
    if (entry?.version !== version) return undefined;
    counts.hits += 1;
    entry.currentAt = clock();
    return entry;
  };
  const findOutdated = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry && clock() - entry.currentAt < graceMs ? entry : undefined;
  };
  const makeAt = async (key: string, version: number, make: () => Promise<FreshResponse>) => {
    try {
      const response = await make();
      const outdated = response.status === 503 && findOutdated(key);
      if (outdated) return outdated;
      const entry = toEntry(response, version, clock());
      if (entry.status === 200) entries.set(key, entry);
      return entry;
    } catch (error) {
      const outdated = isUnavailable(error) && findOutdated(key);
      if (outdated) return outdated;
      throw error;
    } finally {
      if (making.get(key)?.version === version) making.delete(key);
    }
  };
  const compressAs = async (key: string, { body }: CachedResponse, coding: Coding) => {
    const encoded = await compress(body, coding).catch(() => undefined);
    compressing.delete(key);
    if (encoded && encoded.length < body.length) encodings.set(key, ownBytes(encoded));
  };

  return {
    find: (key) => {
      if (!entries.has(key)) return undefined;
      const version = content.known();
      return version === undefined ? undefined : findAt(key, version);
    },
    get: async (key, make) => {
      const version = content.known() ?? (await content.ask());
      const entry = findAt(key, version);
      if (entry) return entry;
      // A caller that asks after a change must not get a response that was started before the change.
      const begun = making.get(key);
      if (begun?.version === version) {
        counts.hits += 1;
        return begun.response;
      }
      counts.misses += 1;
      const response = makeAt(key, version, make);
      making.set(key, { version, response });
      return response;
    },
    encoded: ({ tag }, coding) => encodings.get(`${tag} ${coding}`),
    isCompressed: ({ tag, body }, coding) =>
      !coding || body.length < minEncodedBytes || encodings.has(`${tag} ${coding}`),
    encode: async (response, coding) => {
      const key = `${response.tag} ${coding}`;
      if (response.body.length < minEncodedBytes || encodings.has(key)) return;
      const begun = compressing.get(key) ?? compressAs(key, response, coding);
      compressing.set(key, begun);
      await begun;
    },
    bytes: () => entries.calculatedSize + encodings.calculatedSize,
    counts: () => ({ ...counts }),
  };
}

function toEntry({ status, headers, body }: FreshResponse, version: number, currentAt: number): Entry {
  const bytes = ownBytes(typeof body === 'string' ? Buffer.from(body) : body);
  const tag = hash('sha256', bytes, 'base64url').slice(0, 22);
  return { status, headers, body: bytes, tag, version, currentAt };
}

/** Copies a buffer. A short buffer is often part of a block of 64 kB, which it would keep in memory. */
function ownBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
