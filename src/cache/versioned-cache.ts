import type { ContentVersion } from '../database/content-version.ts';

interface Valid<T> {
  value: T;
  /** When the value expires although nobody changes anything. Undefined: never. */
  expiresAt: Date | undefined;
}

/** A cached value. It is valid for one content version, and until it expires. */
export interface VersionedCache<T> {
  /** Returns undefined when the value or the content version must be read. */
  known(): T | undefined;
  ask(): Promise<T>;
  /** How long the value stays valid if nobody changes anything. */
  validForMs(): number;
}

/** Reads once for each content version, and again when the value expires. If a read fails, the last value stays. */
export function createVersionedCache<T>(
  content: ContentVersion,
  clock: () => Date,
  read: (now: Date, last: T | undefined) => Promise<Valid<T>>,
): VersionedCache<T> {
  const share = createSharedReads<T>();
  let last: (Valid<T> & { version: number; from: Date }) | undefined;
  const find = (version: number | undefined, now: Date) => {
    if (last?.version !== version) return undefined;
    // A clock that was set back counts as a change too.
    return last && now >= last.from && !(last.expiresAt && now >= last.expiresAt) ? last : undefined;
  };
  const readAt = async (version: number, now: Date) => {
    try {
      const valid = await read(now, last?.value);
      last = { ...valid, version, from: now };
      return valid.value;
    } catch (error) {
      if (!last) throw error;
      return last.value;
    }
  };
  return {
    known: () => find(content.known(), clock())?.value,
    ask: async () => {
      const version = content.known() ?? (await content.ask());
      const now = clock();
      const valid = find(version, now);
      return valid ? valid.value : share('', version, () => readAt(version, now));
    },
    validForMs: () => {
      if (!last) return 0;
      return last.expiresAt
        ? Math.max(0, last.expiresAt.getTime() - clock().getTime())
        : Number.POSITIVE_INFINITY;
    },
  };
}

/**
 * Concurrent callers share one read. Otherwise they would take all connections of the database after a change. A call
 * after a change never gets a read that began before it.
 */
export function createSharedReads<T>() {
  const begun = new Map<string, { version: number; value: Promise<T> }>();
  return (key: string, version: number, read: () => Promise<T>): Promise<T> => {
    const known = begun.get(key);
    if (known?.version === version) return known.value;
    const value = read().finally(() => {
      if (begun.get(key)?.value === value) begun.delete(key);
    });
    begun.set(key, { version, value });
    return value;
  };
}

/**
 * A number that changes with the content version and when a row's dates make it public or end that. While the next
 * such moment cannot be read, it changes with each call.
 */
export function createScheduleVersion(
  content: ContentVersion,
  readNext: (now: Date) => Promise<Date | undefined>,
  clock: () => Date,
): VersionedCache<number> {
  let version = 0;
  return createVersionedCache(content, clock, async (now) => {
    const expiresAt = await readNext(now).catch(() => now);
    version += 1;
    return { value: version, expiresAt };
  });
}
