import { useFormAddress } from '../ui/use-form-address.ts';
import { useCreateUser } from './use-user-changes.ts';
import { emptyUser } from './user-draft.ts';
import { UserForm } from './user-form.tsx';
import { usersAddress } from './users-address.ts';

/** The form of a new user. */
export function UserCreate() {
  const { toNewest, backToList } = useFormAddress(usersAddress);
  const save = useCreateUser(toNewest);
  return (
    <UserForm
      title="Add User"
      initial={emptyUser}
      isSaving={save.isPending}
      error={save.error}
      onSave={save.mutate}
      onCancel={backToList}
    />
  );
}
