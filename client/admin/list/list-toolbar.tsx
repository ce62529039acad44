import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import type { Sort } from '../../../src/shared/pagination.ts';
import type { Column } from './data-table.tsx';
import classes from './list.module.css';
import { SearchInput } from './search-input.tsx';
import type { ListParams } from './use-list-params.ts';

interface Option {
  value: string;
  label: string;
}

/** A filter of a list. `name` is its parameter in the address. */
export interface ListFilter {
  name: string;
  label: string;
  /** The option without a filter: 'All Categories'. */
  allLabel: string;
  options: readonly Option[];
}

interface ListToolbarProps {
  params: ListParams;
  searchPlaceholder: string | undefined;
  filters: readonly ListFilter[];
  /** The columns by which the list can be sorted. */
  sortable: readonly Pick<Column<never>, 'id' | 'header'>[];
  /** The list can be shown as cards and as a table. */
  hasViews: boolean;
}

/** The search, the filters, the order and the view of a list. */
export function ListToolbar({ params, searchPlaceholder, filters, sortable, hasViews }: ListToolbarProps) {
  return (
    <div className={classes.filters}>
      {searchPlaceholder && <SearchInput params={params} placeholder={searchPlaceholder} />}
      {filters.map(({ name, label, allLabel, options }) => (
        <NativeSelect
          key={name}
          className={classes.filter!}
          label={label}
          value={optionOf(options, params.filter(name)) ?? ''}
          onChange={(event) => params.setFilter(name, event.currentTarget.value || undefined)}
          data={[{ value: '', label: allLabel }, ...options]}
        />
      ))}
      {sortable.length > 0 && <SortSelect params={params} sortable={sortable} />}
      {hasViews && <ViewSwitch params={params} />}
    </div>
  );
}

/** Returns a filter's value in the address if it is one of the options. */
export function optionOf(options: readonly Option[], value: string | undefined): string | undefined {
  return options.find((option) => option.value === value)?.value;
}

/** The order of a list. A table with a head has it there, so this is for cards and phones. */
function SortSelect({ params, sortable }: Pick<ListToolbarProps, 'params' | 'sortable'>) {
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

function ViewSwitch({ params }: Pick<ListToolbarProps, 'params'>) {
  return (
    <ActionIcon.Group className={classes.views}>
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
