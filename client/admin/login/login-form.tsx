import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { addresses } from '../addresses.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { loginFailureText } from './login-failure.ts';
import classes from './login-page.module.css';
import { useLogin } from './use-login.ts';

const empty = { email: '', password: '', remember: false };

/** E-mail, password and how long to remember them; a refusal stands above. */
export function LoginForm() {
  const login = useLogin();
  const [values, setValues] = useState(empty);
  const change = (part: Partial<typeof empty>) => setValues((before) => ({ ...before, ...part }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!login.isBusy) login.submit(values);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      {login.error && <FailureNote failure={{ message: loginFailureText(login.error) }} />}
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
  );
}
