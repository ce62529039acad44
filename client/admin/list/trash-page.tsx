import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { TrashView } from '../../../src/modules/trash/trash.schema.ts';
import { pageSizes } from '../../../src/shared/catalog.ts';
import { DeletionDialog } from '../components/deletion-dialog.tsx';
import { Notice } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Pager } from './pagination.tsx';
import { QueryView } from '../components/query-boundary.tsx';
import { QuietFailure } from '../components/quiet-failure.tsx';
import { TrashSkeleton } from './trash-skeleton.tsx';
import { TrashTable } from './trash-table.tsx';
import { useAsked } from '../components/use-asked.ts';
import { useLastPage } from './use-last-page.ts';
import { useListAddress } from './use-list-params.ts';
import { type TrashOf, useTrash } from './use-soft-delete.ts';

interface TrashScreenProps extends TrashOf {
  /** 'Job Trash'. */
  title: string;
  /** The plural noun: 'jobs'. */
  nouns: string;
  /** The address of the module's list. */
  address: string;
}

/** The trash of a module. Rows can be restored or deleted permanently. */
export function TrashScreen({ title, nouns, address, ...trash }: TrashScreenProps) {
  const list = useListAddress(pageSizes.trash);
  const query = trash.calls.list.useQuery(
    { page: list.page, before: list.before, per_page: pageSizes.trash },
    { placeholderData: keepPreviousData },
  );
  const { restore, removing } = useTrash(trash);
  const remove = trash.calls.remove.useMutation(removing);
  const asked = useAsked<TrashView>();
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
      {query.data && <QuietFailure query={query} title="Couldn’t refresh the trash." />}
      <QueryView
        query={query}
        subject="the trash"
        skeleton={<TrashSkeleton />}
        isEmpty={({ items }) => items.length === 0}
        empty={<Notice title="The trash is empty" text={`No ${nouns} deleted in the last 30 days.`} />}
      >
        {({ items, meta }) => (
          <>
            <TrashTable
              items={items}
              isBusy={restore.isPending}
              onRestore={({ id }) => restore.mutate({ id })}
              onRemove={asked.ask}
            />
            <Pager meta={meta} list={list} rows={items} />
          </>
        )}
      </QueryView>
      <DeletionDialog
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
