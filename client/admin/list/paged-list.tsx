import { Button, Group } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import { type DeleteConfig, SoftDeleteModal, useConfirm } from '../components/confirm-modal.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryBoundary, type QueryBoundaryProps, RefetchError } from '../components/query-boundary.tsx';
import { FilterBar, FilterSelect } from './filters.tsx';
import { CardSkeletons } from './list-skeleton.tsx';
import { Pagination } from './pagination.tsx';
import { CardGrid, type RowActions } from './record-card.tsx';
import { SearchInput } from './search-input.tsx';
import { StatCards, type StatCardsProps } from './stat-cards.tsx';
import { type ListParams, useLastPage, useRecordNavigation } from './use-list-params.ts';

interface Page {
  meta: PageMeta;
  stats: NonNullable<StatCardsProps['stats']>;
}

/** A filter of a list. `name` is its parameter in the address. */
export interface ListFilter {
  name: string;
  label: string;
  allLabel: string;
  options: readonly { value: string; label: string }[];
  value: string | undefined;
}

interface PagedListProps<P extends Page, R extends { id: number }> {
  title: string;
  /** The label of the main button: 'Create New Job'. */
  createLabel: string;
  /** The screen's address. Forms and trash have addresses below it. */
  address: string;
  list: ListParams;
  query: QueryBoundaryProps<P>['query'];
  /** The subject of '… could not be loaded': 'The jobs'. */
  subject: string;
  totalLabel: string;
  searchPlaceholder: string;
  /** The groups for the counts and the filter. */
  groups: ListFilter;
  /** The filter by visibility. Absent where visitors see every row. */
  status: ListFilter | undefined;
  rowsOf: (page: P) => readonly R[];
  card: (row: R, acts: RowActions) => ReactNode;
  /** Returns the public page of a row, if it has one. */
  siteHref: (row: R) => string | undefined;
  hasPictures?: boolean;
  empty: ReactNode;
  deletion: DeleteConfig<R>;
}

/** A module's list: counts, search, filters, cards, pager, and the dialog before a row is deleted. */
export function PagedList<P extends Page, R extends { id: number }>(props: PagedListProps<P, R>) {
  const { title, createLabel, address, list, query, subject, totalLabel, groups, deletion } = props;
  const { searchPlaceholder, status, rowsOf, card, siteHref, hasPictures = true, empty } = props;
  const { openNew, openEdit, editHref } = useRecordNavigation(address);
  const asked = useConfirm<R>();
  useLastPage(list, query);
  return (
    <>
      <PageHeader
        title={title}
        action={
          <Group gap="sm">
            <Button
              component={Link}
              to={`${address}/trash`}
              variant="default"
              leftSection={<IconTrash size={17} stroke={1.6} />}
            >
              Trash
            </Button>
            <Button leftSection={<IconPlus size={17} stroke={1.8} />} onClick={openNew}>
              {createLabel}
            </Button>
          </Group>
        }
      />
      <StatCards
        totalLabel={totalLabel}
        stats={query.data?.stats}
        groups={groups.options}
        value={groups.value}
        onChoose={(value) => list.set(groups.name, value)}
      />
      <FilterBar>
        <SearchInput list={list} placeholder={searchPlaceholder} />
        {[groups, ...(status ? [status] : [])].map(({ name, ...filter }) => (
          <FilterSelect key={name} {...filter} onChange={(value) => list.set(name, value)} />
        ))}
      </FilterBar>
      {query.data && <RefetchError query={query} title={`Couldn’t refresh ${subject}.`} />}
      <QueryBoundary
        query={query}
        subject={subject}
        skeleton={<CardSkeletons hasPicture={hasPictures} />}
        isEmpty={(page) => rowsOf(page).length === 0}
        empty={empty}
      >
        {(page) => (
          <>
            <CardGrid>
              {rowsOf(page).map((row) =>
                card(row, {
                  editHref: editHref(row.id),
                  siteHref: siteHref(row),
                  onEdit: () => openEdit(row.id),
                  onDelete: () => asked.ask(row),
                }),
              )}
            </CardGrid>
            <Pagination meta={page.meta} list={list} rows={rowsOf(page)} />
          </>
        )}
      </QueryBoundary>
      <SoftDeleteModal deletion={deletion} row={asked.item} isOpen={asked.isOpen} onClose={asked.close} />
    </>
  );
}
