import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ErrorAlert } from '../components/error-alert.tsx';
import { useFieldErrors } from '../fields/use-field-errors.ts';
import classes from './auth.module.css';

interface ForgotFormProps {
  /** The error of the last attempt. */
  error: unknown;
  isBusy: boolean;
  onAsk: (email: string) => void;
}

/** Asks for the email address of the account. */
export function ForgotForm({ error, isBusy, onAsk }: ForgotFormProps) {
  const [email, setEmail] = useState('');
  const errors = useFieldErrors(error, ['email']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onAsk(email);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {errors.failure && <ErrorAlert failure={errors.failure} />}
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
        value={email}
        error={errors.of('email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth size="md" disabled={isBusy}>
        {isBusy ? 'Sending...' : 'Send link'}
      </Button>
    </form>
  );
}
