import { lazy, Suspense } from 'react';
import type { RouteObject } from 'react-router-dom';
import { addresses } from '../core/paths.ts';
import { Guarded } from './guarded.tsx';
import { BrokenScreen } from '../components/broken-screen.tsx';
import { Frame } from '../shell/app-shell.tsx';
import { LostScreen } from '../components/error-pages.tsx';
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
  return { path: `${path}/*`, element: loaded(load), errorElement: <BrokenScreen /> };
}

/** The routes of the panel, made from the list of screens. */
export const panelRoutes: RouteObject[] = [
  {
    element: <Guarded />,
    errorElement: <BrokenScreen />,
    children: [
      // The guard redirects from this address.
      { path: addresses.entry, element: null },
      ...openScreens.map(toRoute),
      { element: <Frame />, children: [...screens.map(toRoute), { path: '*', element: <LostScreen /> }] },
    ],
  },
];
