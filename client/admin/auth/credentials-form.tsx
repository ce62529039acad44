import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { parseApiError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import type { Session } from '../../session/session-storage.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import { paths } from '../core/paths.ts';
import classes from './auth.module.css';
import { EmailInput } from './auth-layout.tsx';

interface CredentialsFormProps {
  login: Login;
  /** The email address to fill in. */
  email?: string;
  problem?: string | null | undefined;
  onTry?: () => void;
  /** The form is shown in a dialog above unsaved input, so it must not navigate. */
  isInPlace?: boolean;
}

/** The email address, the password and the choice to stay signed in. */
export function CredentialsForm({ login, email = '', problem, onTry, isInPlace }: CredentialsFormProps) {
  const [values, setValues] = useState({ email, password: '', remember: false });
  const change = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The dialog is inside another form in React's tree, which must not receive the event.
    event.stopPropagation();
    onTry?.();
    if (!login.isBusy) login.submit(values);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {problem && <ErrorAlert failure={{ message: problem }} />}
      <EmailInput
        autoFocus={!email}
        value={values.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus={email ? true : undefined}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        value={values.password}
        onChange={(event) => change({ password: event.currentTarget.value })}
      />
      <div className={classes.row}>
        <Checkbox
          label="Remember me"
          checked={values.remember}
          onChange={(event) => change({ remember: event.currentTarget.checked })}
        />
        {/* A full page load, because the page behind the link does not use this page's session. */}
        <a href={paths.forgotPassword} target={isInPlace ? '_blank' : undefined}>
          Forgot password?
        </a>
      </div>
      <Button type="submit" fullWidth size="md" disabled={login.isBusy}>
        {login.isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}

/** Signs in by email and password, and passes the session to `onSignedIn`. */
export function useLogin(onSignedIn: (session: Session, isRemembered: boolean) => void) {
  const [isLeaving, setLeaving] = useState(false);
  const login = trpc.auth.login.useMutation({
    trpc: { context: { alone: true } },
    onSuccess: ({ token, user }, { remember }) => {
      setLeaving(true);
      onSignedIn({ token, user }, remember === true);
    },
  });
  // Stays busy until the next page replaces this one, so that the button does not flicker.
  return { submit: login.mutate, error: login.error, isBusy: login.isPending || isLeaving };
}
type Login = ReturnType<typeof useLogin>;

/** Returns the banner's text (docs/product.md, §8.7). */
export function loginFailureText(error: unknown): string {
  const { message, fields, status } = parseApiError(error);
  const fromServer = status === undefined ? undefined : message || fields.email;
  return fromServer || 'Login failed. Please try again.';
}
