import { useEffect } from 'react';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { SsoArea, useSsoLogin } from './sso-button.tsx';
import { type Login, useLogin } from './use-login.ts';

/** Does not check whether the person is signed in. */
export function LoginPage() {
  const login = usePageLogin();
  const lead = login.second.step
    ? 'Your password is right. Now confirm that it is you.'
    : 'Enter your credentials to access the admin panel';
  return (
    <AuthLayout title="Admin Login" lead={lead}>
      <LoginForm login={login} />
    </AuthLayout>
  );
}

/** The dashboard opens with a full page load. */
function usePageLogin(): Login {
  const { sessions, leave } = useServices();
  return useLogin((session, isRemembered) => {
    sessions.save(session, isRemembered);
    leave(paths.dashboard);
  });
}

function LoginForm({ login }: { login: Login }) {
  const sso = useSsoLogin();
  return (
    <>
      {!login.second.step && <SsoArea login={sso} />}
      <CredentialsForm login={login} problem={sso.problem} onTry={sso.forget} />
    </>
  );
}

/**
 * No router: the page opens and closes with a full load. A person with a session goes to the dashboard, unless they
 * have just logged out.
 */
export function StandaloneLoginPage() {
  const { sessions, leave } = useServices();
  const comesFromLogout = new URLSearchParams(window.location.search).get('fromLogout') === 'true';
  const isSignedIn = Boolean(sessions.read()) && !comesFromLogout;
  useEffect(() => {
    if (isSignedIn) leave(paths.dashboard);
  }, [isSignedIn, leave]);
  return isSignedIn ? null : <LoginPage />;
}
