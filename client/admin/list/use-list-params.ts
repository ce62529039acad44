import { useLocalStorage, useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { countPages, maxCountedTotal } from '../../../src/shared/enumerations.ts';
import type { PageMeta, PageQuery, Sort } from '../../../src/shared/pagination.ts';
import { parseId } from '../core/paths.ts';

export type ListView = 'grid' | 'table';

interface ListOptions<C extends string> {
  /** The name of the list, under which the browser stores the chosen view. */
  name: string;
  pageSize: number;
  /** The columns by which the list can be sorted. */
  sorts?: readonly C[];
}

/**
 * The state of a list. The address contains this state, so that the Back button works and a reload loses
 * nothing. Only the view is stored in the browser instead.
 */
export interface ListParams<C extends string = string> {
  page: number;
  per_page: number;
  /** The id of the row after which the list starts. Undefined at the start of the list, and if the list is sorted. */
  before: number | undefined;
  search: string | undefined;
  sort: Sort<C> | undefined;
  view: ListView;
  /** A text that differs for each page, search, filter and order. */
  key: string;
  /** Returns the value of a filter by the filter's name, or undefined if the filter is not set. */
  filter(name: string): string | undefined;
  /** Sets a filter, or removes the filter if `value` is undefined. Goes to the first page. */
  setFilter(name: string, value: string | undefined): void;
  /** Sets the search, or removes the search if `text` is undefined. Goes to the first page. */
  setSearch(text: string | undefined, options?: { replace: boolean }): void;
  /** Sorts by a column, and goes to the first page. Undefined restores the default order. */
  setSort(sort: Sort | undefined): void;
  /** Opens another page and scrolls to the top. */
  setPage(page: number, options?: { replace: boolean }): void;
  /**
   * Shows the rows that are older than the row with this id. If `id` is undefined, shows the newest rows. Scrolls to
   * the top.
   */
  showOlderThan(id: number | undefined): void;
  setView(view: ListView): void;
  /** Removes all filters, the search and the order, and goes to the first page. */
  clear(): void;
}

/**
 * Returns the state of a list, and functions that change the state. The page number is at most the highest
 * page number that the server supports.
 */
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
  const change = (
    member: string,
    value: string | undefined,
    options?: { replace?: boolean; flushSync?: boolean },
  ) =>
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
    // Renders the search at once. A timer starts most searches, and React renders a timer's changes in a later task. A
    // filter that is chosen before that task would start from the previous address and remove the search.
    setSearch: (text, options) => change('search', text, { ...options, flushSync: true }),
    setSort: (next) => change('sort', next),
    setPage: (page, options) => {
      change('page', page > 1 ? String(page) : undefined, options);
      scrollToTop();
    },
    showOlderThan: (id) => {
      change('before', id?.toString());
      scrollToTop();
    },
    clear: () => setParams({}, { preventScrollReset: true }),
  };
}

/** Returns the part of a query's input that is the same for all lists: page, page size, start and search. */
export function pageQueryOf({ page, per_page, before, search }: ListParams): PageQuery {
  return { page, per_page, before, search };
}

interface PagedQuery {
  data: { meta: PageMeta } | undefined;
  isPlaceholderData: boolean;
}

/**
 * Goes to the last page if the address contains a higher page number. This happens, for example, after the
 * only row of the last page was deleted.
 */
export function useLastPage({ page, setPage }: ListParams, { data, isPlaceholderData }: PagedQuery): void {
  const last = data && !isPlaceholderData ? countPages(data.meta) : page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: setPage is a new function at each render
  useEffect(() => {
    // Replaces the history entry. Otherwise, the Back button would lead to the missing page, and from there
    // to the last page again.
    if (page > last) setPage(last, { replace: true });
  }, [page, last]);
}

function readSort<C extends string>(text: string | null, sorts: readonly C[]): Sort<C> | undefined {
  const [name, direction] = (text ?? '').split(':');
  const column = sorts.find((each) => each === name);
  if (!column || (direction !== 'asc' && direction !== 'desc')) return undefined;
  return `${column}:${direction}`;
}

/** Returns the addresses of a list's forms, and functions that navigate between the list and the forms. */
export function useRecordNavigation(listAddress: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { isFromList }: { isFromList?: boolean } = Object(state);
  return {
    editHref: (id: number) => `${listAddress}/${id}/edit`,
    openNew: () => navigate(`${listAddress}/new`, { state: { isFromList: true } }),
    /**
     * Returns to the list in its previous state, with the same page, filters and scroll position. If the
     * person did not come from the list, opens the start of the list.
     */
    backToList: () => (isFromList ? navigate(-1) : navigate(listAddress)),
    /** Goes to the start of the list, because new rows are shown there. */
    toNewest: () => navigate(listAddress),
  };
}
