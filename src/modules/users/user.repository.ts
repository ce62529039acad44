import { tableOf } from '../../database/list/table.ts';
import { pageSizes } from '../../shared/enumerations.ts';
import { UserRow } from './user.schema.ts';

export const noSuchUser = 'There is no such user.';

export const userTable = tableOf<UserRow>({
  name: 'users',
  view: UserRow,
  missing: noSuchUser,
  pageSize: pageSizes.users,
  // `search_text` begins with the folded name.
  sortedBy: { name: 'search_text' },
});
