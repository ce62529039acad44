import { useFormAddress } from '../../list/use-form-address.ts';
import { useUserForm } from './use-user-form.ts';
import { UserForm } from './user-form.tsx';
import { usersAddress } from '../../core/users-address.ts';

/** The form of a new user. */
export function UserCreate() {
  const { toNewest, backToList } = useFormAddress(usersAddress);
  const form = useUserForm({ words: 'User added', onSaved: toNewest });
  return <UserForm title="Add User" form={form} onCancel={backToList} />;
}
