import { Button } from '@mantine/core';
import { useState } from 'react';
import { ProviderButton } from './provider-button.tsx';
import classes from './sso-area.module.css';
import { readSsoSettings } from './sso-settings.ts';
import type { SsoLogin } from './use-sso-login.ts';

/** The single-sign-on area of the sign-in page. Renders nothing when single sign-on is not configured. */
export function SsoArea({ login }: { login: SsoLogin }) {
  const [settings] = useState(() => readSsoSettings());
  if (!settings) return null;
  return (
    <section className={classes.area} aria-label="Single sign-on" aria-busy={login.isBusy}>
      {settings.script ? (
        <ProviderButton client_id={settings.client_id} script={settings.script} login={login} />
      ) : (
        <Button variant="default" size="md" fullWidth disabled={login.isBusy} onClick={login.begin}>
          {login.isBusy ? 'Signing in...' : 'Single sign-on'}
        </Button>
      )}
      <p className={classes.or}>or</p>
    </section>
  );
}
