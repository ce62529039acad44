import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { explainFailure } from '../../lib/failure.ts';
import { addresses } from '../addresses.ts';
import { Door } from '../layout/door.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import classes from './callback-page.module.css';
import { ssoFailureText } from './sso-failure.ts';
import { useSsoFinish } from './use-sso-login.ts';

/**
 * Where the provider sends people back to. Whatever it added to the address is handed to the server as it is and leaves the address
 * bar; nothing in it leads anywhere.
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
        {/* A full load: the sign-in page has a policy of its own. */}
        <a href={addresses.login}>Back to sign in</a>
      </div>
    </Door>
  );
}
