import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SsoPageSettings } from '../../../src/shared/identity-provider.ts';
import classes from './auth.module.css';
import { drawProviderButton, loadProviderScript, type ProviderReply } from './sso-script.ts';
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

interface ProviderButtonProps {
  client_id: string;
  script: NonNullable<SsoPageSettings['script']>;
  login: SsoLogin;
}

/** The provider's own button. Its script is loaded only on this page, when the button comes into view. */
function ProviderButton({ client_id, script: { url, global }, login }: ProviderButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const onReply = useEffectEvent((reply: ProviderReply) => {
    if (!login.isBusy) login.submit(reply);
  });
  const onFailure = useEffectEvent(() => login.fail());
  useEffect(() => {
    let isGone = false;
    const draw = async () => {
      try {
        const render = await loadProviderScript(url, global);
        if (isGone || !place.current) return;
        drawProviderButton(render, place.current, {
          client_id,
          onReply: (reply) => onReply(reply),
          onFailure: () => onFailure(),
        });
      } catch {
        if (!isGone) onFailure();
      }
    };
    draw();
    return () => {
      isGone = true;
    };
  }, [client_id, url, global]);
  return <div className={classes.place} ref={place} />;
}

/**
 * Returns the single-sign-on settings in the sign-in document, or null when it is not configured. They are
 * part of the document so that the area is there from the first moment and nothing moves.
 */
function readSsoSettings(from: Document = document): SsoPageSettings | null {
  const content = from.querySelector<HTMLMetaElement>('meta[name="sso"]')?.content;
  // The cast is safe: our own server wrote the settings.
  return content ? (JSON.parse(content) as SsoPageSettings) : null;
}
