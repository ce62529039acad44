/** Tells which addresses show the same page. */
export interface PageKeys {
  /** The address without what its page does not read. */
  keyOf(url: string): string;
  /** Notes the queries that the page at an address was made from. */
  learn(url: string, queries: readonly string[]): void;
}

const maxPaths = 1000;

/**
 * Makes the memory of what pages read of their addresses. A page itself shows what it reads, while it is made; until then all of an
 * address counts.
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
      // One way through a page may read what another leaves out.
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
