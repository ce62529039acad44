import { keepPreviousData } from '@tanstack/react-query';
import { factsOf } from '../../../src/shared/facts.ts';
import { ListScreen } from '../ui/list-screen.tsx';
import { Notice } from '../ui/notice.tsx';
import { useListAddress } from '../ui/use-list-address.ts';
import { useTrash } from '../ui/use-trash.ts';
import type { Resource } from './resource.ts';
import { callsOf, rowsIn, useTrashOf } from './use-resource.ts';

/** The rows of a module, by the groups they are counted in. */
export function ResourceList({ resource }: { resource: Resource }) {
  const { name, address, nouns, words, title, groups, hasWidePictures, card } = resource;
  const { pageSize } = factsOf(name);
  const list = useListAddress(pageSize);
  const group = groups.options.find(({ value }) => value === list.get(groups.name));
  const query = callsOf(name).list.useQuery(
    { page: list.page, before: list.before, per_page: pageSize, [groups.name]: group?.value },
    { placeholderData: keepPreviousData },
  );
  const titleOf = (id: number) => {
    const row = query.data && rowsIn(name, query.data).find((one) => one.id === id);
    return row && String(row[title]);
  };
  const { throwing } = useTrash(useTrashOf(name, nouns.one), titleOf);
  const remove = callsOf(name).remove.useMutation(throwing);
  return (
    <ListScreen
      title={words.list}
      createLabel={words.create}
      address={address}
      list={list}
      query={query}
      subject={words.rows}
      totalLabel={words.total}
      groups={{ ...groups, allLabel: words.allGroups, value: group?.value }}
      rowsOf={(page) => rowsIn(name, page)}
      card={card}
      hasPictures={hasWidePictures}
      empty={<Notice title={words.none} text={group ? words.noneInGroup(group.label) : words.first} />}
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
