import { useLocalStorage, useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { countPages, maxCountedTotal } from '../../../src/shared/enumerations.ts';
import type { PageMeta, PageQuery, Sort } from '../../../src/shared/pagination.ts';
import { parseId } from '../core/paths.ts';

type ListView = 'grid' | 'table';

interface ListOptions<C extends string> {
  /** The browser stores the chosen view under it. */
  name: string;
  pageSize: number;
  sorts?: readonly C[];
}

/** In the address, so that Back works and a reload loses nothing. Only the view is stored in the browser. */
export interface ListParams<C extends string = string> {
  page: number;
  per_page: number;
  /** The row after which the list starts. Undefined at the start, and if the list is sorted. */
  before: number | undefined;
  search: string | undefined;
  sort: Sort<C> | undefined;
  view: ListView;
  /** Differs for each page, search, filter and order. */
  key: string;
  filter(name: string): string | undefined;
  /** Undefined removes it. Goes to the first page, as the next ones. */
  setFilter(name: string, value: string | undefined): void;
  setSearch(text: string | undefined, options?: { replace: boolean }): void;
  /** Undefined restores the default order. */
  setSort(sort: Sort | undefined): void;
  /** Scrolls to the top. */
  setPage(page: number, options?: { replace: boolean }): void;
  /** Undefined shows the newest rows. Scrolls to the top. */
  showOlderThan(id: number | undefined): void;
  setView(view: ListView): void;
  clear(): void;
}

/** The page is at most the highest that the server supports. */
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
    // A timer starts most searches, and React renders its changes in a later task. A filter that is chosen before would
    // start from the previous address and remove the search.
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

/** The part of a query's input that all lists share. */
export function pageQueryOf({ page, per_page, before, search }: ListParams): PageQuery {
  return { page, per_page, before, search };
}

interface PagedQuery {
  data: { meta: PageMeta } | undefined;
  isPlaceholderData: boolean;
}

/** Goes to the last page instead of one that does not exist, for example after its only row was deleted. */
export function useLastPage({ page, setPage }: ListParams, { data, isPlaceholderData }: PagedQuery): void {
  const last = data && !isPlaceholderData ? countPages(data.meta) : page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: setPage is a new function at each render
  useEffect(() => {
    // Otherwise, Back would lead to the missing page and from there to the last one again.
    if (page > last) setPage(last, { replace: true });
  }, [page, last]);
}

function readSort<C extends string>(text: string | null, sorts: readonly C[]): Sort<C> | undefined {
  const [name, direction] = (text ?? '').split(':');
  const column = sorts.find((each) => each === name);
  if (!column || (direction !== 'asc' && direction !== 'desc')) return undefined;
  return `${column}:${direction}`;
}

export function useRecordNavigation(listAddress: string) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const { isFromList }: { isFromList?: boolean } = Object(state);
  return {
    editHref: (id: number) => `${listAddress}/${id}/edit`,
    openNew: () => navigate(`${listAddress}/new`, { state: { isFromList: true } }),
    /** In its previous state, if the person came from there. */
    backToList: () => (isFromList ? navigate(-1) : navigate(listAddress)),
    /** New rows are shown there. */
    toNewest: () => navigate(listAddress),
  };
}
