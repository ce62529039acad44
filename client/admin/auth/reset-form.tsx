import { Button, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ErrorAlert } from '../components/error-alert.tsx';
import { useFieldErrors } from '../fields/use-field-errors.ts';
import classes from './auth.module.css';

interface ResetFormProps {
  /** The error of the last attempt. */
  error: unknown;
  isBusy: boolean;
  onSet: (password: string) => void;
}

/** Asks for the new password. */
export function ResetForm({ error, isBusy, onSet }: ResetFormProps) {
  const [password, setPassword] = useState('');
  const errors = useFieldErrors(error, ['password']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onSet(password);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {errors.failure && <ErrorAlert failure={errors.failure} />}
      <PasswordInput
        label="New password"
        description="At least 8 characters. A phrase of several unrelated words works best."
        name="new-password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        autoFocus
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        value={password}
        error={errors.of('password')}
        aria-invalid={errors.of('password') !== undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth size="md" disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Set password and sign in'}
      </Button>
    </form>
  );
}
