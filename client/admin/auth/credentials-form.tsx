import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ErrorAlert } from '../components/error-alert.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { paths } from '../core/paths.ts';
import classes from './auth.module.css';
import { EmailInput } from './auth-layout.tsx';
import { canUsePasskeys } from './passkey-support.ts';
import { type Login, loginFailureText } from './use-login.ts';

// Loaded only for accounts with a second factor, so that the sign-in page stays small.
const SecondFactorForm = lazyPart({
  name: 'the next step',
  load: () => import('./second-factor-form.tsx').then((file) => file.SecondFactorForm),
});

interface CredentialsFormProps {
  login: Login;
  /** The email address to fill in. */
  email?: string;
  problem?: string | null | undefined;
  onTry?: () => void;
  /** The form is shown in a dialog above unsaved input, so the form must not navigate to another page. */
  isInPlace?: boolean;
}

/** The steps of a sign-in: email address and password, then the second factor if the account has one. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { login, problem } = props;
  const { step, error, isBusy, submitCode, submitPasskey, cancel } = login.second;
  if (!step) {
    return <PasswordStep {...props} problem={problem ?? (login.error && loginFailureText(login.error))} />;
  }
  return (
    <SecondFactorForm
      methods={step.methods}
      isBusy={isBusy}
      problem={error && loginFailureText(error)}
      onCode={submitCode}
      onPasskey={submitPasskey}
      onBack={cancel}
    />
  );
}

function PasswordStep({ login, email = '', problem, onTry, isInPlace }: CredentialsFormProps) {
  const [values, setValues] = useState({ email, password: '', remember: false });
  const change = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The dialog is inside another form in React's tree, and that form must not receive the event.
    event.stopPropagation();
    onTry?.();
    login.forget();
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
        {/* A full page load, because the sign-in page has no router. */}
        <a href={paths.forgotPassword} target={isInPlace ? '_blank' : undefined}>
          Forgot password?
        </a>
      </div>
      <Button type="submit" fullWidth size="md" disabled={login.isBusy}>
        {login.isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
      {canUsePasskeys() && (
        <Button
          variant="default"
          fullWidth
          size="md"
          disabled={login.isBusy}
          onClick={() => {
            onTry?.();
            login.submitPasskey(values.remember);
          }}
        >
          Use a passkey
        </Button>
      )}
    </form>
  );
}
