export interface PageKeys {
  keyOf(url: string): string;
  learn(url: string, queries: readonly string[]): void;
}

const maxPaths = 1000;

/**
 * A page reports which query parameters it reads. Until its first rendering, all parameters are part of the cache key.
 */
export function createPageKeys(): PageKeys {
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
      // Adds to the known parameters, because different states of a page may read different ones.
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
