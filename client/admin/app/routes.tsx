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
  type RecordedModuleName,
} from '../../../src/shared/module-facts.ts';
import { securityLogPath } from '../../../src/shared/security-events.ts';
import { trpc } from '../../api/trpc.ts';
import { StepUpDialog } from '../auth/step-up-dialog.tsx';
import { AskProvider } from '../components/ask.tsx';
import { siteSettingsQueryOptions } from '../components/choices-context.tsx';
import { NotFoundPage, RouteErrorPage } from '../components/empty-state.tsx';
import { notifyError, notifyNoAccess } from '../components/notifications.tsx';
import { FirstLocationContext } from '../components/page-header.tsx';
import { type AdminServices, CurrentUserContext, useServices } from '../core/admin-context.ts';
import type { ScreenHandle } from '../core/navigation.ts';
import { parseId, paths } from '../core/paths.ts';
import { MessagesChanged } from '../core/reload.ts';
import { LeaveGuard } from '../form/leave-guard.tsx';
import { AppShell } from '../shell/app-shell.tsx';
import { authPages } from './auth-pages.ts';
import { type PageName, pagePaths, type Screen } from './screen.ts';
import { screens } from './screens.ts';

export type ApiUtils = ReturnType<typeof trpc.useUtils>;

/** The loaders admit or redirect people (docs/product.md, §3.2). The handles describe the screens. */
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
        { path: '/admin/security', element: null, loader: toSecurityLog },
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

/** The former address of the security log. */
const toSecurityLog: LoaderFunction = ({ request }) =>
  redirect(`${securityLogPath}&${new URL(request.url).searchParams}`);

/**
 * While the code of the screen is loading, requests the settings and the first page of rows. With a search, a
 * filter or a page number in the address, the screen requests the rows itself.
 */
function prefetchList(api: ApiUtils, rows: ModuleName, isAdmitted: () => boolean) {
  const loader: LoaderFunction = ({ request }) => {
    if (!isAdmitted()) return null;
    void api.site.settings.prefetch(undefined, siteSettingsQueryOptions);
    if (new URL(request.url).search === '') {
      const { list } = api[rows];
      // Alone, because the document may have sent the same call, whose answer is found by this address.
      void list.prefetch(firstPageQuery(factsOf(rows).pageSize), { trpc: { context: { alone: true } } });
    }
    return null;
  };
  return { loader, shouldRevalidate: () => false };
}

/** Requests the row while the code of the screen is loading. */
function prefetchRow(api: ApiUtils, rows: RecordedModuleName | 'users', isAdmitted: () => boolean) {
  const loader: LoaderFunction = ({ params }) => {
    const id = parseId(params.id);
    if (!id || !isAdmitted()) return null;
    const { one } = api[rows];
    // The row in the cache may be outdated, so the form must not start with the cached row.
    void one.reset({ id });
    void one.prefetch({ id });
    return null;
  };
  // A later reset would remove the row that somebody is editing.
  return { loader, shouldRevalidate: () => false };
}

/** Marks the unread message in the address as read. The screen marks those that are opened later. */
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

function guardOf({ sessions, unsaved, leave }: AdminServices) {
  // A person with unsaved input still counts as signed in, so that it remains on the screen below the sign-in
  // dialog.
  const findUser = () => sessions.read()?.user ?? unsaved.owner();
  // A full page load, because the sign-in page has its own content security policy. Never resolves, so that no
  // other screen appears before it.
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
     * Opens the sign-in page, or the dashboard for a person without the permission. On the open screen, it
     * runs again only for somebody who is no longer admitted.
     */
    require: (screen: Access) => {
      const loader: LoaderFunction = () => {
        if (!findUser()) return leaveTo(paths.login);
        if (isAdmitted(screen)) return null;
        notifyNoAccess();
        return redirect(paths.dashboard);
      };
      // Not for a search or a filter: it would delay each change, and the first of two quick ones would be
      // lost.
      return { loader, shouldRevalidate: () => !isAdmitted(screen) };
    },
  };
}

type Access = Pick<ScreenHandle, 'permission'>;

function SignedIn() {
  const { sessions, unsaved, leave } = useServices();
  // Renders again at each navigation, because the person's data may have changed.
  const location = useLocation();
  const [firstLocation] = useState(location);
  const user = sessions.read()?.user ?? unsaved.owner();
  const isSignedOut = !user;
  // Another tab may report a refused session after the loaders. The screen would be empty.
  useEffect(() => {
    if (isSignedOut) leave(paths.login);
  }, [isSignedOut, leave]);
  if (!user) return null;
  return (
    <CurrentUserContext value={user}>
      <FirstLocationContext value={firstLocation}>
        <AskProvider>
          <AppShell items={screens} />
        </AskProvider>
      </FirstLocationContext>
      <LeaveGuard />
      <StepUpDialog />
    </CurrentUserContext>
  );
}

export function AdminApp() {
  const services = useServices();
  const api = trpc.useUtils();
  const [router] = useState(() => createBrowserRouter(createAdminRoutes(services, api)));
  // Transitions are off: React discards elements in them, and Chromium never frees a discarded picture.
  return <RouterProvider router={router} useTransitions={false} />;
}
