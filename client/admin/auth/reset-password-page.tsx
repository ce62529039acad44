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

/**
 * The page that opens with the link from a password reset email or an invitation. The person sets a password and is
 * then signed in, after the second factor if the account has one.
 */
export function ResetPasswordPage() {
  const { token, isInvitation } = readLink(useLocation());
  // The key resets the form when the person opens another link in the same tab.
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
  /** The error of the last attempt. */
  error: unknown;
  isBusy: boolean;
  onSet: (password: string) => void;
}

/** The form for the new password. */
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

/** Explains why the link from the email is invalid, and has a button that leads to the request for a new link. */
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

/**
 * Returns the state and the actions of the password reset. `submit` sets the new password. If the account has a second
 * factor, `second` is the step that asks for it. After the sign-in, this hook stores the session and opens the
 * dashboard with a full page load.
 */
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
    /** The reason why the server refuses the link. Undefined if the server has not refused the link. */
    deadReason: reset.error ? parseApiError(reset.error).fields.token : undefined,
    isBusy: reset.isPending || isLeaving,
  };
}

interface Place {
  search: string;
  hash: string;
}

/**
 * Returns the token from the address of the link, or undefined if there is none, and whether the link is an invitation.
 * The token is usually in the fragment of the address. Browsers never send the fragment to a server, so no log contains
 * the token. Mail programs that rewrite links may move the token to the query.
 */
function readLink({ search, hash }: Place): { token: string | undefined; isInvitation: boolean } {
  const places = [hash.slice(1), search].map((text) => new URLSearchParams(text));
  const found = places.find((place) => place.get('token')?.trim());
  return { token: found?.get('token')?.trim(), isInvitation: found?.has('invitation') ?? false };
}
