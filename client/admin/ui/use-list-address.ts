import { useReducedMotion } from '@mantine/hooks';
import { useSearchParams } from 'react-router-dom';

/** The state of a list as it stands in the address, so that Back works and a reload loses nothing. */
export interface ListAddress {
  page: number;
  /** A filter or the search by its name; absent when it is not set. */
  get(name: string): string | undefined;
  /** Sets a filter or the search and starts again at the first page. */
  set(name: string, value: string | undefined, options?: { replace: boolean }): void;
  /** Opens another page and scrolls to the top. */
  goToPage(page: number, options?: { replace: boolean }): void;
}

/** Reads and writes page, filters and search in the address. */
export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams();
  const prefersStill = useReducedMotion();
  const change = (name: string, value: string | undefined, options?: { replace: boolean }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (name !== 'page') next.delete('page');
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { preventScrollReset: true, ...options },
    );
  return {
    page: readPage(params.get('page')),
    get: (name) => params.get(name) || undefined,
    set: change,
    goToPage: (page, options) => {
      change('page', page > 1 ? String(page) : undefined, options);
      window.scrollTo({ top: 0, behavior: prefersStill ? 'instant' : 'smooth' });
    },
  };
}

function readPage(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
