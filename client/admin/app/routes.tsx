import { useEffect } from 'react';
import {
  type LoaderFunction,
  Outlet,
  type RouteObject,
  redirect,
  useLocation,
  useMatches,
} from 'react-router-dom';
import { can } from '../../../src/shared/grants.ts';
import { siteName } from '../../api/site-name.ts';
import { NotFoundPage, RouteErrorPage } from '../components/error-pages.tsx';
import { type AdminServices, CurrentUserContext, useServices } from '../core/admin-context.ts';
import type { ScreenHandle } from '../core/navigation.ts';
import { paths } from '../core/paths.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { authPages, type Screen, screens } from './screens.ts';

/**
 * Returns the routes of the panel. Their loaders are the guard (docs/product.md, §3.2). Their handles have the titles. A
 * loader runs at each change of the address, also within a screen.
 */
export function createAdminRoutes(services: AdminServices): RouteObject[] {
  const guard = guardOf(services);
  const errorElement = <RouteErrorPage />;
  return [
    {
      element: <Titled />,
      errorElement,
      // Shown while the first screen is loading.
      HydrateFallback: () => null,
      children: [
        { path: paths.entry, element: null, loader: guard.enter },
        ...authPages.map(({ path, title, load }) => ({
          ...{ path: `${path}/*`, handle: { title }, errorElement },
          ...(path === paths.login && { loader: guard.skipIfSignedIn }),
          lazy: async () => ({ Component: await load() }),
        })),
        {
          element: <SignedIn />,
          children: [
            ...screens.map(({ path, load, ...handle }: Screen) => ({
              ...{ path: `${path}/*`, handle, errorElement },
              loader: guard.require(handle),
              lazy: async () => ({ Component: await load(guard.role()) }),
            })),
            { path: '*', element: <NotFoundPage />, loader: guard.require({}) },
          ],
        },
      ],
    },
  ];
}

/** Returns the loaders that admit or redirect a person. */
function guardOf({ sessions, unsaved, leave }: AdminServices) {
  // A person with unsaved input stays after the session has ended: the form asks them to sign in.
  const findUser = () => sessions.read()?.user ?? unsaved.owner();
  // A full page load, because the sign-in page has its own content security policy. Nothing is shown until it begins.
  const leaveTo = (path: string) => {
    leave(path);
    return new Promise<never>(() => {});
  };
  return {
    role: () => findUser()?.role ?? 'user',
    enter: () => leaveTo(findUser() ? paths.dashboard : paths.login),
    skipIfSignedIn: ({ request }: { request: Request }) => {
      const comesFromLogout = new URL(request.url).searchParams.get('fromLogout') === 'true';
      return findUser() && !comesFromLogout ? leaveTo(paths.dashboard) : null;
    },
    require:
      ({ permission }: Pick<ScreenHandle, 'permission'>): LoaderFunction =>
      () => {
        const user = findUser();
        if (!user) return leaveTo(paths.login);
        return permission && !can(user.role, permission) ? redirect(paths.dashboard) : null;
      },
  };
}

/** Names the window after the screen. */
function Titled() {
  const matches = useMatches();
  const title = matches
    .map(({ handle }) => (handle as { title?: string } | undefined)?.title)
    .findLast(Boolean);
  useEffect(() => {
    document.title = `${title ? `${title} · ` : ''}Admin · ${siteName()}`;
  }, [title]);
  return <Outlet />;
}

/** The frame of the screens, for the person whom the loaders have admitted. */
function SignedIn() {
  const { sessions, unsaved } = useServices();
  // Reads the person again at each address, because their data may have changed.
  useLocation();
  const user = sessions.read()?.user ?? unsaved.owner();
  if (!user) return null;
  return (
    <CurrentUserContext value={user}>
      <AppShell items={screens} />
    </CurrentUserContext>
  );
}
