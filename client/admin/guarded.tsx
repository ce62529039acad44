import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { redirectFor } from './guard.ts';
import { useParts } from './parts.ts';
import { UserContext } from './session.ts';

/** Lets an address be opened, or leads away from it, each time the address changes. */
export function Guarded() {
  const { sessions, unsaved, leave } = useParts();
  const { pathname, search } = useLocation();
  // Who has unsaved words stays, also while their session has ended: they are asked to sign in where they are.
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
