import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ContentVersion } from '../database/content-version.ts';
import { createSharedReads } from './versioned-cache.ts';

export type ContentCoding = 'br' | 'gzip';

/** Kept only if its status is 200. */
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
  /** Returns undefined also when the content version must first be read from the database. */
  find(key: string): CachedResponse | undefined;
  /**
   * Returns the cached response, or creates one with `make`, which concurrent calls share. During an outage,
   * one that was current within the last minute.
   * @throws the error of `make`, or of reading the content version. Errors are never cached
   */
  get(key: string, make: () => Promise<FreshResponse>): Promise<CachedResponse>;
  encoded(response: CachedResponse, coding: ContentCoding): Buffer | undefined;
  /** Also true if compression is not worth it: no coding, a small body, or one that did not get smaller. */
  isCompressed(response: CachedResponse, coding: ContentCoding | undefined): boolean;
  /** Compresses a response for `encoded`, unless that makes it larger. Never rejects. */
  encode(response: CachedResponse, coding: ContentCoding): Promise<void>;
  bytes(): number;
  counts(): { hits: number; misses: number };
}

interface Entry extends CachedResponse {
  version: number;
  /** When it was last known to be current, in milliseconds of `clock`. */
  currentAt: number;
}

/** Smaller bodies fit into one network packet. */
const minEncodedBytes = 1024;
const overheadBytes = 1024;
/** Cached instead of a compressed body that is not smaller. */
const notSmaller = Buffer.alloc(0);
const graceMs = 60_000;

/**
 * Half of `maxBytes` is for responses, half for compressed bodies. A response above a tenth of it is never
 * cached.
 */
export function createResponseCache(
  content: ContentVersion,
  maxBytes: number,
  compress: (body: Buffer, coding: ContentCoding) => Promise<Buffer>,
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
  const share = createSharedReads<Entry>();
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
    }
  };
  const compressAs = async (key: string, { body }: CachedResponse, coding: ContentCoding) => {
    const encoded = await compress(body, coding).catch(() => undefined);
    compressing.delete(key);
    if (encoded) encodings.set(key, encoded.length < body.length ? ownBytes(encoded) : notSmaller);
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
      let count: keyof typeof counts = 'hits';
      const response = share(key, version, () => {
        count = 'misses';
        return makeAt(key, version, make);
      });
      counts[count] += 1;
      return response;
    },
    encoded: ({ tag }, coding) => {
      const encoded = encodings.get(`${tag} ${coding}`);
      return encoded === notSmaller ? undefined : encoded;
    },
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

/** A short buffer is often part of a larger shared block, which would stay in memory as long. */
function ownBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
