import { Button, Group } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { PageMeta } from '../../../src/shared/pagination.ts';
import { CardGrid } from './card-grid.tsx';
import { CardSkeletons } from './card-skeletons.tsx';
import { type Deletion, DeletionDialog } from './deletion-dialog.tsx';
import { FilterSelect } from './filter-select.tsx';
import { Filters } from './filters.tsx';
import { PageHeader } from './page-header.tsx';
import { Pager } from './pager.tsx';
import { QueryView, type QueryViewProps } from './query-view.tsx';
import { QuietFailure } from './quiet-failure.tsx';
import { StatCards, type StatCardsProps } from './stat-cards.tsx';
import { useAsked } from './use-asked.ts';
import { useFormAddress } from './use-form-address.ts';
import { useLastPage } from './use-last-page.ts';
import type { ListAddress } from './use-list-address.ts';

interface Page {
  meta: PageMeta;
  stats: NonNullable<StatCardsProps['stats']>;
}

/** What a card does when its buttons are pressed. */
export interface CardActs {
  onEdit: () => void;
  onDelete: () => void;
}

interface ListScreenProps<P extends Page, R extends { id: number }> {
  title: string;
  /** The one main act: 'Create New Job'. */
  createLabel: string;
  /** The screen's own address; its forms and its trash stand below it. */
  address: string;
  list: ListAddress;
  query: QueryViewProps<P>['query'];
  /** For '… could not be loaded': 'The jobs'. */
  subject: string;
  totalLabel: string;
  /** The groups that are counted and filtered by; `name` is the filter's in the address. */
  groups: {
    name: string;
    label: string;
    allLabel: string;
    options: readonly { value: string; label: string }[];
    value: string | undefined;
  };
  rowsOf: (page: P) => readonly R[];
  card: (row: R, acts: CardActs) => ReactNode;
  hasPictures?: boolean;
  empty: ReactNode;
  deletion: Deletion<R>;
}

/** A module's list: counts, one filter, cards, pager, and the question before a row is deleted. */
export function ListScreen<P extends Page, R extends { id: number }>(props: ListScreenProps<P, R>) {
  const { title, createLabel, address, list, query, subject, totalLabel, groups, deletion } = props;
  const { rowsOf, card, hasPictures = true, empty } = props;
  const { openNew, openEdit } = useFormAddress(address);
  const asked = useAsked<R>();
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
      <StatCards totalLabel={totalLabel} stats={query.data?.stats} groups={groups.options} />
      <Filters>
        <FilterSelect {...groups} onChange={(value) => list.set(groups.name, value)} />
      </Filters>
      {query.data && <QuietFailure query={query} title={`Couldn’t refresh ${subject}.`} />}
      <QueryView
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
                card(row, { onEdit: () => openEdit(row.id), onDelete: () => asked.ask(row) }),
              )}
            </CardGrid>
            <Pager meta={page.meta} list={list} rows={rowsOf(page)} />
          </>
        )}
      </QueryView>
      <DeletionDialog deletion={deletion} row={asked.item} isOpen={asked.isOpen} onClose={asked.close} />
    </>
  );
}
