import IconAdjustmentsHorizontal from 'icon:adjustments-horizontal';
import IconLayoutGrid from 'icon:layout-grid';
import IconList from 'icon:list';
import IconSearch from 'icon:search';
import IconTableExport from 'icon:table-export';
import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { Sort } from '../../../src/shared/pagination.ts';
import { trpc } from '../../api/trpc.ts';
import { useShortcuts } from '../core/use-shortcuts.ts';
import type { Column } from './data-table.tsx';
import classes from './list.module.css';
import { filterValueOf, type ListFilter, useList } from './paged-list.tsx';
import type { ListParams } from './use-list-params.ts';

type Sortable = readonly Pick<Column<never>, 'id' | 'header' | 'isSortable'>[];

interface ListToolbarProps {
  searchPlaceholder?: string;
  columns?: Sortable;
  hasViews?: boolean;
  /** Before the filters. */
  children?: ReactNode;
}

export function ListToolbar({ searchPlaceholder, columns = [], hasViews, children }: ListToolbarProps) {
  const { params, filters, fold } = useList();
  const sortable = columns.filter(({ isSortable }) => isSortable);
  return (
    <Group className={classes.toolbar!} align="flex-end" gap="var(--space-3) var(--space-4)">
      {searchPlaceholder && (
        <>
          <ListSearch placeholder={searchPlaceholder} />
          <FoldSwitch className={classes.foldSwitch} />
        </>
      )}
      <div className={classes.folded} data-open={fold.isOpen || undefined}>
        {children}
        {filters.map((filter) => (
          <Filter key={filter.name} filter={filter} params={params} />
        ))}
        {sortable.length > 0 && <SortSelect params={params} sortable={sortable} />}
        {hasViews && <ViewSwitch params={params} />}
      </div>
    </Group>
  );
}

function Filter({ filter, params }: { filter: ListFilter; params: ListParams }) {
  const { name, label, allLabel = '', options } = filter;
  const common = {
    className: classes.filter!,
    label,
    value: filterValueOf(filter, params) ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      params.setFilter(name, currentTarget.value || undefined),
  };
  return options ? (
    <NativeSelect {...common} data={[{ value: '', label: allLabel }, ...options]} />
  ) : (
    <TextInput {...common} type="date" />
  );
}

/** Its class hides it where filters and counts are always visible. */
export function FoldSwitch({ className }: { className: string | undefined }) {
  const { params, filters, fold } = useList();
  const count = filters.filter(({ name }) => params.filter(name) !== undefined).length;
  return (
    <Button
      className={className!}
      variant="default"
      aria-expanded={fold.isOpen}
      leftSection={<IconAdjustmentsHorizontal size={17} stroke={1.6} aria-hidden="true" />}
      onClick={fold.toggle}
    >
      Filters{count > 0 && ` (${count})`}
    </Button>
  );
}

/** For cards, and for tables on narrow screens, which have no column headers. */
function SortSelect({ params, sortable }: { params: ListParams; sortable: Sortable }) {
  const orders = sortable.flatMap(({ id, header }) => [
    { value: `${id}:asc`, label: `${header}, ascending` },
    { value: `${id}:desc`, label: `${header}, descending` },
  ]);
  return (
    <NativeSelect
      className={`${classes.filter} ${params.view === 'table' ? classes.sortOnPhone : ''}`}
      label="Sort"
      value={params.sort ?? ''}
      onChange={(event) => params.setSort((event.currentTarget.value || undefined) as Sort | undefined)}
      data={[{ value: '', label: 'Default order' }, ...orders]}
    />
  );
}

const views = [
  { view: 'grid', label: 'Cards', icon: IconLayoutGrid },
  { view: 'table', label: 'Table', icon: IconList },
] as const;

function ViewSwitch({ params }: { params: ListParams }) {
  return (
    <ActionIcon.Group ms="auto">
      {views.map(({ view, label, icon: Sign }) => (
        <ActionIcon
          key={view}
          variant={view === params.view ? 'light' : 'default'}
          size="lg"
          aria-label={label}
          title={label}
          aria-pressed={view === params.view}
          onClick={() => params.setView(view)}
        >
          <Sign size={18} stroke={1.6} />
        </ActionIcon>
      ))}
    </ActionIcon.Group>
  );
}

interface ExportButtonProps {
  path: string;
  /** Parameters of the address. Undefined values are left out. */
  filter: Record<string, string | number | boolean | undefined>;
}

/** Downloads all rows that match the filter, as a CSV file. */
export function ExportButton({ path, filter }: ExportButtonProps) {
  const parameters = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = parameters.length > 0 ? `?${new URLSearchParams(parameters)}` : '';
  const href = path + query;
  const confirm = trpc.account.confirmIdentity.useMutation({
    meta: { changesNothing: true },
    onSuccess: () => followDownload(href),
  });
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    // A download cannot open the dialog that confirms an identity. This call does, if necessary.
    if (!confirm.isPending) confirm.mutate();
  };
  return (
    <Button
      component="a"
      href={href}
      download
      onClick={follow}
      variant="default"
      leftSection={<IconTableExport size={17} stroke={1.6} aria-hidden="true" />}
    >
      Export CSV
    </Button>
  );
}

function followDownload(href: string): void {
  Object.assign(document.createElement('a'), { href, download: '' }).click();
}

/** docs/product.md, §9.1 */
const debounceMs = 300;
const maxLength = 200;

/** The key / focuses the field. */
export function ListSearch({ placeholder }: { placeholder: string }) {
  const { params } = useList();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: '/', label: 'Search the list', run: () => input.current?.focus() }]);
  return <SearchInput ref={input} params={params} placeholder={placeholder} />;
}

interface SearchInputProps {
  ref?: Ref<HTMLInputElement>;
  params: ListParams;
  placeholder: string;
}

/** Searches after a pause in typing, or at once with Enter. */
export function SearchInput({ ref, params, placeholder }: SearchInputProps) {
  const value = params.search ?? '';
  const [text, setText] = useState(value);
  const searched = useRef(value);
  const search = () => {
    const term = text.trim();
    if (term === searched.current) return;
    searched.current = term;
    // One history entry, so that Back leaves the search in one step.
    params.setSearch(term || undefined, { replace: value !== '' });
  };
  // Back and Forward change the search in the address.
  useEffect(() => {
    if (value === searched.current) return;
    searched.current = value;
    setText(value);
  }, [value]);
  // During the delay, a filter may change the address.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the delay
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <TextInput
      ref={ref}
      className={classes.search!}
      type="search"
      label="Search"
      placeholder={placeholder}
      maxLength={maxLength}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && search()}
    />
  );
}
