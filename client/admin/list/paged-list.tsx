import { createContext, type ReactNode, type RefObject, use, useRef, useState } from 'react';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import { PageHeader } from '../components/page-header.tsx';
import type { QueryBoundaryProps } from '../components/query-boundary.tsx';
import { useShortcuts } from '../core/use-shortcuts.ts';
import classes from './list.module.css';
import { type ListParams, useLastPage } from './use-list-params.ts';

interface Option {
  value: string;
  label: string;
}

/** `name` is the parameter in the address. */
export interface ListFilter {
  name: string;
  label: string;
  /** Clears the filter, for example 'All Categories'. */
  allLabel?: string;
  /** If absent, the value is a day. */
  options?: readonly Option[];
}

/** Undefined if no option has this value. */
export function findOptionValue(options: readonly Option[], value: string | undefined): string | undefined {
  return options.find((option) => option.value === value)?.value;
}

export function filterValueOf({ name, options }: ListFilter, params: ListParams): string | undefined {
  const value = params.filter(name);
  if (options) return findOptionValue(options, value);
  const isDay = value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
  return isDay ? value : undefined;
}

interface CommonParts {
  title: string;
  /** As in 'Couldn’t load the jobs'. */
  subject: string;
  nouns: { one: string; many: string };
  params: ListParams;
  query: QueryBoundaryProps<{ meta: PageMeta }>['query'];
}

interface PagedListProps<R> extends CommonParts {
  lead?: string;
  action?: ReactNode;
  rows: readonly R[];
  titleOf: (row: R) => string;
  filters?: readonly ListFilter[];
  isSelectable?: boolean;
  className?: string | undefined;
  /** For j and k. If it returns true, the focus stays where it is. */
  onStep?: (by: Step) => boolean;
  /** Opens the form of a new row. */
  onNew?: () => void;
  children: ReactNode;
}

interface List extends CommonParts {
  filters: readonly ListFilter[];
  titleOf: (row: { id: number }) => string;
  /** Undefined if rows cannot be selected. */
  selection: Selection | undefined;
  /** On narrow screens, filters and counts are visible only while it is open. */
  fold: Fold;
}

interface Fold {
  isOpen: boolean;
  toggle: () => void;
}

const ListContext = createContext<List | null>(null);

/** @throws {Error} outside `PagedList` */
export function useList(): List {
  const list = use(ListContext);
  if (!list) throw new Error('useList is for the parts of a PagedList');
  return list;
}

/** Its parts are `StatCards`, `ListToolbar`, `BulkBar` and `ListRows`. */
export function PagedList<R extends { id: number }>(props: PagedListProps<R>) {
  const { title, lead, action, subject, nouns, params, query, rows, titleOf, filters = [] } = props;
  const { isSelectable, className = '', onStep, onNew, children } = props;
  const root = useRef<HTMLDivElement>(null);
  useLastPage(params, query);
  const selection = useSelection(rows, params.key);
  const [isFoldOpen, setFoldOpen] = useState(false);
  const list: List = {
    title,
    subject,
    nouns,
    params,
    query,
    filters,
    titleOf: ({ id }) => {
      const row = rows.find((one) => one.id === id);
      return row ? titleOf(row) : '';
    },
    selection: isSelectable ? selection : undefined,
    fold: {
      isOpen: isFoldOpen,
      toggle: () => setFoldOpen(!isFoldOpen),
    },
  };
  return (
    <ListContext value={list}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between rows, which have links and buttons of their own */}
      <div
        ref={root}
        className={`${classes.root} ${className}`}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
          // If no row has the focus, the arrow keys scroll the page.
          if (!by || !focusedRow() || event.defaultPrevented) return;
          event.preventDefault();
          if (!onStep?.(by)) moveFocus(root.current, by);
        }}
      >
        <StepKeys root={root} onStep={onStep} />
        <PageHeader title={title} lead={lead} action={action} />
        {children}
        {onNew && <NewKey onNew={onNew} />}
      </div>
    </ListContext>
  );
}

interface StepKeysProps {
  root: RefObject<HTMLElement | null>;
  onStep: ((by: Step) => boolean) | undefined;
}

/** The keys are components, so that the list of shortcuts has the order of the screen. */
function StepKeys({ root, onStep }: StepKeysProps) {
  const move = (by: Step) => {
    if (!onStep?.(by)) moveFocus(root.current, by);
  };
  useShortcuts([
    { keys: 'j', label: 'Next row', run: () => move(1) },
    { keys: 'k', label: 'Previous row', run: () => move(-1) },
  ]);
  return null;
}

function NewKey({ onNew }: { onNew: () => void }) {
  useShortcuts([{ keys: 'n', label: 'New row', run: onNew }]);
  return null;
}

type Step = 1 | -1;

function focusedRow(): HTMLElement | null | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-row]');
}

export function focusedRowId(): number | undefined {
  const id = focusedRow()?.dataset.row;
  return id === undefined ? undefined : Number(id);
}

function moveFocus(list: HTMLElement | null, by: Step): void {
  const row = focusedRow();
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const next = row ? rows[rows.indexOf(row) + by] : rows[0];
  if (!next) return;
  (next.querySelector<HTMLElement>('[data-opens-row]') ?? next).focus();
  next.scrollIntoView?.({ block: 'nearest' });
}

export interface Selection {
  ids: number[];
  isWhole: boolean;
  /** Whether the row can be selected. */
  includes(id: number): boolean;
  has(id: number): boolean;
  toggle(id: number): void;
  /** Selects every row of the page, or none if all are selected. */
  toggleAll(): void;
  clear(): void;
}

const none: ReadonlySet<number> = new Set();

/** `key` changes with the page, the filters and the order. A new `key` clears the selection. */
function useSelection(page: readonly { id: number }[], key: string): Selection {
  const [state, setState] = useState({ key, ids: none });
  if (state.key !== key) setState({ key, ids: none });
  const ids = page.map(({ id }) => id).filter((id) => state.ids.has(id));
  const isWhole = ids.length > 0 && ids.length === page.length;
  const select = (next: Iterable<number>) => setState({ key, ids: new Set(next) });
  return {
    ids,
    isWhole,
    includes: (id) => page.some((row) => row.id === id),
    has: (id) => state.ids.has(id),
    toggle: (id) =>
      select(state.ids.has(id) ? [...state.ids].filter((other) => other !== id) : [...state.ids, id]),
    toggleAll: () => select(isWhole ? [] : page.map(({ id }) => id)),
    clear: () => select([]),
  };
}
