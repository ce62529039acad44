import { useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { countPages, maxCountedTotal } from '../../../src/shared/page-count.ts';
import type { PageMeta } from '../../../src/shared/pagination.ts';

/** The state of a list in the address, so that Back works and a reload loses nothing. */
export interface ListParams {
  page: number;
  /** The id of the row after which the list starts. Absent at the beginning. */
  before: number | undefined;
  /** Returns a filter or the search by its name, or undefined when it is not set. */
  get(name: string): string | undefined;
  /** Sets a filter or the search, and goes to the first page. */
  set(name: string, value: string | undefined, options?: { replace: boolean }): void;
  /** Opens another page and scrolls to the top. */
  goToPage(page: number, options?: { replace: boolean }): void;
  /** Opens the first page after a row, or of the whole list, and scrolls to the top. */
  goBefore(id: number | undefined): void;
  /** Removes all filters and the search, and goes to the first page. */
  clear(): void;
}

/**
 * Reads and writes page, filters and search in the address. Limits the page to the last one that the server
 * numbers.
 */
export function useListParams(pageSize: number): ListParams {
  const [params, setParams] = useSearchParams();
  const prefersStill = useReducedMotion();
  const change = (name: string, value: string | undefined, options?: { replace: boolean }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (name !== 'page') for (const place of ['page', 'before']) next.delete(place);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { preventScrollReset: true, ...options },
    );
  const scrollToTop = () => window.scrollTo({ top: 0, behavior: prefersStill ? 'instant' : 'smooth' });
  return {
    page: Math.min(readNumber(params.get('page')) ?? 1, Math.ceil(maxCountedTotal / pageSize)),
    before: readNumber(params.get('before')),
    get: (name) => params.get(name) || undefined,
    set: change,
    goToPage: (page, options) => {
      change('page', page > 1 ? String(page) : undefined, options);
      scrollToTop();
    },
    goBefore: (id) => {
      change('before', id?.toString());
      scrollToTop();
    },
    clear: () => setParams({}, { preventScrollReset: true }),
  };
}

function readNumber(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

interface PagedQuery {
  data: { meta: PageMeta } | undefined;
  isPlaceholderData: boolean;
}

/**
 * Goes to the last page when the address asks for a later one, such as after deleting the only row of a page.
 */
export function useLastPage({ page, goToPage }: ListParams, { data, isPlaceholderData }: PagedQuery): void {
  const last = data && !isPlaceholderData ? countPages(data.meta) : page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: goToPage is a new function at each render
  useEffect(() => {
    // Replaces the history entry. Otherwise Back would return to the missing page and come back here.
    if (page > last) goToPage(last, { replace: true });
  }, [page, last]);
}

/** Returns the addresses and navigations between a list and its forms. */
export function useRecordNavigation(listAddress: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const openForm = (path: string) => navigate(`${listAddress}/${path}`, { state: { isFromList: true } });
  const { isFromList }: { isFromList?: boolean } = Object(state);
  return {
    editHref: (id: number) => `${listAddress}/${id}/edit`,
    openNew: () => openForm('new'),
    openEdit: (id: number) => openForm(`${id}/edit`),
    /** Returns to the list in its previous state, with its page, filters and scroll position. */
    backToList: () => (isFromList ? navigate(-1) : navigate(listAddress)),
    /** Goes to the start of the list, where a new row is shown. */
    toNewest: () => navigate(listAddress),
  };
}
