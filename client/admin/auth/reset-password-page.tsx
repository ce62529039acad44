import { Button, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { parseApiError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import type { Session } from '../../session/session-storage.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import { LazyPasswordHint } from '../fields/lazy-password-hint.tsx';
import { useSaveErrors } from '../fields/use-save-errors.ts';
import classes from './auth.module.css';
import { AuthLayout, BackToLogin } from './auth-layout.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { loginFailureText, useSecondFactorStep } from './use-login.ts';

const texts = {
  reset: {
    title: 'Set a new password',
    lead: 'You’ll be signed in here and signed out everywhere else.',
    deadLead: 'The link in your email works once and expires after 60 minutes.',
    label: 'New password',
  },
  invitation: {
    title: 'Welcome',
    lead: 'Set a password for your account. You’ll then be signed in here.',
    deadLead: 'The link in your invitation works once and expires after 7 days.',
    label: 'Password',
  },
};

/** Opens from a reset mail or an invitation, and signs the person in. */
export function ResetPasswordPage() {
  const { token, isInvitation } = readLink(useLocation());
  // Another link may open in the same tab.
  return <Reset key={token} token={token} text={isInvitation ? texts.invitation : texts.reset} />;
}

interface ResetProps {
  token: string | undefined;
  text: typeof texts.reset;
}

function Reset({ token, text }: ResetProps) {
  const { submit, error, deadReason, isBusy, second } = useReset();
  if (second.step) {
    return (
      <AuthLayout title="Password set" lead="Confirm that it is you, then you’re signed in here.">
        <SecondFactorForm
          methods={second.step.methods}
          isBusy={second.isBusy || isBusy}
          problem={second.error && loginFailureText(second.error)}
          onCode={second.submitCode}
          onPasskey={second.submitPasskey}
        />
        <BackToLogin />
      </AuthLayout>
    );
  }
  if (second.lost) {
    return (
      <AuthLayout title="Password set" lead="Sign in with your new password.">
        <BackToLogin />
      </AuthLayout>
    );
  }
  const reason = token ? deadReason : 'This link is incomplete. Open it again from the email.';
  if (!token || reason) {
    return (
      <AuthLayout title={text.title} lead={text.deadLead}>
        <DeadLink reason={reason!} />
        <BackToLogin />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={text.title} lead={text.lead}>
      <ResetForm
        token={token}
        label={text.label}
        error={error}
        isBusy={isBusy}
        onSet={(password) => submit({ token, password })}
      />
      <BackToLogin />
    </AuthLayout>
  );
}

interface ResetFormProps {
  token: string;
  label: string;
  error: unknown;
  isBusy: boolean;
  onSet: (password: string) => void;
}

function ResetForm({ token, label, error, isBusy, onSet }: ResetFormProps) {
  const [password, setPassword] = useState('');
  const errors = useSaveErrors(error, ['password']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isBusy) onSet(password);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {errors.failure && <ErrorAlert failure={errors.failure} />}
      <div>
        <PasswordInput
          label={label}
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
        <LazyPasswordHint password={password} token={token} />
      </div>
      <Button type="submit" fullWidth size="md" disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Set password and sign in'}
      </Button>
    </form>
  );
}

function DeadLink({ reason }: { reason: string }) {
  return (
    <div className={classes.dead}>
      <ErrorAlert failure={{ message: reason }} />
      <Button component="a" href={paths.forgotPassword} className={classes.next!} fullWidth size="md">
        Request a new link
      </Button>
    </div>
  );
}

/** `second` is the step of the second factor. The dashboard then opens with a full page load. */
function useReset() {
  const { sessions, leave } = useServices();
  const [isLeaving, setLeaving] = useState(false);
  const reset = trpc.auth.resetPassword.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: (session) => enter(session),
    onError: (error) => second.begin(error),
  });
  const second = useSecondFactorStep((session) => enter(session));
  const enter = ({ token, user }: Session) => {
    sessions.save({ token, user }, false);
    setLeaving(true);
    leave(paths.dashboard);
  };
  return {
    second,
    submit: reset.mutate,
    error: reset.error,
    /** Why the server refuses the link. */
    deadReason: reset.error ? parseApiError(reset.error).fields.token : undefined,
    isBusy: reset.isPending || isLeaving,
  };
}

interface Place {
  search: string;
  hash: string;
}

/**
 * The token is usually in the fragment, which reaches no server's log. Mail programs that rewrite links may move it
 * to the query.
 */
function readLink({ search, hash }: Place): { token: string | undefined; isInvitation: boolean } {
  const places = [hash.slice(1), search].map((text) => new URLSearchParams(text));
  const link = places.find((place) => place.get('token')?.trim());
  return { token: link?.get('token')?.trim(), isInvitation: link?.has('invitation') ?? false };
}
