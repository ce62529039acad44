import { Box, Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { assignableRoles } from '../../../../src/shared/roles.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ApiTokens } from '../../auth/api-tokens.tsx';
import { useCurrentUser, useServices } from '../../core/admin-context.ts';
import { roleLabels } from '../../core/labels.ts';
import { usersPath } from '../../core/paths.ts';
import { LazyPasswordHint } from '../../fields/lazy-password-hint.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import { EditFormLoader, useEditQueryArguments } from '../../form/edit-form-loader.tsx';
import { type FormDefinition, field } from '../../form/form-definition.ts';
import { FormColumns } from '../../form/form-columns.tsx';
import { FormPage } from '../../form/form-page.tsx';
import { queriesExceptRows } from '../../form/submit-record.ts';
import { useNewRowForm } from '../../form/use-new-row-form.ts';
import { type RecordFormOptions, useRecordForm } from '../../form/use-record-form.ts';
import { useRecordNavigation } from '../../list/use-list-params.ts';
import { AccountState } from './account-state.tsx';
import { LinkedSsoIdentities } from './sso-links.tsx';
import { UserSection } from './user-section.tsx';
import { UserFactors, UserSessions } from './user-security.tsx';

export type User = ApiOutputs['users']['list']['users'][number];

interface UserFormProps {
  title: string;
  form: UserFormState;
  /** An empty password then keeps the stored one. */
  isStored?: boolean;
  onCancel: () => void;
}

const shown = ['name', 'email', 'role', 'password'];
const must = { required: true, withAsterisk: false };

function UserForm({ form, isStored = false, ...shell }: UserFormProps) {
  const errors = useSaveErrors(form.error, shown);
  const text = (name: Exclude<keyof UserValues, 'invite'>) => ({
    value: form.values[name],
    error: errors.of(name),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.setValues({ [name]: event.currentTarget.value }),
  });
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
            {!isStored && (
              <Checkbox
                label="Invite by mail"
                description="The person sets the password by a link, which is valid for 7 days."
                checked={form.values.invite}
                onChange={({ currentTarget: { checked } }) => form.setValues({ invite: checked })}
              />
            )}
            {/* An invited person sets their own password, so the input is hidden. */}
            <div hidden={form.values.invite}>
              <PasswordInput
                {...must}
                required={!isStored && !form.values.invite}
                disabled={form.values.invite}
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
              <LazyPasswordHint
                password={form.values.password}
                name={form.values.name}
                email={form.values.email}
              />
            </div>
          </>
        }
      />
    </FormPage>
  );
}

const definition: FormDefinition<UserValues, User> = {
  name: 'users',
  toValues,
  secrets: ['password'],
  fields: [
    field('name', 'Name'),
    field('email', 'Email'),
    { ...field('role', 'Role'), format: ({ role }) => roleLabels[role] },
    field('invite', 'Invite by mail'),
    { ...field('password', 'Password'), format: ({ password }) => (password ? 'Changed' : 'Unchanged') },
  ],
};

type UserFormOptions = Omit<RecordFormOptions<UserValues, User>, 'defaultValues'>;

function useUserForm(options: UserFormOptions) {
  const { client, users } = trpc.useUtils();
  const { sessions } = useServices();
  const viewer = useCurrentUser();
  const calls = {
    create: async ({ invite, password, ...account }: UserValues, options: object) =>
      (await client.users.create.mutate(invite ? { ...account, invite } : { ...account, password }, options))
        .user,
    update: async (
      { invite: _, ...values }: UserValues,
      row: { id: number; version: number },
      options: object,
    ) => (await client.users.update.mutate({ ...values, ...row }, options)).user,
    refresh: () => users.invalidate(undefined, queriesExceptRows),
    onStored: ({ id, name, email, role }: User) => {
      // The guard and the navigation read the person's own role from the session.
      if (id === viewer.id) sessions.update({ id, name, email, role });
    },
  };
  return useRecordForm(definition, calls, { ...options, defaultValues });
}
type UserFormState = ReturnType<typeof useUserForm>;

/** `password` is newly typed, never the stored one. */
interface UserValues extends Pick<User, 'name' | 'email' | 'role'> {
  password: string;
  /** The user gets a mail with a link instead of a password. */
  invite: boolean;
}

const defaultValues: UserValues = { name: '', email: '', role: 'user', password: '', invite: false };

function toValues({ name, email, role }: User): UserValues {
  return { name, email, role, password: '', invite: false };
}

export function UserPage() {
  const { beganNew, opening, onCreated } = useNewRowForm(usersPath);
  return beganNew ? <NewUserForm key={opening} onCreated={onCreated} /> : <EditedUser />;
}

function NewUserForm({ onCreated }: { onCreated: (user: User) => void }) {
  const { toNewest } = useRecordNavigation(usersPath);
  return <OpenUserForm options={{ successMessage: 'User added', onSuccess: toNewest, onStay: onCreated }} />;
}

function EditedUser() {
  const query = trpc.users.one.useQuery(...useEditQueryArguments());
  return (
    <EditFormLoader
      title="Edit User"
      query={query}
      subject="the user"
      list={{ path: usersPath, nouns: 'users' }}
    >
      {({ user }) => <StoredUserForm key={user.id} user={user} />}
    </EditFormLoader>
  );
}

function StoredUserForm({ user }: { user: User }) {
  const { backToList } = useRecordNavigation(usersPath);
  return <OpenUserForm options={{ row: user, successMessage: 'User saved', onSuccess: backToList }} />;
}

function OpenUserForm({ options }: { options: UserFormOptions }) {
  const { backToList } = useRecordNavigation(usersPath);
  const [user, setUser] = useState(options.row);
  const form = useUserForm({
    ...options,
    onStay: (stored) => {
      setUser(stored);
      options.onStay?.(stored);
    },
  });
  return (
    <>
      <UserForm
        title={user ? 'Edit User' : 'Add User'}
        form={form}
        isStored={user !== undefined}
        onCancel={backToList}
      />
      {user && !form.guard.isRevoked && (
        <>
          <AccountState user={user} />
          <UserSessions user={user} />
          <UserFactors user={user} />
          <UserTokens user={user} />
          <LinkedSsoIdentities userId={user.id} />
        </>
      )}
    </>
  );
}

function UserTokens({ user: { id, role } }: { user: User }) {
  return (
    <UserSection title="API tokens">
      <Box maw="42rem">
        <ApiTokens owner={{ id, role }} />
      </Box>
    </UserSection>
  );
}
