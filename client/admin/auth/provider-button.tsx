import { useEffect, useEffectEvent, useRef } from 'react';
import type { SsoPageSettings } from '../../../src/shared/identity-provider.ts';
import classes from './sso-area.module.css';
import { drawProviderButton, loadProviderScript, type ProviderReply } from './sso-script.ts';
import type { SsoLogin } from './use-sso-login.ts';

interface ProviderButtonProps {
  client_id: string;
  script: NonNullable<SsoPageSettings['script']>;
  login: SsoLogin;
}

/** The provider's own button. Its script is loaded only on this page, when the button comes into view. */
export function ProviderButton({ client_id, script: { url, global }, login }: ProviderButtonProps) {
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
