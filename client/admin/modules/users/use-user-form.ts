import { trpc } from '../../../api/trpc.ts';
import { useServices } from '../../core/admin-context.ts';
import { roleLabels } from '../../core/role-labels.ts';
import { useCurrentUser } from '../../core/session.ts';
import { type FormDefinition, field } from '../../form/form-definition.ts';
import { type RecordFormOptions, useRecordForm } from '../../form/use-record-form.ts';
import { emptyUser, toDraft, type UserDraft } from './user-draft.ts';
import type { User } from './user-types.ts';

const kind: FormDefinition<UserDraft, User> = {
  name: 'users',
  toDraft,
  secrets: ['password'],
  fields: [
    field('name', 'Name'),
    field('email', 'Email'),
    { ...field('role', 'Role'), show: ({ role }) => roleLabels[role] },
    { ...field('password', 'Password'), show: ({ password }) => (password ? 'Changed' : 'Unchanged') },
  ],
};

/** Returns the state of an open user form. */
export function useUserForm(opening: Omit<RecordFormOptions<UserDraft, User>, 'empty'>) {
  const { client, users } = trpc.useUtils();
  const { sessions } = useServices();
  const viewer = useCurrentUser();
  const calls = {
    create: async (draft: UserDraft, options: object) =>
      (await client.users.create.mutate(draft, options)).user,
    update: async (draft: UserDraft, ground: { id: number; version: number }, options: object) =>
      (await client.users.update.mutate({ ...draft, ...ground }, options)).user,
    refresh: () => users.invalidate(),
    onStored: ({ id, name, email, role }: User) => {
      // The guard and the navigation use the role in the stored session.
      if (id === viewer.id) sessions.update({ id, name, email, role });
    },
  };
  return useRecordForm(kind, calls, { ...opening, empty: emptyUser });
}
export type UserFormState = ReturnType<typeof useUserForm>;
