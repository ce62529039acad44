import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { roleOfClaim, type SsoPageSettings, ssoTexts } from '../../../src/shared/single-sign-on.ts';
import { parseApiError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import type { Session } from '../../session/session-storage.ts';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import classes from './auth.module.css';
import { drawProviderButton, loadProviderScript, type ProviderReply } from './sso-script.ts';

export function SsoArea({ login }: { login: SsoLogin }) {
  const [settings] = useState(readSsoSettings);
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

/** Loads the provider's script when mounted, so that no other page loads it. */
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

/** The settings are in the sign-in document, so that nothing moves after the first render. */
function readSsoSettings(): SsoPageSettings | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name="sso"]')?.content;
  // Our own server has written them.
  return content ? (JSON.parse(content) as SsoPageSettings) : null;
}

export const unbatchedCall = { trpc: { context: { alone: true } } };

/** `submit` takes the reply of the provider's button. `begin` goes to the provider. */
export function useSsoLogin() {
  const { leave } = useServices();
  const { isEntering, enter } = useEnterPanel();
  const [problem, setProblem] = useState<string>();
  const onError = (error: unknown) => setProblem(ssoFailureText(error));
  const login = trpc.sso.login.useMutation({ ...unbatchedCall, onSuccess: enter, onError });
  const begin = trpc.sso.begin.useMutation({
    ...unbatchedCall,
    onSuccess: ({ address }) => leave(address),
    onError,
  });
  return {
    problem,
    forget: () => setProblem(undefined),
    isBusy: login.isPending || begin.isPending || isEntering,
    begin: () => begin.mutate(),
    submit: ({ roles, ...reply }: ProviderReply) =>
      login.mutate({ ...reply, role: roleOfClaim(roles) ?? '' }),
    fail: () => setProblem(ssoTexts.failed),
  };
}
type SsoLogin = ReturnType<typeof useSsoLogin>;

/** `enter` stores a session and opens the dashboard with a full page load. */
export function useEnterPanel() {
  const { sessions, leave } = useServices();
  const [isEntering, setEntering] = useState(false);
  const enter = ({ token, user }: Session) => {
    sessions.save({ token, user }, false);
    setEntering(true);
    leave(paths.dashboard);
  };
  return { isEntering, enter };
}

/** The statuses whose message is for the person. For others, the banner has a general text. */
const inWords = [403, 409, 422, 429, 503];

/** The texts are fixed (docs/product.md, §6.9). */
export function ssoFailureText(error: unknown): string {
  const { message, status } = parseApiError(error);
  return (status !== undefined && inWords.includes(status) && message) || ssoTexts.refused;
}
