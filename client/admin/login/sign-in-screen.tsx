import { useEffect } from 'react';
import { addresses } from '../addresses.ts';
import { useParts } from '../parts.ts';
import { LoginPage } from './login-page.tsx';

/**
 * The sign-in page on its own: it is entered and left by a full page load, and so needs no routes. Somebody who is signed in
 * already goes on to the dashboard, unless they have just signed out.
 */
export function SignInScreen() {
  const { sessions, leave } = useParts();
  const comesFromLogout = new URLSearchParams(window.location.search).get('fromLogout') === 'true';
  const isSignedIn = Boolean(sessions.read()) && !comesFromLogout;
  useEffect(() => {
    if (isSignedIn) leave(addresses.dashboard);
  }, [isSignedIn, leave]);
  return isSignedIn ? null : <LoginPage />;
}
