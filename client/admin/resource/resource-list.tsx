import IconArrowsSort from 'icon:arrows-sort';
import IconCalendarEvent from 'icon:calendar-event';
import IconCopy from 'icon:copy';
import IconExternalLink from 'icon:external-link';
import IconPencil from 'icon:pencil';
import IconPlus from 'icon:plus';
import IconTrash from 'icon:trash';
import { Button, Group } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { factsOf } from '../../../src/shared/module-facts.ts';
import type { Language } from '../../../src/shared/settings/fields/region.ts';
import { trashNote, useAsk } from '../components/ask.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { nameOfLanguage } from '../core/language-names.ts';
import { useSiteLanguages } from '../core/site-languages.ts';
import type { Column } from '../list/data-table.tsx';
import { BulkBar } from '../list/bulk-bar.tsx';
import { ListRows } from '../list/list-rows.tsx';
import { ListToolbar } from '../list/list-toolbar.tsx';
import { findOptionValue, PagedList } from '../list/paged-list.tsx';
import type { RowAction } from '../list/row-actions.tsx';
import { pageQueryOf, useListParams, useRecordNavigation } from '../list/use-list-params.ts';
import { StatCards } from '../list/stat-cards.tsx';
import { useDeletionWithUndo } from '../list/use-trash.ts';
import { moduleHooks, type Row, rowsIn, trashOf } from './module-api.ts';
import type { Option } from './field-kind.ts';
import type { ListFormProps } from './resource-form.tsx';
import { isStoredRow, type ListedRow, type Resource } from './resource-types.ts';
import { SampleBadge, useSamples } from './sample-badge.tsx';
import { statusQueryOf } from './status-filter.ts';
import { useBulkActions } from './use-bulk-actions.ts';
import { useDuplicate } from './use-duplicate.ts';

/** Returns the options, and one more for each value that has none. */
function withValues(options: readonly Option[], values: readonly string[]): readonly Option[] {
  const others = values.filter((value) => findOptionValue(options, value) === undefined);
  return [...options, ...others.map((value) => ({ value, label: value }))];
}

const toOption = (lang: string) => ({ value: lang, label: nameOfLanguage(lang) });

const LanguageStates = lazyPart({
  name: 'the languages',
  load: () => import('./translations/language-states.tsx').then((file) => file.LanguageStates),
});

const isInvalidated = ({ state }: { state: { isInvalidated: boolean } }) => state.isInvalidated;

interface ResourceListProps {
  resource: Resource;
  /** The form of a row with the fields of the drawer 'Publishing'. */
  Form: ComponentType<ListFormProps>;
  /** Called when the first rows are shown. */
  onShown: () => void;
}

export function ResourceList({ resource, Form, onShown }: ResourceListProps) {
  const { name, address, nouns, words, title, groups, status, card, siteHref, editHref, rowColumns } =
    resource;
  const { pageSize, sorts, schedule, position, isTranslated } = factsOf(name);
  const spoken = useSiteLanguages();
  const isInLanguages = isTranslated && spoken.length > 1;
  const { openNew } = useRecordNavigation(address);
  const params = useListParams({ name, pageSize, sorts });
  // The route has already requested the first page, so a stale answer is not requested again.
  const isPrefetched = useLocation().search === '';
  const isListed = rowColumns[groups.name]?.kind === 'listed';
  const inAddress = params.filter(groups.name);
  // Rows may have groups that the settings no longer contain, so any group is sent to the server.
  const group = isListed ? inAddress : findOptionValue(groups.options, inAddress);
  const chosen = status && findOptionValue(status.options, params.filter(status.name));
  const duplicate = useDuplicate(resource);
  const query = moduleHooks(name).list.useQuery(
    {
      ...pageQueryOf(params),
      sort: params.sort,
      [groups.name as 'category']: group,
      ...(status && statusQueryOf(name, chosen)),
      ...(isInLanguages && { lang: spoken.find((lang): lang is Language => lang === params.filter('lang')) }),
    },
    { placeholderData: keepPreviousData, refetchOnMount: isPrefetched ? isInvalidated : true },
  );
  const isShown = query.isSuccess;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  const samples = useSamples(name);
  const counted = withValues(groups.options, Object.keys(query.data?.stats.by ?? {}));
  const options = group === undefined ? counted : withValues(counted, [group]);
  const titleOf = (row: Row) => String(row[title]);
  const stored = query.data ? rowsIn(name, query.data) : [];
  const { useListed, Foot } = resource;
  const { rows, isLoading } = useListed(stored, params);
  const deletion = useDeletionWithUndo(trashOf(name, nouns.one), (id) => {
    const row = rows.find((one) => one.id === id);
    return row && titleOf(row);
  });
  const remove = moduleHooks(name).remove.useMutation(deletion);
  const ask = useAsk();
  const [publishing, setPublishing] = useState<Row>();
  const actions: RowAction<ListedRow>[] = [
    {
      label: 'Edit',
      icon: IconPencil,
      hotkey: 'e',
      nameOf: (row) => `Edit ${titleOf(row)}`,
      hrefOf: editHref,
    },
    ...(schedule
      ? [
          {
            label: 'Publishing',
            icon: IconCalendarEvent,
            run: setPublishing,
            isFor: isStoredRow,
            nameOf: (row: Row) => `Publishing of ${titleOf(row)}`,
          },
          {
            label: 'Duplicate',
            icon: IconCopy,
            run: (row: Row) => void duplicate(row),
            isFor: isStoredRow,
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
      isFor: isStoredRow,
      hotkey: 'Delete',
      run: (row) =>
        ask({
          title: words.deleteTitle,
          question: words.deleteQuestion(titleOf(row)),
          note: trashNote,
          answer: words.deleteAnswer,
          busyAnswer: 'Deleting...',
          isDangerous: true,
          run: () => remove.mutateAsync({ id: row.id }),
        }),
      nameOf: (row) => `Delete ${titleOf(row)}`,
    },
  ];
  const statesOf = (row: ListedRow) =>
    isStoredRow(row) && <LanguageStates resource={resource} row={row} ids={stored.map(({ id }) => id)} />;
  const states: Column<Row> = { id: 'languages', header: 'Languages', hasLabel: true, cell: statesOf };
  const columns = [...resource.columns, ...(isInLanguages ? [states] : [])].map((column) =>
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
        query={isLoading ? { ...query, data: undefined } : query}
        rows={rows.filter(isStoredRow)}
        titleOf={titleOf}
        isSelectable
        onNew={openNew}
        filters={[
          { ...groups, options, allLabel: words.allGroups },
          ...(status ? [{ ...status, allLabel: 'All' }] : []),
          ...(isInLanguages
            ? [{ name: 'lang', label: 'Language', allLabel: 'All', options: spoken.map(toOption) }]
            : []),
        ]}
      >
        <StatCards
          totalLabel={words.total}
          filter={groups.name}
          groups={counted}
          counts={query.data?.stats}
        />
        <ListToolbar searchPlaceholder={words.search} columns={columns} hasViews />
        <BulkBar {...useBulkActions(resource)} />
        <ListRows
          rows={rows}
          columns={columns}
          actions={actions}
          renderCard={(row, parts) =>
            card(row, {
              ...parts,
              mark: (
                <>
                  {samples.includes(row.id) && <SampleBadge />}
                  {isInLanguages && statesOf(row)}
                </>
              ),
              editHref: editHref(row),
            })
          }
          hasPictures={resource.hasWidePictures}
          paged={{ rows: stored, nouns: words.paged }}
          empty={{
            title: words.none,
            first: words.first,
            filtered: inGroup && !chosen && !params.search ? words.noneInGroup(inGroup) : words.noneFound,
          }}
        />
      </PagedList>
      {Foot && <Foot />}
      {publishing && <Form resource={resource} row={publishing} onClose={() => setPublishing(undefined)} />}
    </>
  );
}
