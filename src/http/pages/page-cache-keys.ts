export interface PageCacheKeys {
  keyOf(url: string): string;
  learn(url: string, queries: readonly string[]): void;
}

const maxPaths = 1000;

/**
 * Creates the cache keys of pages. Each rendering reports which query parameters its page reads, and only
 * these are part of the key. Until the first rendering, all parameters are part of the key.
 */
export function createPageCacheKeys(): PageCacheKeys {
  const read = new Map<string, ReadonlySet<string>>();
  return {
    keyOf: (url) => {
      const { pathname, searchParams } = new URL(`http://site${url}`);
      if (searchParams.size === 0) return pathname;
      const known = read.get(pathname);
      const queries = [...searchParams].filter(([name]) => !known || known.has(name));
      const text = new URLSearchParams(queries.sort(byName)).toString();
      return text ? `${pathname}?${text}` : pathname;
    },
    learn: (url, queries) => {
      const { pathname } = new URL(`http://site${url}`);
      // The known parameters remain, because different states of a page may read different parameters.
      const all = new Set([...(read.get(pathname) ?? []), ...queries]);
      read.delete(pathname);
      read.set(pathname, all);
      if (read.size > maxPaths) read.delete(read.keys().next().value ?? '');
    },
  };
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : Number(one > other);
}
