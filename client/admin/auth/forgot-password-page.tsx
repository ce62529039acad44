import { Button } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import { useSaveErrors } from '../fields/use-save-errors.ts';
import classes from './auth.module.css';
import { AuthLayout, BackToLogin, EmailInput } from './auth-layout.tsx';

export function ForgotPasswordPage() {
  const ask = trpc.auth.forgotPassword.useMutation({ trpc: { context: { alone: true } } });
  if (ask.data) {
    return (
      <AuthLayout title="Check your email" lead={<SentNote text={ask.data.message} />}>
        <BackToLogin onOtherAddress={ask.reset} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Forgot password?"
      lead="Enter your email address and we’ll send you a link to set a new password."
    >
      <ForgotForm error={ask.error} isBusy={ask.isPending} onAsk={(email) => ask.mutate({ email })} />
      <BackToLogin />
    </AuthLayout>
  );
}

interface ForgotFormProps {
  error: unknown;
  isBusy: boolean;
  onAsk: (email: string) => void;
}

function ForgotForm({ error, isBusy, onAsk }: ForgotFormProps) {
  const [email, setEmail] = useState('');
  const errors = useSaveErrors(error, ['email']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onAsk(email);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {errors.failure && <ErrorAlert failure={errors.failure} />}
      <EmailInput
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

/** The answer is the same for every address. It takes the focus, so that screen readers read it. */
function SentNote({ text }: { text: string }) {
  const note = useRef<HTMLSpanElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <span ref={note} tabIndex={-1} className={classes.sent}>
      {text}
    </span>
  );
}
