import {
  IconArticle,
  IconBriefcase,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconQuote,
  IconRocket,
  IconSettings,
  IconShieldLock,
  IconStack2,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ModuleName } from '../../../src/shared/facts.ts';
import { can } from '../../../src/shared/grants.ts';
import type { Role } from '../../../src/shared/roles.ts';
import type { NavigationItem, ScreenHandle } from '../core/navigation.ts';
import { modulePath, paths, publishedPostsPath, usersPath } from '../core/paths.ts';

/** Loads the file of a screen. The bundler splits the program at each `import()`. */
type Load = (role: Role) => Promise<ComponentType>;

/** A screen behind the sign-in. */
export interface Screen extends NavigationItem {
  load: Load;
}

/** The screens of the modules whose rows staff edit, in the order of the navigation. */
const moduleScreens: Record<ModuleName, Pick<ScreenHandle, 'title' | 'icon' | 'create'> & { load: Load }> = {
  blog: { title: 'Blog posts', icon: IconArticle, create: 'New post', load: loadBlog },
  team: {
    ...{ title: 'Team', icon: IconUsersGroup, create: 'New team member' },
    load: () => import('../modules/team/team-screen.tsx').then((file) => file.TeamScreen),
  },
  jobs: {
    ...{ title: 'Jobs', icon: IconBriefcase, create: 'New job' },
    load: () => import('../modules/jobs/jobs-screen.tsx').then((file) => file.JobsScreen),
  },
  portfolio: {
    ...{ title: 'Portfolio', icon: IconStack2, create: 'New project' },
    load: () => import('../modules/portfolio/portfolio-screen.tsx').then((file) => file.PortfolioScreen),
  },
  testimonials: {
    ...{ title: 'Testimonials', icon: IconQuote, create: 'New testimonial' },
    load: () =>
      import('../modules/testimonials/testimonials-screen.tsx').then((file) => file.TestimonialsScreen),
  },
};

/** The screens behind the sign-in, in the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    ...{ path: paths.dashboard, title: 'Dashboard', icon: IconLayoutDashboard, nav: 'main' },
    load: () => import('../modules/dashboard/dashboard-page.tsx').then((file) => file.DashboardPage),
  },
  {
    // The older address of the blog: management for people who may manage posts, the published posts for others.
    ...{ path: publishedPostsPath, title: 'Blog', icon: IconArticle, nav: 'main', hiddenFor: 'blog:manage' },
    load: (role) =>
      can(role, 'blog:manage')
        ? loadBlog()
        : import('../modules/blog-reader/published-posts-page.tsx').then((file) => file.ReaderScreen),
  },
  ...(Object.keys(moduleScreens) as ModuleName[]).map(toScreen),
  {
    ...{ path: paths.inbox, title: 'Inbox', icon: IconInbox, nav: 'main', permission: 'inbox:manage' },
    load: () => import('../modules/inbox/inbox-page.tsx').then((file) => file.InboxPage),
  },
  {
    ...{ path: '/admin/activities', title: 'Activity log', icon: IconHistory, nav: 'main' },
    load: () => import('../modules/activities/activities-page.tsx').then((file) => file.ActivitiesPage),
  },
  {
    ...{ path: usersPath, title: 'Users', icon: IconUsers, nav: 'main', permission: 'users:manage' },
    create: 'New user',
    load: () => import('../modules/users/users-page.tsx').then((file) => file.UsersScreen),
  },
  {
    ...{ path: paths.settings, title: 'Settings', icon: IconSettings, nav: 'main' },
    permission: 'texts:manage',
    load: () => import('../modules/settings/settings-page.tsx').then((file) => file.SettingsPage),
  },
  {
    ...{ path: paths.setUp, title: 'Set-up', icon: IconRocket, nav: 'linked' },
    permission: 'settings:manage',
    load: () => import('../modules/settings/set-up/set-up-page.tsx').then((file) => file.SetUpPage),
  },
  {
    ...{ path: paths.security, title: 'Security log', icon: IconShieldLock, nav: 'linked' },
    permission: 'security:read',
    load: () => import('../modules/security/security-page.tsx').then((file) => file.SecurityPage),
  },
  {
    ...{ path: paths.account, title: 'Account', icon: IconUserCircle, nav: 'account' },
    load: () => import('../modules/account/account-page.tsx').then((file) => file.AccountPage),
  },
];

function loadBlog() {
  return import('../modules/blog/blog-screen.tsx').then((file) => file.BlogScreen);
}

/** Returns the screen of a module. The facts of the module define the address and the permission. */
function toScreen(name: ModuleName): Screen {
  return { ...moduleScreens[name], nav: 'main', path: modulePath(name), permission: `${name}:manage` };
}

/** A page for people who are not signed in. */
interface AuthPage {
  path: string;
  load: () => Promise<ComponentType>;
}

export const authPages: readonly AuthPage[] = [
  {
    path: paths.login,
    load: () => import('../auth/login-page.tsx').then((file) => file.LoginPage),
  },
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
