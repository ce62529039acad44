import { useEffect } from 'react';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import { AuthLayout } from './auth-layout.tsx';
import { CredentialsForm, loginFailureText, useLogin } from './credentials-form.tsx';
import { SsoArea, useSsoLogin } from './sso-button.tsx';

/** The sign-in page. */
export function LoginPage() {
  return (
    <AuthLayout title="Admin Login" lead="Enter your credentials to access the admin panel">
      <LoginForm />
    </AuthLayout>
  );
}

/**
 * The form for single sign-on, email and password. Shows the error of either between them. Success opens the
 * dashboard by a full page load.
 */
function LoginForm() {
  const { sessions, leave } = useServices();
  const login = useLogin((session, isRemembered) => {
    sessions.save(session, isRemembered);
    leave(paths.dashboard);
  });
  const sso = useSsoLogin();
  return (
    <>
      <SsoArea login={sso} />
      <CredentialsForm
        login={login}
        problem={sso.problem ?? (login.error && loginFailureText(login.error))}
        onTry={sso.forget}
      />
    </>
  );
}

/**
 * The sign-in page without routes: people enter and leave it by a full page load. A person with a session
 * goes to the dashboard, unless they have just logged out.
 */
export function SignInScreen() {
  const { sessions, leave } = useServices();
  const comesFromLogout = new URLSearchParams(window.location.search).get('fromLogout') === 'true';
  const isSignedIn = Boolean(sessions.read()) && !comesFromLogout;
  useEffect(() => {
    if (isSignedIn) leave(paths.dashboard);
  }, [isSignedIn, leave]);
  return isSignedIn ? null : <LoginPage />;
}
