import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { redirectFor } from './guard.ts';
import { useParts } from '../core/admin-context.ts';
import { UserContext } from '../core/session.ts';

/** Checks each new address with the route guard: shows the screen or redirects. */
export function Guarded() {
  const { sessions, unsaved, leave } = useParts();
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
    <UserContext value={user ?? null}>
      <Outlet />
    </UserContext>
  );
}
