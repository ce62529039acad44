import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ErrorAlert } from '../components/error-alert.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { paths } from '../core/paths.ts';
import classes from './auth.module.css';
import { EmailInput } from './auth-layout.tsx';
import { canUsePasskeys } from './passkey-support.ts';
import { type Login, loginFailureText } from './use-login.ts';

// Loaded only if the account has a second factor.
const SecondFactorForm = lazyPart({
  name: 'the next step',
  load: () => import('./second-factor-form.tsx').then((file) => file.SecondFactorForm),
});

interface CredentialsFormProps {
  login: Login;
  email?: string;
  problem?: string | null | undefined;
  onTry?: () => void;
  /** Above unsaved input, so 'Forgot password?' opens in a new tab. */
  isInPlace?: boolean;
}

/** First email address and password, or a passkey; then the second factor, unless a passkey was used. */
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
    // In React's tree, a dialog's form is inside another form, which must not get the event.
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
        {/* The link loads a new document, because the sign-in page has no router. */}
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
