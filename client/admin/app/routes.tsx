import { type LoaderFunction, type RouteObject, redirect, useLocation } from 'react-router-dom';
import { can } from '../../../src/shared/grants.ts';
import { NotFoundPage, RouteErrorPage } from '../components/error-pages.tsx';
import { type AdminServices, CurrentUserContext, useServices } from '../core/admin-context.ts';
import type { ScreenHandle } from '../core/navigation.ts';
import { paths } from '../core/paths.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { authPages, type Screen, screens } from './screens.ts';

/**
 * Returns the routes of the panel. Their loaders are the guard (docs/product.md, §3.2). Their handles name
 * the screens for the navigation and the commands.
 */
export function createAdminRoutes(services: AdminServices): RouteObject[] {
  const guard = guardOf(services);
  const errorElement = <RouteErrorPage />;
  return [
    {
      errorElement,
      // Shown while the first screen is loading.
      HydrateFallback: () => null,
      children: [
        { path: paths.entry, element: null, loader: guard.enter },
        ...authPages.map(({ path, load }) => ({
          ...{ path: `${path}/*`, errorElement },
          ...(path === paths.login && { loader: guard.skipIfSignedIn }),
          lazy: async () => ({ Component: await load() }),
        })),
        {
          element: <SignedIn />,
          children: [
            ...screens.map(({ path, load, ...handle }: Screen) => ({
              ...{ path: `${path}/*`, handle, errorElement },
              ...guard.require(handle),
              lazy: async () => ({ Component: await load(guard.role()) }),
            })),
            { path: '*', element: <NotFoundPage />, ...guard.require({}) },
          ],
        },
      ],
    },
  ];
}

/** Returns the loaders that admit or redirect a person. */
function guardOf({ sessions, unsaved, leave }: AdminServices) {
  // After the session has ended, a person with unsaved input stays on the screen, and its form asks for the password.
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
    /** Admits people with a permission. Within a screen the loader runs again only to send somebody away. */
    require: ({ permission }: Pick<ScreenHandle, 'permission'>) => {
      const isAdmitted = () => {
        const user = findUser();
        return user !== undefined && (!permission || can(user.role, permission));
      };
      const loader: LoaderFunction = () => {
        if (!findUser()) return leaveTo(paths.login);
        return isAdmitted() ? null : redirect(paths.dashboard);
      };
      // A loader would delay each change of a search or a filter, and of two at once the first would be lost.
      return { loader, shouldRevalidate: () => !isAdmitted() };
    },
  };
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
