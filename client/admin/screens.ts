import { type Icon, IconArticle, IconLayoutDashboard } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Grant } from '../../src/shared/roles.ts';
import { addresses } from './addresses.ts';

/** One entry of the panel: a line here gives a module its address, its guard and its place in the navigation. */
export interface Screen {
  label: string;
  /** The address; everything below it belongs to the screen too. */
  path: string;
  icon: Icon;
  /** Who may open it; without one, everybody signed in. */
  grant?: Grant;
  load: () => Promise<ComponentType>;
}

/** The screens, in the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    label: 'Dashboard',
    path: addresses.dashboard,
    icon: IconLayoutDashboard,
    load: () => import('./dashboard/dashboard-page.tsx').then((file) => file.DashboardPage),
  },
  {
    label: 'Blog posts',
    path: '/admin/blog-posts',
    icon: IconArticle,
    grant: 'blog:manage',
    load: () => import('./blog/blog-screen.tsx').then((file) => file.BlogScreen),
  },
];

/** A screen without frame and navigation, for people who are not signed in. */
export type OpenScreen = Pick<Screen, 'path' | 'load'>;

export const openScreens: readonly OpenScreen[] = [
  { path: addresses.login, load: () => import('./login/login-page.tsx').then((file) => file.LoginPage) },
];

/** The screen an address belongs to. */
export function findScreen<T extends { path: string }>(list: readonly T[], pathname: string): T | undefined {
  return list.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}
