import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { factsOf } from '../../../src/shared/facts.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { focusHeading } from '../components/page-header.tsx';
import { PagedList } from '../list/paged-list.tsx';
import { useListParams } from '../list/use-list-params.ts';
import { useSoftDelete } from '../list/use-soft-delete.ts';
import type { Resource } from './resource-types.ts';
import { callsOf, rowsIn, useTrashOf } from './use-resource.ts';

/** The list of a module's rows, with counts per group. */
export function ResourceList({ resource }: { resource: Resource }) {
  const { name, address, nouns, words, title, groups, status, hasWidePictures, card } = resource;
  const { pageSize } = factsOf(name);
  const list = useListParams(pageSize);
  const group = groups.options.find(({ value }) => value === list.get(groups.name));
  const chosen = status?.options.find(({ value }) => value === list.get(status.name));
  const search = list.get('search');
  const filter = {
    ...{ search, [groups.name]: group?.value },
    ...(status && { [status.name]: chosen && chosen.value === 'true' }),
  };
  const query = callsOf(name).list.useQuery(
    { page: list.page, before: list.before, per_page: pageSize, ...filter },
    { placeholderData: keepPreviousData },
  );
  const titleOf = (id: number) => {
    const row = query.data && rowsIn(name, query.data).find((one) => one.id === id);
    return row && String(row[title]);
  };
  const { throwing } = useSoftDelete(useTrashOf(name, nouns.one), titleOf);
  const remove = callsOf(name).remove.useMutation(throwing);
  const isFiltered = Boolean(group || chosen || search);
  const hint = chosen || search ? words.noneFound : group ? words.noneInGroup(group.label) : words.first;
  return (
    <PagedList
      title={words.list}
      createLabel={words.create}
      address={address}
      list={list}
      query={query}
      subject={words.rows}
      totalLabel={words.total}
      searchPlaceholder={words.search}
      groups={{ ...groups, allLabel: words.allGroups, value: group?.value }}
      status={status && { ...status, allLabel: 'All', value: chosen?.value }}
      rowsOf={(page) => rowsIn(name, page)}
      card={card}
      siteHref={resource.siteHref}
      hasPictures={hasWidePictures}
      empty={
        <EmptyState title={words.none} text={hint}>
          {isFiltered && (
            <Button
              variant="default"
              onClick={() => {
                list.clear();
                // Clearing the filter removes the button, so the heading takes the focus.
                focusHeading();
              }}
            >
              Clear filters
            </Button>
          )}
        </EmptyState>
      }
      deletion={{
        title: words.deleteTitle,
        question: (row) =>
          `${words.deleteQuestion(String(row[title]))} You can restore it from the trash for 30 days.`,
        answer: words.deleteAnswer,
        remove,
      }}
    />
  );
}
