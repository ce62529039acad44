import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { parseApiError } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import type { ApiOutputs } from '../../api/types.ts';
import { ErrorAlert } from '../components/error-alert.tsx';
import { paths } from '../core/paths.ts';
import classes from './auth.module.css';
import { AuthLayout } from './auth-layout.tsx';
import { unbatchedCall, ssoFailureText, useEnterPanel } from './sso-button.tsx';
import { confirmationChannelName } from './step-up-channel.ts';

/** After a confirmation, notifies the other window and closes this one. */
function useSsoFinish() {
  const { enter } = useEnterPanel();
  const [isConfirmed, setConfirmed] = useState(false);
  const onSuccess = (result: ApiOutputs['sso']['finish']) => {
    if ('token' in result) return enter(result);
    const channel = new BroadcastChannel(confirmationChannelName);
    channel.postMessage('confirmed');
    channel.close();
    setConfirmed(true);
    window.close();
  };
  const finish = trpc.sso.finish.useMutation({ ...unbatchedCall, onSuccess });
  return { submit: finish.mutate, error: finish.error, isConfirmed };
}

/**
 * Passes the query to the server and removes it from the address bar. Never redirects to an address from the query.
 */
export function SsoCallbackPage() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const { submit, error, isConfirmed } = useSsoFinish();
  const [callback] = useState(search);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    navigate(pathname, { replace: true });
    submit({ callback });
  }, [callback, pathname, navigate, submit]);
  if (isConfirmed)
    return (
      <AuthLayout
        title="Single sign-on"
        lead="You have confirmed that it is you. Close this window and go on."
      />
    );
  if (!error) return <AuthLayout title="Single sign-on" lead="Signing in..." />;
  const { provider } = parseApiError(error).fields;
  return (
    <AuthLayout title="Single sign-on" lead="Sign-in failed.">
      <div className={classes.failure}>
        <ErrorAlert failure={{ message: ssoFailureText(error) }}>
          {provider && <p>Message from the provider: {provider}</p>}
        </ErrorAlert>
        {/* The link loads a new document, because the sign-in page has its own content security policy. */}
        <a href={paths.login}>Back to sign in</a>
      </div>
    </AuthLayout>
  );
}
