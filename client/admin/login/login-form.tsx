import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { addresses } from '../addresses.ts';
import classes from '../layout/door.module.css';
import { SsoArea } from '../sso/sso-area.tsx';
import { useSsoLogin } from '../sso/use-sso-login.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { loginFailureText } from './login-failure.ts';
import { useLogin } from './use-login.ts';

const empty = { email: '', password: '', remember: false };

/** Single sign-on, then e-mail, password and how long to remember them; a refusal of either stands between. */
export function LoginForm() {
  const login = useLogin();
  const sso = useSsoLogin();
  const [values, setValues] = useState(empty);
  const change = (part: Partial<typeof empty>) => setValues((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    sso.forget();
    if (!login.isBusy) login.submit(values);
  };
  const problem = sso.problem ?? (login.error && loginFailureText(login.error));
  return (
    <>
      <SsoArea login={sso} />
      <form className={classes.form} onSubmit={submit}>
        {problem && <FailureNote failure={{ message: problem }} />}
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={values.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
          value={values.password}
          onChange={(event) => change({ password: event.currentTarget.value })}
        />
        <div className={classes.row}>
          <Checkbox
            label="Remember me"
            checked={values.remember}
            onChange={(event) => change({ remember: event.currentTarget.checked })}
          />
          {/* A full load: the page behind it stands outside this one's session. */}
          <a href={addresses.forgotPassword}>Forgot password?</a>
        </div>
        <Button type="submit" fullWidth size="md" disabled={login.isBusy}>
          {login.isBusy ? 'Signing in...' : 'Sign in'}
        </Button>
      </form>
    </>
  );
}
