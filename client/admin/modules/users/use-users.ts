import { keepPreviousData } from '@tanstack/react-query';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { roles } from '../../../../src/shared/roles.ts';
import { trpc } from '../../../api/trpc.ts';
import { useLastPage } from '../../list/use-last-page.ts';
import { useListParams } from '../../list/use-list-params.ts';

/** Queries the page of users that the address asks for. */
export function useUsers() {
  const list = useListParams(pageSizes.users);
  const role = roles.find((name) => name === list.get('role'));
  const search = list.get('search');
  const query = trpc.users.list.useQuery(
    { page: list.page, before: list.before, per_page: pageSizes.users, search, role },
    { placeholderData: keepPreviousData },
  );
  useLastPage(list, query);
  return { query, list, role, search };
}
