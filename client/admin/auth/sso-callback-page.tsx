import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { explainFailure } from '../../api/errors.ts';
import { addresses } from '../core/paths.ts';
import { Door } from './auth-layout.tsx';
import { FailureNote } from '../components/error-alert.tsx';
import classes from './callback-page.module.css';
import { ssoFailureText } from './sso-failure.ts';
import { useSsoFinish } from './use-sso-login.ts';

/**
 * The page to which the provider sends people back. It passes the query to the server unchanged and removes
 * it from the address bar. Nothing in the query causes a redirect.
 */
export function CallbackPage() {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const { submit, error } = useSsoFinish();
  const [callback] = useState(search);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    navigate(pathname, { replace: true });
    submit({ callback });
  }, [callback, pathname, navigate, submit]);
  if (!error) return <Door title="Single sign-on" lead="Signing in..." />;
  const { provider } = explainFailure(error).fields;
  return (
    <Door title="Single sign-on" lead="Sign-in failed.">
      <div className={classes.failure}>
        <FailureNote failure={{ message: ssoFailureText(error) }}>
          {provider && <p className={classes.words}>Message from the provider: {provider}</p>}
        </FailureNote>
        {/* A full page load, because the sign-in page has its own content security policy. */}
        <a href={addresses.login}>Back to sign in</a>
      </div>
    </Door>
  );
}
