/** Determines which URLs show the same page. */
export interface PageKeys {
  /** Returns the URL without the query parameters that its page does not read. */
  keyOf(url: string): string;
  learn(url: string, queries: readonly string[]): void;
}

const maxPaths = 1000;

/**
 * Creates the record of the query parameters that pages read. A page reports them while it is rendered. Before that,
 * all parameters of a URL count.
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
      // Different states of a page may read different parameters.
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
