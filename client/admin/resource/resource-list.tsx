import IconArrowsSort from 'icon:arrows-sort';
import IconCalendarEvent from 'icon:calendar-event';
import IconCopy from 'icon:copy';
import IconExternalLink from 'icon:external-link';
import IconPencil from 'icon:pencil';
import IconPlus from 'icon:plus';
import IconTrash from 'icon:trash';
import { Button, Group } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { factsOf } from '../../../src/shared/module-facts.ts';
import { DeleteRowModal, trashNote, useConfirm } from '../components/confirm-modal.tsx';
import { findOptionValue } from '../list/list-toolbar.tsx';
import { PagedList } from '../list/paged-list.tsx';
import type { RowAction } from '../list/row-actions.tsx';
import { pageQueryOf, useListParams, useRecordNavigation } from '../list/use-list-params.ts';
import { useTrash } from '../list/use-trash.ts';
import { moduleHooks, type Row, rowsIn, useTrashOf } from './module-api.ts';
import { LazyPublishingDrawer } from './publishing/publishing-button.tsx';
import type { Resource } from './resource-types.ts';
import { SampleBadge, useSamples } from './sample-badge.tsx';
import { statusQueryOf } from './status-filter.ts';
import { useBulkActions } from './use-bulk-actions.ts';
import { useDuplicate } from './use-duplicate.ts';

const isInvalidated = ({ state }: { state: { isInvalidated: boolean } }) => state.isInvalidated;

/** `onShown` is called when the first rows are shown. */
export function ResourceList({ resource, onShown }: { resource: Resource; onShown: () => void }) {
  const { name, address, nouns, words, title, groups, status, hasWidePictures, card, siteHref } = resource;
  const { pageSize, sorts, schedule, position } = factsOf(name);
  const { openNew, editHref } = useRecordNavigation(address);
  const params = useListParams({ name, pageSize, sorts });
  // The route has already requested the first page, so a stale answer is not requested again.
  const isPrefetched = useLocation().search === '';
  const [others, setOthers] = useState<readonly string[]>([]);
  const options = [...groups.options, ...others.map((value) => ({ value, label: value }))];
  const group = findOptionValue(options, params.filter(groups.name));
  const chosen = status && findOptionValue(status.options, params.filter(status.name));
  const duplicate = useDuplicate(resource);
  const query = moduleHooks(name).list.useQuery(
    {
      ...pageQueryOf(params),
      sort: params.sort,
      [groups.name as 'category']: group,
      ...(status && statusQueryOf(name, chosen)),
    },
    { placeholderData: keepPreviousData, refetchOnMount: isPrefetched ? isInvalidated : true },
  );
  const isShown = query.isSuccess;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  const samples = useSamples(name);
  const counts = query.data?.stats.by;
  useEffect(() => {
    // Rows may have values that the list in the settings no longer contains. Such values become options of
    // the filter too.
    const listed = new Set(groups.options.map(({ value }) => value));
    const found = Object.keys(counts ?? {}).filter((value) => !listed.has(value));
    setOthers((before) => (before.join('\n') === found.join('\n') ? before : found));
  }, [counts, groups.options]);
  const titleOf = (row: Row) => String(row[title]);
  const rowWith = (id: number) => query.data && rowsIn(name, query.data).find((row) => row.id === id);
  const { throwing } = useTrash(useTrashOf(name, nouns.one), (id) => {
    const row = rowWith(id);
    return row && titleOf(row);
  });
  const remove = moduleHooks(name).remove.useMutation(throwing);
  const asked = useConfirm<Row>();
  const [publishing, setPublishing] = useState<Row>();
  const actions: RowAction<Row>[] = [
    {
      label: 'Edit',
      icon: IconPencil,
      hotkey: 'e',
      nameOf: (row) => `Edit ${titleOf(row)}`,
      hrefOf: (row) => editHref(row.id),
    },
    ...(schedule
      ? [
          {
            label: 'Publishing',
            icon: IconCalendarEvent,
            run: setPublishing,
            nameOf: (row: Row) => `Publishing of ${titleOf(row)}`,
          },
          {
            label: 'Duplicate',
            icon: IconCopy,
            run: (row: Row) => void duplicate(row),
            nameOf: (row: Row) => `Duplicate ${titleOf(row)}`,
          },
        ]
      : []),
    {
      label: 'View on site',
      icon: IconExternalLink,
      isOnSite: true,
      hrefOf: siteHref,
      nameOf: (row) => `View ${titleOf(row)} on site`,
    },
    {
      label: 'Delete',
      icon: IconTrash,
      isDangerous: true,
      hotkey: 'Delete',
      run: asked.ask,
      nameOf: (row) => `Delete ${titleOf(row)}`,
    },
  ];
  const columns = resource.columns?.map((column) =>
    column.isRowHeader
      ? {
          ...column,
          cell: (row: Row) => (
            <>
              {column.cell(row)}
              {samples.includes(row.id) && (
                <>
                  {' '}
                  <SampleBadge />
                </>
              )}
            </>
          ),
        }
      : column,
  );
  const inGroup = options.find(({ value }) => value === group)?.label;
  return (
    <>
      <PagedList
        title={words.list}
        action={
          <Group gap="sm">
            {position && (
              <Button
                component={Link}
                to={`${address}/order`}
                variant="default"
                leftSection={<IconArrowsSort size={17} stroke={1.6} />}
              >
                Order
              </Button>
            )}
            <Button
              component={Link}
              to={`${address}/trash`}
              variant="default"
              leftSection={<IconTrash size={17} stroke={1.6} />}
            >
              Trash
            </Button>
            <Button leftSection={<IconPlus size={17} stroke={1.8} />} onClick={openNew}>
              {words.create}
            </Button>
          </Group>
        }
        subject={words.rows}
        nouns={nouns}
        params={params}
        query={query}
        rowsOf={(page) => rowsIn(name, page)}
        titleOf={titleOf}
        columns={columns}
        actions={actions}
        onNew={openNew}
        renderCard={(row, parts) =>
          card(row, {
            ...parts,
            mark: samples.includes(row.id) && <SampleBadge />,
            editHref: editHref(row.id),
          })
        }
        hasPictures={hasWidePictures}
        searchPlaceholder={words.search}
        filters={[
          { ...groups, options, allLabel: words.allGroups },
          ...(status ? [{ ...status, allLabel: 'All' }] : []),
        ]}
        stats={{
          totalLabel: words.total,
          filter: groups.name,
          options,
          countsOf: ({ stats }) => stats,
        }}
        {...useBulkActions(resource)}
        empty={{
          title: words.none,
          first: words.first,
          filtered: inGroup && !chosen && !params.search ? words.noneInGroup(inGroup) : words.noneFound,
        }}
      />
      {publishing && (
        <LazyPublishingDrawer resource={resource} row={publishing} onClose={() => setPublishing(undefined)} />
      )}
      <DeleteRowModal
        deletion={{
          title: words.deleteTitle,
          question: (row) => words.deleteQuestion(titleOf(row)),
          note: trashNote,
          answer: words.deleteAnswer,
          remove,
        }}
        row={asked.item}
        isOpen={asked.isOpen}
        onClose={asked.close}
      />
    </>
  );
}
