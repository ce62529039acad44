import { lazy, Suspense } from 'react';
import type { RouteObject } from 'react-router-dom';
import { RouteErrorPage } from '../components/broken-screen.tsx';
import { NotFoundPage } from '../components/error-pages.tsx';
import { paths } from '../core/paths.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { Guarded } from './guarded.tsx';
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
