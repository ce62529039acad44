import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useCurrentUser } from '../../core/session.ts';
import { useFieldErrors } from '../../fields/use-field-errors.ts';
import { AccountForm } from './account-forms.tsx';
import { useChangePassword } from './use-account.ts';

const empty = { current_password: '', password: '' };
const shown = Object.keys(empty);
const input = {
  required: true,
  withAsterisk: false,
  visibilityToggleFocusable: true,
  visibilityToggleButtonProps: { 'aria-label': 'Show password' },
};

/**
 * Changes the person's own password. It requires the current password, so that nobody can take over an
 * account in an open panel.
 */
export function PasswordForm() {
  const { email } = useCurrentUser();
  const [values, setValues] = useState(empty);
  const set = (part: Partial<typeof empty>) => setValues((before) => ({ ...before, ...part }));
  const change = useChangePassword(() => setValues(empty));
  const errors = useFieldErrors(change.error, shown);
  return (
    <AccountForm
      failure={errors.failure}
      saveLabel="Change password"
      isSaving={change.isPending}
      onSave={() => change.mutate(values)}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        {...input}
        label="Current password"
        autoComplete="current-password"
        value={values.current_password}
        error={errors.of('current_password')}
        aria-invalid={errors.of('current_password') !== undefined}
        onChange={(event) => set({ current_password: event.currentTarget.value })}
      />
      <PasswordInput
        {...input}
        label="New password"
        description="At least 8 characters. Avoid common passwords."
        autoComplete="new-password"
        value={values.password}
        error={errors.of('password')}
        aria-invalid={errors.of('password') !== undefined}
        onChange={(event) => set({ password: event.currentTarget.value })}
      />
    </AccountForm>
  );
}
