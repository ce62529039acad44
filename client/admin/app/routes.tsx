import { useEffect, useState } from 'react';
import {
  createBrowserRouter,
  type LoaderFunction,
  type RouteObject,
  RouterProvider,
  redirect,
  useLocation,
} from 'react-router-dom';
import { can } from '../../../src/shared/grants.ts';
import { firstPage } from '../../../src/shared/early-calls.ts';
import { facts, factsOf, type ModuleName, type RecordedName } from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import { StepUpDialog } from '../auth/step-up.tsx';
import { settingsOptions } from '../components/choices-context.tsx';
import { NotFoundPage, RouteErrorPage } from '../components/empty-state.tsx';
import { type AdminServices, CurrentUserContext, useServices } from '../core/admin-context.ts';
import type { ScreenHandle } from '../core/navigation.ts';
import { parseId, paths } from '../core/paths.ts';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { moduleCache } from '../resource/module-api.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { authPages } from './auth-pages.ts';
import { type PageName, pagePaths, type Screen } from './screen.ts';
import { screens } from './screens.ts';

/** The calls of the API, with the cache of their answers. */
export type Api = ReturnType<typeof trpc.useUtils>;

/**
 * Returns the routes of the panel. The loaders of the routes admit or redirect people (docs/product.md, §3.2). The
 * handles of the routes describe the screens for the navigation and the command palette.
 */
export function createAdminRoutes(services: AdminServices, api: Api): RouteObject[] {
  const guard = guardOf(services);
  const errorElement = <RouteErrorPage />;
  const screenRoute = (screen: Screen): RouteObject => {
    const { path, pages, permissions = {}, rows, load } = screen;
    const own = { handle: screen, errorElement, ...guard.require(screen) };
    const lazy = (name: PageName) => async () => {
      const page = (await load())[name]!;
      return { Component: 'load' in page ? await page.load() : page };
    };
    if (pages.includes('rest')) return { ...own, path: `${path}/*`, lazy: lazy('rest') };
    const pageRoute = (name: PageName): RouteObject => {
      const access = permissions[name] ? { permission: permissions[name] } : screen;
      const route = {
        ...(name === 'index' ? { index: true } : { path: pagePaths[name] }),
        ...(name === 'index' &&
          isModule(rows) &&
          prefetchList(api, rows, () => guard.isAdmitted({ permission: `${rows}:manage` }))),
        ...(name === 'edit' && rows && prefetchRow(api, rows, () => guard.isAdmitted(access))),
        lazy: lazy(name),
      };
      return permissions[name] ? { ...guard.require(access), children: [route] } : route;
    };
    return { ...own, path, children: [...pages.map(pageRoute), { path: '*', element: <NotFoundPage /> }] };
  };
  return [
    {
      errorElement,
      // Shows nothing while the first screen is loading.
      HydrateFallback: () => null,
      children: [
        { path: paths.entry, element: null, loader: guard.enter },
        ...authPages.map(({ path, load }) => ({
          path: `${path}/*`,
          errorElement,
          ...(path === paths.login && { loader: guard.skipIfSignedIn }),
          lazy: async () => ({ Component: await load() }),
        })),
        {
          element: <SignedIn />,
          children: [
            ...screens.map(screenRoute),
            { path: '*', element: <NotFoundPage />, ...guard.require({}) },
          ],
        },
      ],
    },
  ];
}

const isModule = (rows: Screen['rows']): rows is ModuleName => rows !== undefined && rows in facts;

/**
 * Returns the loader of a list. The loader requests the first page and the site's settings while the code of the screen
 * is still loading, and does not wait for the answers. The screen itself requests other pages, searches and filters.
 */
function prefetchList(api: Api, rows: ModuleName, isAdmitted: () => boolean) {
  const loader: LoaderFunction = ({ request }) => {
    if (!isAdmitted()) return null;
    void api.site.settings.prefetch(undefined, settingsOptions);
    if (new URL(request.url).search === '') {
      const { list } = moduleCache(api, rows);
      // Not in a batch, because the document may have sent this call already, and the early answer is found by the address of a
      // single call.
      list.prefetch(firstPage(factsOf(rows).pageSize), { trpc: { context: { alone: true } } });
    }
    return null;
  };
  // Runs only when the list is opened. Afterwards the screen loads its data itself.
  return { loader, shouldRevalidate: () => false };
}

/**
 * Returns the loader of a form. The loader requests the row while the code of the screen is still loading, and does not
 * wait for the answer.
 */
function prefetchRow(api: Api, rows: RecordedName | 'users', isAdmitted: () => boolean) {
  const loader: LoaderFunction = ({ params }) => {
    const id = parseId(params.id);
    if (!id || !isAdmitted()) return null;
    const { one } = moduleCache(api, rows);
    // A row that was loaded earlier may be outdated, so the form must not start with it.
    one.reset({ id });
    one.prefetch({ id });
    return null;
  };
  // Runs only when the form is opened. A later reset would remove the row that somebody is editing.
  return { loader, shouldRevalidate: () => false };
}

/** Returns the loaders that admit or redirect a person. */
function guardOf({ sessions, unsaved, leave }: AdminServices) {
  // After the session has ended, a person with unsaved input still counts as signed in, so that they stay on the screen. The form
  // with the input asks for the password.
  const findUser = () => sessions.read()?.user ?? unsaved.owner();
  // A full page load, because the sign-in page has its own content security policy. The promise never resolves, so that no other
  // screen appears before the new page.
  const leaveTo = (path: string) => {
    leave(path);
    return new Promise<never>(() => {});
  };
  const isAdmitted = ({ permission }: Access) => {
    const user = findUser();
    return user !== undefined && (!permission || can(user.role, permission));
  };
  return {
    isAdmitted,
    enter: () => leaveTo(findUser() ? paths.dashboard : paths.login),
    skipIfSignedIn: ({ request }: { request: Request }) => {
      const comesFromLogout = new URL(request.url).searchParams.get('fromLogout') === 'true';
      return findUser() && !comesFromLogout ? leaveTo(paths.dashboard) : null;
    },
    /** Admits people with a permission. Within a screen, the loader runs again only for a person who is no longer admitted. */
    require: (screen: Access) => {
      const loader: LoaderFunction = () => {
        if (!findUser()) return leaveTo(paths.login);
        return isAdmitted(screen) ? null : redirect(paths.dashboard);
      };
      // Does not run the loader when a search or a filter changes. The loader would delay the change, and of two changes at once,
      // the first would be lost.
      return { loader, shouldRevalidate: () => !isAdmitted(screen) };
    },
  };
}

type Access = Pick<ScreenHandle, 'permission'>;

/** The frame of the screens, for the person whom the loaders have admitted. */
function SignedIn() {
  const { sessions, unsaved, leave } = useServices();
  // Renders again at each navigation, because the person's data may have changed.
  useLocation();
  const user = sessions.read()?.user ?? unsaved.owner();
  const isSignedOut = !user;
  // Another tab can report the session as refused after the loaders have admitted the person. Nothing would then leave the empty
  // screen.
  useEffect(() => {
    if (isSignedOut) leave(paths.login);
  }, [isSignedOut, leave]);
  if (!user) return null;
  return (
    <CurrentUserContext value={user}>
      <AppShell items={screens} />
      <LeaveGuard />
      <StepUpDialog />
    </CurrentUserContext>
  );
}

/** The panel except the sign-in page. The router chooses the screen by the address. */
export function AdminApp() {
  const services = useServices();
  const api = trpc.useUtils();
  const [router] = useState(() => createBrowserRouter(createAdminRoutes(services, api)));
  // Transitions are off, because React may create elements during a transition and discard these elements unused. Chromium never
  // frees discarded pictures, nor a discarded list that contains pictures.
  return <RouterProvider router={router} useTransitions={false} />;
}
