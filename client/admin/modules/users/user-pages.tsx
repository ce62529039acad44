import { usersPath } from '../../core/users-address.ts';
import { useRecordNavigation } from '../../list/use-form-address.ts';
import { useUserForm } from './use-user-form.ts';
import { UserForm } from './user-form.tsx';

/** The form of a new user. */
export function UserCreate() {
  const { toNewest, backToList } = useRecordNavigation(usersPath);
  const form = useUserForm({ words: 'User added', onSaved: toNewest });
  return <UserForm title="Add User" form={form} onCancel={backToList} />;
}
