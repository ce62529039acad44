import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { TrashView } from '../../../src/modules/trash/trash.schema.ts';
import { pageSizes } from '../../../src/shared/catalog.ts';
import { SoftDeleteModal, useConfirm } from '../components/confirm-modal.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { QueryBoundary, RefetchError } from '../components/query-boundary.tsx';
import { TrashSkeleton } from './list-skeleton.tsx';
import { Pagination } from './pagination.tsx';
import { TrashTable } from './trash-table.tsx';
import { useLastPage, useListParams } from './use-list-params.ts';
import { type TrashConfig, useSoftDelete } from './use-soft-delete.ts';

interface TrashPageProps extends TrashConfig {
  /** 'Job Trash'. */
  title: string;
  /** The plural noun: 'jobs'. */
  nouns: string;
  /** The address of the module's list. */
  address: string;
}

/** The trash of a module. Rows can be restored or deleted permanently. */
export function TrashPage({ title, nouns, address, ...trash }: TrashPageProps) {
  const list = useListParams(pageSizes.trash);
  const query = trash.calls.list.useQuery(
    { page: list.page, before: list.before, per_page: pageSizes.trash },
    { placeholderData: keepPreviousData },
  );
  const { restore, removing } = useSoftDelete(trash);
  const remove = trash.calls.remove.useMutation(removing);
  const asked = useConfirm<TrashView>();
  useLastPage(list, query);
  return (
    <>
      <PageHeader
        title={title}
        lead={`Deleted ${nouns} are kept for 30 days, then removed permanently.`}
        action={
          <Button component={Link} to={address} variant="default" leftSection={<IconArrowLeft size={17} />}>
            {`Back to ${nouns}`}
          </Button>
        }
      />
      {query.data && <RefetchError query={query} title="Couldn’t refresh the trash." />}
      <QueryBoundary
        query={query}
        subject="the trash"
        skeleton={<TrashSkeleton />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title="The trash is empty" text={`No ${nouns} deleted in the last 30 days.`} />}
      >
        {({ items, meta }) => (
          <>
            <TrashTable
              items={items}
              isBusy={restore.isPending}
              onRestore={({ id }) => restore.mutate({ id })}
              onRemove={asked.ask}
            />
            <Pagination meta={meta} list={list} rows={items} />
          </>
        )}
      </QueryBoundary>
      <SoftDeleteModal
        deletion={{
          title: 'Delete permanently',
          question: (item) => `Permanently delete "${item.title}"? It can’t be restored afterwards.`,
          answer: 'Delete permanently',
          remove,
        }}
        row={asked.item}
        isOpen={asked.isOpen}
        onClose={asked.close}
      />
    </>
  );
}
