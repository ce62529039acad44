import { useEffect, useState } from 'react';
import {
  createBrowserRouter,
  type LoaderFunction,
  type RouteObject,
  RouterProvider,
  redirect,
  useLocation,
} from 'react-router-dom';
import { hasGrant } from '../../../src/shared/grants.ts';
import { firstPageQuery } from '../../../src/shared/early-calls.ts';
import {
  factsByModule,
  factsOf,
  type ModuleName,
  type RecordedName,
} from '../../../src/shared/module-facts.ts';
import { trpc } from '../../api/trpc.ts';
import { StepUpDialog } from '../auth/step-up-dialog.tsx';
import { AskProvider } from '../components/ask.tsx';
import { siteSettingsQueryOptions } from '../components/choices-context.tsx';
import { NotFoundPage, RouteErrorPage } from '../components/empty-state.tsx';
import { notifyError, notifyNoAccess } from '../components/notifications.tsx';
import { type AdminServices, CurrentUserContext, useServices } from '../core/admin-context.ts';
import type { ScreenHandle } from '../core/navigation.ts';
import { parseId, paths } from '../core/paths.ts';
import { MessagesChanged } from '../core/reload.ts';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { AppShell } from '../shell/app-shell.tsx';
import { authPages } from './auth-pages.ts';
import { type PageName, pagePaths, type Screen } from './screen.ts';
import { screens } from './screens.ts';

/** The typed API client together with the cache of the server's answers. */
export type ApiUtils = ReturnType<typeof trpc.useUtils>;

/**
 * Returns the routes of the panel. The loaders of the routes admit or redirect people (docs/product.md, §3.2). The
 * handles of the routes describe the screens for the navigation and the command palette.
 */
export function createAdminRoutes(services: AdminServices, api: ApiUtils): RouteObject[] {
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
        ...(path === paths.inbox && markAddressedMessage(api, () => guard.isAdmitted(screen))),
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

const isModule = (rows: Screen['rows']): rows is ModuleName => rows !== undefined && rows in factsByModule;

/**
 * Returns the loader for the route of a list. While the code of the screen is still loading, the loader requests the
 * site's settings and the first page of rows, and does not wait for the answers. If the address contains a search, a
 * filter or a page number, the screen itself requests the rows.
 */
function prefetchList(api: ApiUtils, rows: ModuleName, isAdmitted: () => boolean) {
  const loader: LoaderFunction = ({ request }) => {
    if (!isAdmitted()) return null;
    void api.site.settings.prefetch(undefined, siteSettingsQueryOptions);
    if (new URL(request.url).search === '') {
      const { list } = api[rows];
      // This call is sent alone instead of in a batch. The document may already have sent the same call, and the client
      // finds the early answer by the address of a single call.
      void list.prefetch(firstPageQuery(factsOf(rows).pageSize), { trpc: { context: { alone: true } } });
    }
    return null;
  };
  // The loader runs only when the list is opened. Afterwards the screen loads its data itself.
  return { loader, shouldRevalidate: () => false };
}

/**
 * Returns the loader for the route of a form. While the code of the screen is still loading, the loader
 * requests the row, and does not wait for the answer.
 */
function prefetchRow(api: ApiUtils, rows: RecordedName | 'users', isAdmitted: () => boolean) {
  const loader: LoaderFunction = ({ params }) => {
    const id = parseId(params.id);
    if (!id || !isAdmitted()) return null;
    const { one } = api[rows];
    // The row in the cache may be outdated, so the form must not start with the cached row.
    void one.reset({ id });
    void one.prefetch({ id });
    return null;
  };
  // The loader runs only when the form is opened. A later reset would remove the row that somebody is
  // editing.
  return { loader, shouldRevalidate: () => false };
}

/**
 * Returns the loader for the route of the inbox. If the address contains an unread message, the loader marks it as
 * read. Messages that are opened later are marked by the screen.
 */
function markAddressedMessage({ client, inbox }: ApiUtils, isAdmitted: () => boolean) {
  const mark = async (id: number) => {
    const { message } = await inbox.one.fetch({ id });
    if (message.is_read || message.folder !== 'inbox') return;
    try {
      await client.inbox.markRead.mutate({ id });
      window.dispatchEvent(new MessagesChanged([id]));
    } catch (error) {
      notifyError('Couldn’t mark the message as read', error);
    }
  };
  const loader: LoaderFunction = ({ request }) => {
    const id = parseId(new URL(request.url).searchParams.get('message'));
    // The screen itself reports that it cannot load the message.
    if (id && isAdmitted()) void mark(id).catch(() => {});
    return null;
  };
  return { loader, shouldRevalidate: () => false };
}

/** Returns `isAdmitted`, which checks a permission, and the loaders that admit or redirect a person. */
function guardOf({ sessions, unsaved, leave }: AdminServices) {
  // After the session has ended, a person with unsaved input still counts as signed in, so that the input
  // remains on the screen. The form with the input shows a sign-in dialog.
  const findUser = () => sessions.read()?.user ?? unsaved.owner();
  // A full page load is necessary, because the sign-in page has its own content security policy. The promise
  // never resolves, so that no other screen appears before the new page.
  const leaveTo = (path: string) => {
    leave(path);
    return new Promise<never>(() => {});
  };
  const isAdmitted = ({ permission }: Access) => {
    const user = findUser();
    return user !== undefined && (!permission || hasGrant(user.role, permission));
  };
  return {
    isAdmitted,
    enter: () => leaveTo(findUser() ? paths.dashboard : paths.login),
    skipIfSignedIn: ({ request }: { request: Request }) => {
      const comesFromLogout = new URL(request.url).searchParams.get('fromLogout') === 'true';
      return findUser() && !comesFromLogout ? leaveTo(paths.dashboard) : null;
    },
    /**
     * Returns the loader for a screen. If nobody is signed in, the loader opens the sign-in page. If the person lacks
     * the permission, the loader redirects them to the dashboard. While the person remains on the screen, the loader
     * runs again only if they are no longer admitted.
     */
    require: (screen: Access) => {
      const loader: LoaderFunction = () => {
        if (!findUser()) return leaveTo(paths.login);
        if (isAdmitted(screen)) return null;
        notifyNoAccess();
        return redirect(paths.dashboard);
      };
      // The loader does not run when only a search or a filter changes. Otherwise the loader would delay each
      // change, and the first of two quick changes would be lost.
      return { loader, shouldRevalidate: () => !isAdmitted(screen) };
    },
  };
}

type Access = Pick<ScreenHandle, 'permission'>;

/**
 * The frame around every screen behind the sign-in. Redirects to the sign-in page if nobody is signed in any
 * more.
 */
function SignedIn() {
  const { sessions, unsaved, leave } = useServices();
  // Calling this hook renders the component again at each navigation, because the person's data may have
  // changed.
  useLocation();
  const user = sessions.read()?.user ?? unsaved.owner();
  const isSignedOut = !user;
  // After the loaders have admitted the person, another tab can report that the server refuses the session.
  // Without this redirect, the person would see an empty screen.
  useEffect(() => {
    if (isSignedOut) leave(paths.login);
  }, [isSignedOut, leave]);
  if (!user) return null;
  return (
    <CurrentUserContext value={user}>
      <AskProvider>
        <AppShell items={screens} />
      </AskProvider>
      <LeaveGuard />
      <StepUpDialog />
    </CurrentUserContext>
  );
}

/** The panel on every page except the sign-in page. The router chooses the screen by the address. */
export function AdminApp() {
  const services = useServices();
  const api = trpc.useUtils();
  const [router] = useState(() => createBrowserRouter(createAdminRoutes(services, api)));
  // During a transition, React may create elements and discard them unused. Chromium never frees a discarded picture,
  // or a discarded list that contains pictures. Transitions are therefore off.
  return <RouterProvider router={router} useTransitions={false} />;
}
