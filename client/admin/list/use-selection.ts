import { useState } from 'react';

export interface Selection<R> {
  rows: readonly R[];
  has(id: number): boolean;
  toggle(id: number): void;
  /** Selects every row of the page, or none if all are selected. */
  toggleAll(): void;
  clear(): void;
}

const none: ReadonlySet<number> = new Set();

/** Returns the selected rows of a page. The selection ends when `key` changes: with the page, a filter or the order. */
export function useSelection<R extends { id: number }>(page: readonly R[], key: string): Selection<R> {
  const [state, setState] = useState({ key, ids: none });
  if (state.key !== key) setState({ key, ids: none });
  const { ids } = state;
  const rows = page.filter(({ id }) => ids.has(id));
  const select = (next: Iterable<number>) => setState({ key, ids: new Set(next) });
  return {
    rows,
    has: (id) => ids.has(id),
    toggle: (id) => select(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => select(rows.length === page.length ? [] : page.map(({ id }) => id)),
    clear: () => select([]),
  };
}
