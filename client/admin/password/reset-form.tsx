import { Button, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import classes from '../layout/door.module.css';
import { FailureNote } from '../ui/failure-note.tsx';
import { useServerErrors } from '../ui/use-server-errors.ts';

interface ResetFormProps {
  /** The error of the last attempt. */
  error: unknown;
  isBusy: boolean;
  onSet: (password: string) => void;
}

/** Asks for the new password. */
export function ResetForm({ error, isBusy, onSet }: ResetFormProps) {
  const [password, setPassword] = useState('');
  const errors = useServerErrors(error, ['password']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onSet(password);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {errors.failure && <FailureNote failure={errors.failure} />}
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
