import {
  IconArticle,
  IconBriefcase,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconQuote,
  IconShieldLock,
  IconStack2,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ModuleName } from '../../../src/shared/facts.ts';
import { modulePath, paths } from '../core/paths.ts';
import type { NavigationItem } from '../shell/app-shell.tsx';

/** A screen of the panel: its address, its guard and its entry in the navigation. */
export interface Screen extends NavigationItem {
  load: () => Promise<ComponentType>;
}

/** The screens of the modules whose rows staff edit, in the order of the navigation. */
const moduleScreens: Record<ModuleName, Pick<Screen, 'label' | 'icon' | 'load'>> = {
  blog: {
    label: 'Blog posts',
    icon: IconArticle,
    load: () => import('../modules/blog/blog-screen.tsx').then((file) => file.BlogScreen),
  },
  team: {
    label: 'Team',
    icon: IconUsersGroup,
    load: () => import('../modules/team/team-screen.tsx').then((file) => file.TeamScreen),
  },
  jobs: {
    label: 'Jobs',
    icon: IconBriefcase,
    load: () => import('../modules/jobs/jobs-screen.tsx').then((file) => file.JobsScreen),
  },
  portfolio: {
    label: 'Portfolio',
    icon: IconStack2,
    load: () => import('../modules/portfolio/portfolio-screen.tsx').then((file) => file.PortfolioScreen),
  },
  testimonials: {
    label: 'Testimonials',
    icon: IconQuote,
    load: () =>
      import('../modules/testimonials/testimonials-screen.tsx').then((file) => file.TestimonialsScreen),
  },
};

/** The screens, in the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    label: 'Dashboard',
    path: paths.dashboard,
    icon: IconLayoutDashboard,
    load: () => import('../modules/dashboard/dashboard-page.tsx').then((file) => file.DashboardPage),
  },
  {
    label: 'Blog',
    path: '/admin/blog',
    icon: IconArticle,
    unlistedFor: 'blog:manage',
    load: () => import('./older-blog-screen.tsx').then((file) => file.OlderBlogScreen),
  },
  ...(Object.keys(moduleScreens) as ModuleName[]).map(toScreen),
  {
    label: 'Inbox',
    path: paths.inbox,
    icon: IconInbox,
    grant: 'inbox:manage',
    load: () => import('../modules/inbox/inbox-page.tsx').then((file) => file.InboxPage),
  },
  {
    label: 'Activity log',
    path: '/admin/activities',
    icon: IconHistory,
    load: () => import('../modules/activities/activities-page.tsx').then((file) => file.ActivitiesPage),
  },
  {
    label: 'Users',
    path: '/admin/users',
    icon: IconUsers,
    grant: 'users:manage',
    load: () => import('../modules/users/users-page.tsx').then((file) => file.UsersScreen),
  },
  {
    label: 'Security log',
    path: paths.security,
    icon: IconShieldLock,
    grant: 'security:read',
    isLinked: true,
    load: () => import('../modules/security/security-page.tsx').then((file) => file.SecurityPage),
  },
  {
    label: 'Account',
    path: paths.account,
    icon: IconUserCircle,
    isPersonal: true,
    load: () => import('../modules/account/account-page.tsx').then((file) => file.AccountPage),
  },
];

/** Returns the screen of a module. The facts of the module define the address and the permission. */
function toScreen(name: ModuleName): Screen {
  return { ...moduleScreens[name], path: modulePath(name), grant: `${name}:manage` };
}

/** A screen without navigation, for people who are not signed in. */
export type OpenScreen = Pick<Screen, 'path' | 'load'>;

export const openScreens: readonly OpenScreen[] = [
  { path: paths.login, load: () => import('../auth/login-page.tsx').then((file) => file.LoginPage) },
  {
    path: paths.ssoCallback,
    load: () => import('../auth/sso-callback-page.tsx').then((file) => file.CallbackPage),
  },
  {
    path: paths.forgotPassword,
    load: () => import('../auth/forgot-password-page.tsx').then((file) => file.ForgotPage),
  },
  {
    path: paths.resetPassword,
    load: () => import('../auth/reset-password-page.tsx').then((file) => file.ResetPage),
  },
];

/** Returns the screen that an address belongs to, if any. */
export function findScreen<T extends { path: string }>(list: readonly T[], pathname: string): T | undefined {
  return list.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
}
