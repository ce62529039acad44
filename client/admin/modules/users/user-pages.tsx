import { Skeleton } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { trpc } from '../../../api/trpc.ts';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { usersPath } from '../../core/paths.ts';
import { useRecordNavigation } from '../../list/use-list-params.ts';
import { SsoLinks } from './sso-links.tsx';
import type { User } from './use-users.ts';
import { UserForm, useUserForm } from './user-form.tsx';

/** The form of a new user. */
export function UserCreate() {
  const { toNewest, backToList } = useRecordNavigation(usersPath);
  const form = useUserForm({ words: 'User added', onSaved: toNewest });
  return <UserForm title="Add User" form={form} onCancel={backToList} />;
}

/**
 * The form of a stored user. It loads the user at each opening, and never replaces the data while somebody
 * edits.
 */
export function UserEdit() {
  const { id } = useParams();
  const query = trpc.users.one.useQuery(
    { id: Number(id) },
    { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
  return (
    <QueryBoundary query={query} subject="the user" skeleton={<Skeleton height={420} />}>
      {({ user }) => <StoredUserForm key={user.id} user={user} />}
    </QueryBoundary>
  );
}

function StoredUserForm({ user }: { user: User }) {
  const { backToList } = useRecordNavigation(usersPath);
  const form = useUserForm({ row: user, words: 'User saved', onSaved: backToList });
  return (
    <>
      <UserForm title="Edit User" form={form} isStored onCancel={backToList} />
      {!form.guard.isDropped && <SsoLinks userId={user.id} />}
    </>
  );
}
