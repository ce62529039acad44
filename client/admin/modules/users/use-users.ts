import { keepPreviousData } from '@tanstack/react-query';
import { pageSizes } from '../../../../src/shared/catalog.ts';
import { roles } from '../../../../src/shared/roles.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useLastPage, useListParams } from '../../list/use-list-params.ts';

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

/** A user in the panel's list. */
export type User = ApiOutputs['users']['list']['users'][number];

type UserStats = ApiOutputs['users']['list']['stats'];

/** The groups of the stat cards, in order of display. */
export const userGroups = [
  { value: 'admin', label: 'Administrators' },
  { value: 'user', label: 'Regular users' },
  { value: 'hr', label: 'Human resources' },
  { value: 'content_moderator', label: 'Content moderators' },
];

/** Returns the counts in the shape of the stat cards. */
export function toGroupCounts(stats: UserStats) {
  return {
    total: stats.total_users,
    by: {
      admin: stats.admin_users,
      user: stats.regular_users,
      hr: stats.hr_users,
      content_moderator: stats.content_moderator_users,
    },
  };
}
