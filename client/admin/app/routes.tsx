import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, type RouteObject, useLocation } from 'react-router-dom';
import { NotFoundPage, RouteErrorPage } from '../components/error-pages.tsx';
import { CurrentUserContext, useServices } from '../core/admin-context.ts';
import { paths } from '../core/paths.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { redirectFor } from './guard.ts';
import { type OpenScreen, openScreens, screens } from './screens.ts';

/** Loads the screen on its first render, which the guard has allowed. */
function loaded(load: OpenScreen['load']) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (
    <Suspense>
      <Loaded />
    </Suspense>
  );
}

function toRoute({ path, load }: OpenScreen): RouteObject {
  return { path: `${path}/*`, element: loaded(load), errorElement: <RouteErrorPage /> };
}

/** The routes of the panel, made from the list of screens. */
export const adminRoutes: RouteObject[] = [
  {
    element: <Guarded />,
    errorElement: <RouteErrorPage />,
    children: [
      // The guard redirects from this address.
      { path: paths.entry, element: null },
      ...openScreens.map(toRoute),
      {
        element: <AppShell items={screens} />,
        children: [...screens.map(toRoute), { path: '*', element: <NotFoundPage /> }],
      },
    ],
  },
];

/** Checks each new address with the route guard: shows the screen or redirects. */
function Guarded() {
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
