import { useLocalStorage, useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { countPages, maxCountedTotal } from '../../../src/shared/page-count.ts';
import type { PageMeta, Sort } from '../../../src/shared/pagination.ts';
import { parseId } from '../core/paths.ts';

export type ListView = 'grid' | 'table';

interface ListOptions<C extends string> {
  /** The name of the list, under which the browser remembers its view. */
  name: string;
  pageSize: number;
  /** The columns by which the list can be sorted. */
  sorts?: readonly C[];
}

/** The state of a list in the address, so that Back works and a reload loses nothing. */
export interface ListParams<C extends string = string> {
  page: number;
  per_page: number;
  /** The id of the row after which the list starts. Undefined at the start of the list, and if the list is sorted. */
  before: number | undefined;
  search: string | undefined;
  sort: Sort<C> | undefined;
  view: ListView;
  /** Changes with every part of the state except the view. */
  key: string;
  /** Returns the value of a filter by the filter's name, or undefined if the filter is not set. */
  filter(name: string): string | undefined;
  /** Sets a filter, and goes to the first page. */
  setFilter(name: string, value: string | undefined): void;
  /** Sets the search, and goes to the first page. */
  setSearch(text: string | undefined, options?: { replace: boolean }): void;
  /** Sorts by a column, and goes to the first page. Undefined restores the usual order. */
  setSort(sort: Sort | undefined): void;
  /** Opens another page and scrolls to the top. */
  setPage(page: number, options?: { replace: boolean }): void;
  /** Starts the list after the row with this id, or at the beginning without an id. Scrolls to the top. */
  goBefore(id: number | undefined): void;
  setView(view: ListView): void;
  /** Removes all filters and the search, and goes to the first page. */
  clear(): void;
}

/** Reads and writes the state of a list. Limits the page to the highest page number that the server supports. */
export function useListParams<C extends string>({
  name,
  pageSize,
  sorts = [],
}: ListOptions<C>): ListParams<C> {
  const [params, setParams] = useSearchParams();
  const prefersStill = useReducedMotion();
  const [view, setView] = useLocalStorage<ListView>({
    key: `atrium:list-view:${name}`,
    defaultValue: 'grid',
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (text) => (text === 'table' ? 'table' : 'grid'),
  });
  const change = (member: string, value: string | undefined, options?: { replace: boolean }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (member !== 'page') for (const position of ['page', 'before']) next.delete(position);
        if (value) next.set(member, value);
        else next.delete(member);
        return next;
      },
      { preventScrollReset: true, ...options },
    );
  const scrollToTop = () => window.scrollTo({ top: 0, behavior: prefersStill ? 'instant' : 'smooth' });
  const sort = readSort(params.get('sort'), sorts);
  return {
    page: Math.min(parseId(params.get('page')) ?? 1, Math.ceil(maxCountedTotal / pageSize)),
    per_page: pageSize,
    before: sort ? undefined : parseId(params.get('before')),
    search: params.get('search') || undefined,
    sort,
    view,
    setView,
    key: [...params].filter(([member]) => member !== 'message').join('&'),
    filter: (member) => params.get(member) || undefined,
    setFilter: change,
    setSearch: (text, options) => change('search', text, options),
    setSort: (next) => change('sort', next),
    setPage: (page, options) => {
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

/** Returns the members of a list's query that are the same for all lists. */
export function pageQueryOf({ page, per_page, before, search }: ListParams) {
  return { page, per_page, before, search };
}

interface PagedQuery {
  data: { meta: PageMeta } | undefined;
  isPlaceholderData: boolean;
}

/** Goes to the last page when the address asks for a page after it, such as after the only row of the last page was deleted. */
export function useLastPage({ page, setPage }: ListParams, { data, isPlaceholderData }: PagedQuery): void {
  const last = data && !isPlaceholderData ? countPages(data.meta) : page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: setPage is a new function at each render
  useEffect(() => {
    // Replaces the history entry, because the Back button would otherwise lead to the missing page, and from there to this page
    // again.
    if (page > last) setPage(last, { replace: true });
  }, [page, last]);
}

function readSort<C extends string>(text: string | null, sorts: readonly C[]): Sort<C> | undefined {
  const [name, direction] = (text ?? '').split(':');
  const column = sorts.find((each) => each === name);
  if (!column || (direction !== 'asc' && direction !== 'desc')) return undefined;
  return `${column}:${direction}`;
}

/** Returns the addresses and navigations between a list and its forms. */
export function useRecordNavigation(listAddress: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { isFromList }: { isFromList?: boolean } = Object(state);
  return {
    editHref: (id: number) => `${listAddress}/${id}/edit`,
    openNew: () => navigate(`${listAddress}/new`, { state: { isFromList: true } }),
    /** Returns to the list in its previous state, with its page, filters and scroll position. */
    backToList: () => (isFromList ? navigate(-1) : navigate(listAddress)),
    /** Goes to the start of the list, because new rows are shown there. */
    toNewest: () => navigate(listAddress),
  };
}
