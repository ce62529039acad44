import { useEffect } from 'react';
import { useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import { LoginPage } from './login-page.tsx';

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
