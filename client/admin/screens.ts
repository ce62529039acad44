import {
  type Icon,
  IconArticle,
  IconBriefcase,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconShieldLock,
  IconStack2,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Grant } from '../../src/shared/grants.ts';
import { addresses } from './addresses.ts';

/** One entry of the panel: a line here gives a module its address, its guard and its place in the navigation. */
export interface Screen {
  label: string;
  /** The address; everything below it belongs to the screen too. */
  path: string;
  icon: Icon;
  /** Who may open it; without one, everybody signed in. */
  grant?: Grant;
  /** Reached from the menu of the account, not from the navigation. */
  isPersonal?: true;
  /** Reached from another screen's link, not from the navigation. */
  isLinked?: true;
  /** Who holds this has another screen for the same in the navigation. */
  unlistedFor?: Grant;
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
  {
    label: 'Blog',
    path: '/admin/blog',
    icon: IconArticle,
    unlistedFor: 'blog:manage',
    load: () => import('./older-blog-screen.tsx').then((file) => file.OlderBlogScreen),
  },
  {
    label: 'Team',
    path: '/admin/team',
    icon: IconUsersGroup,
    grant: 'team:manage',
    load: () => import('./team/team-screen.tsx').then((file) => file.TeamScreen),
  },
  {
    label: 'Jobs',
    path: '/admin/jobs',
    icon: IconBriefcase,
    grant: 'jobs:manage',
    load: () => import('./jobs/jobs-screen.tsx').then((file) => file.JobsScreen),
  },
  {
    label: 'Portfolio',
    path: '/admin/portfolio',
    icon: IconStack2,
    grant: 'portfolio:manage',
    load: () => import('./portfolio/portfolio-screen.tsx').then((file) => file.PortfolioScreen),
  },
  {
    label: 'Inbox',
    path: addresses.inbox,
    icon: IconInbox,
    grant: 'inbox:manage',
    load: () => import('./inbox/inbox-page.tsx').then((file) => file.InboxPage),
  },
  {
    label: 'Activity log',
    path: '/admin/activities',
    icon: IconHistory,
    load: () => import('./activities/activities-page.tsx').then((file) => file.ActivitiesPage),
  },
  {
    label: 'Users',
    path: '/admin/users',
    icon: IconUsers,
    grant: 'users:manage',
    load: () => import('./users/users-screen.tsx').then((file) => file.UsersScreen),
  },
  {
    label: 'Security log',
    path: addresses.security,
    icon: IconShieldLock,
    grant: 'security:read',
    isLinked: true,
    load: () => import('./security/security-page.tsx').then((file) => file.SecurityPage),
  },
  {
    label: 'Account',
    path: addresses.account,
    icon: IconUserCircle,
    isPersonal: true,
    load: () => import('./account/account-page.tsx').then((file) => file.AccountPage),
  },
];

/** A screen without frame and navigation, for people who are not signed in. */
export type OpenScreen = Pick<Screen, 'path' | 'load'>;

export const openScreens: readonly OpenScreen[] = [
  { path: addresses.login, load: () => import('./login/login-page.tsx').then((file) => file.LoginPage) },
  {
    path: addresses.ssoCallback,
    load: () => import('./sso/callback-page.tsx').then((file) => file.CallbackPage),
  },
  {
    path: addresses.forgotPassword,
    load: () => import('./password/forgot-page.tsx').then((file) => file.ForgotPage),
  },
  {
    path: addresses.resetPassword,
    load: () => import('./password/reset-page.tsx').then((file) => file.ResetPage),
  },
];

/** The screen an address belongs to. */
export function findScreen<T extends { path: string }>(list: readonly T[], pathname: string): T | undefined {
  return list.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}
