import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useServices } from '../core/admin-context.ts';
import { CurrentUserContext } from '../core/session.ts';
import { redirectFor } from './guard.ts';

/** Checks each new address with the route guard: shows the screen or redirects. */
export function Guarded() {
  const { sessions, unsaved, leave } = useServices();
  const { pathname, search } = useLocation();
  // A person with unsaved input stays after the session has ended: the form asks them to sign in.
  const user = sessions.read()?.user ?? unsaved.owner();
  const redirect = redirectFor(new URL(pathname + search, window.location.origin), user);
  const leavesTo = redirect?.isFullLoad ? redirect.to : undefined;
  useEffect(() => {
    if (leavesTo) leave(leavesTo);
  }, [leavesTo, leave]);
  if (leavesTo) return null;
  if (redirect) return <Navigate to={redirect.to} replace />;
  return (
    <CurrentUserContext value={user ?? null}>
      <Outlet />
    </CurrentUserContext>
  );
}
