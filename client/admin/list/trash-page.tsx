import IconArrowLeft from 'icon:arrow-left';
import IconRestore from 'icon:restore';
import IconTrashX from 'icon:trash-x';
import { Button, Group } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { TrashView } from '../../../src/content/trash/trash.schema.ts';
import { pageSizes } from '../../../src/shared/enumerations.ts';
import { activityTime } from '../../../src/shared/relative-time.ts';
import { useAsk } from '../components/ask.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { capitalised } from '../core/labels.ts';
import { useServices } from '../core/admin-context.ts';
import { type BulkAction, BulkBar } from './bulk-bar.tsx';
import type { Column } from './data-table.tsx';
import classes from './list.module.css';
import { ListRows } from './list-rows.tsx';
import { PagedList } from './paged-list.tsx';
import type { RowAction } from './row-actions.tsx';
import { pageQueryOf, useListParams } from './use-list-params.ts';
import { type TrashConfig, useRestore } from './use-trash.ts';

interface TrashPageProps extends TrashConfig {
  /** For example 'Job Trash'. */
  title: string;
  /** For example 'jobs'. */
  nouns: string;
  /** Of the module's list. */
  address: string;
}

const dayMs = 24 * 60 * 60_000;

/** Rounded up, and at least '1 day'. */
function daysLeft(until: string, now: Date): string {
  const days = Math.max(1, Math.ceil((new Date(until).getTime() - now.getTime()) / dayMs));
  return days === 1 ? '1 day' : `${days} days`;
}

const columns: Column<TrashView>[] = [
  { id: 'title', header: 'Title', isRowHeader: true, isWide: true, cell: (item) => <Title {...item} /> },
  {
    id: 'deleted_at',
    header: 'Deleted',
    hasLabel: true,
    cell: ({ deleted_at }) => <RelativeTime at={deleted_at} words={activityTime} />,
  },
  { id: 'deleted_by', header: 'Deleted by', hasLabel: true, cell: ({ deleted_by }) => deleted_by },
  {
    id: 'kept_until',
    header: 'Deleted permanently in',
    hasLabel: true,
    cell: ({ kept_until }) => <RelativeTime at={kept_until} words={daysLeft} />,
  },
];

function Title({ title, picture }: TrashView) {
  if (!picture) return title;
  return (
    <Group gap={12} wrap="nowrap">
      <img className={classes.thumbnail} src={picture} alt="" width={64} height={40} loading="lazy" />
      <span>{title}</span>
    </Group>
  );
}

export function TrashPage({ title, nouns, address, ...trash }: TrashPageProps) {
  const params = useListParams({ name: 'trash', pageSize: pageSizes.trash });
  const query = trash.calls.list.useQuery(pageQueryOf(params), { placeholderData: keepPreviousData });
  const items = query.data?.items ?? [];
  const restore = useRestore(trash);
  const remove = trash.calls.remove.useMutation({
    meta: { done: `${capitalised(trash.noun)} permanently deleted` },
  });
  const reload = useServices().reload;
  const restoreMany = trash.calls.restoreMany.useMutation();
  const removeMany = trash.calls.removeMany.useMutation();
  const ask = useAsk();
  const actions: RowAction<TrashView>[] = [
    {
      label: 'Restore',
      icon: IconRestore,
      nameOf: (item) => `Restore ${item.title}`,
      run: ({ id }) => {
        if (!restore.isPending) restore.mutate({ id });
      },
    },
    {
      label: 'Delete permanently',
      icon: IconTrashX,
      isDangerous: true,
      hotkey: 'Delete',
      nameOf: (item) => `Delete permanently: ${item.title}`,
      run: ({ id, title: name }) =>
        ask({
          title: 'Delete permanently',
          question: `Permanently delete "${name}"? It can’t be restored afterwards.`,
          answer: 'Delete permanently',
          busyAnswer: 'Deleting...',
          isDangerous: true,
          run: () => remove.mutateAsync({ id }),
        }),
    },
  ];
  const bulkActions: BulkAction[] = [
    { label: 'Restore', icon: IconRestore, run: restoreMany.mutateAsync, done: 'restored' },
    {
      label: 'Delete permanently',
      icon: IconTrashX,
      isDangerous: true,
      done: 'permanently deleted',
      run: removeMany.mutateAsync,
      confirm: (rows) => ({
        title: 'Delete permanently',
        question: `Permanently delete ${rows}? They can’t be restored afterwards.`,
        answer: 'Delete permanently',
      }),
    },
  ];
  return (
    <PagedList
      title={title}
      lead={`Deleted ${nouns} are kept for 30 days, then removed permanently.`}
      action={
        <Button component={Link} to={address} variant="default" leftSection={<IconArrowLeft size={17} />}>
          {`Back to ${nouns}`}
        </Button>
      }
      subject="the trash"
      nouns={{ one: trash.noun, many: nouns }}
      params={params}
      query={query}
      rows={items}
      titleOf={(item) => item.title}
      isSelectable
    >
      <BulkBar actions={bulkActions} refresh={() => reload(['trash'])} />
      <ListRows
        rows={items}
        columns={columns}
        actions={actions}
        empty={{
          title: 'The trash is empty',
          first: `No ${nouns} deleted in the last 30 days.`,
          filtered: '',
        }}
      />
    </PagedList>
  );
}
