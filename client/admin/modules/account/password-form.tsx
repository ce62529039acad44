import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { useCurrentUser } from '../../core/admin-context.ts';
import { LazyPasswordHint } from '../../fields/lazy-password-hint.tsx';
import { useSaveErrors } from '../../fields/use-save-errors.ts';
import { AccountForm } from './account-form.tsx';

const empty = { current_password: '', password: '' };
const shown = Object.keys(empty);
const input = {
  required: true,
  withAsterisk: false,
  visibilityToggleFocusable: true,
  visibilityToggleButtonProps: { 'aria-label': 'Show password' },
};

/** Needs the current password, so that nobody takes over an account in an open panel. */
export function PasswordForm() {
  const { name, email } = useCurrentUser();
  const [values, setValues] = useState(empty);
  const set = (part: Partial<typeof empty>) => setValues((before) => ({ ...before, ...part }));
  const change = useChangePassword(() => setValues(empty));
  const errors = useSaveErrors(change.error, shown);
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
      <div>
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
        <LazyPasswordHint password={values.password} name={name} email={email} />
      </div>
    </AccountForm>
  );
}

function useChangePassword(onChanged: () => void) {
  const { account } = trpc.useUtils();
  return trpc.account.changePassword.useMutation({
    trpc: { context: { alone: true } },
    meta: { done: 'Password changed. You have been signed out on all other devices.' },
    onSuccess: () => {
      onChanged();
      account.passwordNotice.setData(undefined, { is_shown: false });
    },
  });
}
