import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { assignableRoles, type Role } from '../../../src/shared/roles.ts';
import { roleNames } from '../role-names.ts';
import { useUser } from '../session.ts';
import { FormColumns } from '../ui/form-columns.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { useServerErrors } from '../ui/use-server-errors.ts';
import type { UserDraft } from './user-draft.ts';

interface UserFormProps {
  title: string;
  initial: UserDraft;
  /** They have an account already: a blank password keeps theirs. */
  isStored?: boolean;
  isSaving: boolean;
  /** Why the last save failed. */
  error: unknown;
  onSave: (draft: UserDraft) => void;
  onCancel: () => void;
}

const shown = ['name', 'email', 'role', 'password'];
const must = { required: true, withAsterisk: false };

/** One form to add and to edit. The server's messages stand under the fields. */
export function UserForm({ initial, isStored = false, error, onSave, ...shell }: UserFormProps) {
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<UserDraft>) => setDraft((before) => ({ ...before, ...part }));
  const errors = useServerErrors(error, shown);
  const roles = assignableRoles(useUser().role).map((value) => ({ value, label: roleNames[value] }));
  return (
    <FormShell
      {...shell}
      failure={errors.failure}
      isOutdated={errors.failure?.current !== undefined}
      saveLabel="Save User"
      onSave={() => onSave(draft)}
    >
      <FormColumns
        main={
          <>
            <TextInput
              {...must}
              label="Name"
              autoComplete="off"
              value={draft.name}
              error={errors.of('name')}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <TextInput
              {...must}
              label="Email"
              type="email"
              autoComplete="off"
              value={draft.email}
              error={errors.of('email')}
              onChange={(event) => change({ email: event.currentTarget.value })}
            />
          </>
        }
        side={
          <>
            <NativeSelect
              {...must}
              label="Role"
              description={isStored ? 'Another role signs them out everywhere.' : undefined}
              data={roles}
              value={draft.role}
              error={errors.of('role')}
              onChange={(event) => change({ role: event.currentTarget.value as Role })}
            />
            <PasswordInput
              {...must}
              required={!isStored}
              label="Password"
              description={
                isStored
                  ? 'Another password signs them out everywhere.'
                  : 'At least 8 characters, none of the common ones.'
              }
              placeholder={isStored ? 'Leave blank to keep current password' : undefined}
              autoComplete="new-password"
              visibilityToggleFocusable
              visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
              value={draft.password}
              error={errors.of('password')}
              aria-invalid={errors.of('password') !== undefined}
              onChange={(event) => change({ password: event.currentTarget.value })}
            />
          </>
        }
      />
    </FormShell>
  );
}
