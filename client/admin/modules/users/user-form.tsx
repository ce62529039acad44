import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { assignableRoles } from '../../../../src/shared/roles.ts';
import { trpc } from '../../../api/trpc.ts';
import { useCurrentUser, useServices } from '../../core/admin-context.ts';
import { roleLabels } from '../../core/labels.ts';
import { useFieldErrors } from '../../fields/use-field-errors.ts';
import { type FormDefinition, field } from '../../form/form-definition.ts';
import { FormColumns, FormPage } from '../../form/form-page.tsx';
import { type RecordForm, type RecordFormOptions, useRecordForm } from '../../form/use-record-form.ts';
import type { User } from './use-users.ts';

interface UserFormProps {
  title: string;
  form: UserFormState;
  /** The user has an account. An empty password leaves the stored one unchanged. */
  isStored?: boolean;
  onCancel: () => void;
}

const shown = ['name', 'email', 'role', 'password'];
const must = { required: true, withAsterisk: false };

/** The form to add and edit a user. The server's messages appear below the fields. */
export function UserForm({ form, isStored = false, ...shell }: UserFormProps) {
  const errors = useFieldErrors(form.error, shown);
  const { text } = bindFields(form, errors.of);
  const roles = assignableRoles(useCurrentUser().role).map((value) => ({ value, label: roleLabels[value] }));
  return (
    <FormPage {...shell} form={form} failure={errors.failure} saveLabel="Save User">
      <FormColumns
        main={
          <>
            <TextInput {...must} label="Name" autoComplete="off" {...text('name')} />
            <TextInput {...must} label="Email" type="email" autoComplete="off" {...text('email')} />
          </>
        }
        side={
          <>
            <NativeSelect
              {...must}
              label="Role"
              description={isStored ? 'Changing the role signs this user out everywhere.' : undefined}
              data={roles}
              {...text('role')}
            />
            <PasswordInput
              {...must}
              required={!isStored}
              label="Password"
              description={
                isStored
                  ? 'Changing the password signs this user out everywhere.'
                  : 'At least 8 characters. Avoid common passwords.'
              }
              placeholder={isStored ? 'Leave blank to keep current password' : undefined}
              autoComplete="new-password"
              visibilityToggleFocusable
              visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
              {...text('password')}
              aria-invalid={errors.of('password') !== undefined}
            />
          </>
        }
      />
    </FormPage>
  );
}

type KeysOf<T, V> = { [K in keyof T]: T[K] extends V ? K : never }[keyof T] & string;

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/**
 * Returns functions for the props of a form's fields: `text` for inputs and selects, `tick` for checkboxes.
 * `errorOf` returns the message below a field.
 */
function bindFields<T extends object, E>(
  { draft, change }: Pick<RecordForm<T>, 'draft' | 'change'>,
  errorOf: (field: string) => E,
) {
  return {
    text: (name: KeysOf<T, string>) => ({
      value: String(draft[name]),
      error: errorOf(name),
      onChange: (event: Typed) => change({ [name]: event.currentTarget.value } as Partial<T>),
    }),
    tick: (name: KeysOf<T, boolean>) => ({
      checked: Boolean(draft[name]),
      error: errorOf(name),
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        change({ [name]: event.currentTarget.checked } as Partial<T>),
    }),
  };
}

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
type UserFormState = ReturnType<typeof useUserForm>;

/** The draft of a user. It never contains the stored password. */
interface UserDraft extends Pick<User, 'name' | 'email' | 'role'> {
  password: string;
}

const emptyUser: UserDraft = { name: '', email: '', role: 'user', password: '' };

function toDraft({ name, email, role }: User): UserDraft {
  return { name, email, role, password: '' };
}
