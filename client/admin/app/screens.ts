import IconArticle from 'icon:article';
import IconBriefcase from 'icon:briefcase';
import IconBuildingStore from 'icon:building-store';
import IconHistory from 'icon:history';
import IconInbox from 'icon:inbox';
import IconLayoutDashboard from 'icon:layout-dashboard';
import IconLayoutGrid from 'icon:layout-grid';
import IconPhoto from 'icon:photo';
import IconQuote from 'icon:quote';
import IconRocket from 'icon:rocket';
import IconSettings from 'icon:settings';
import IconShieldLock from 'icon:shield-lock';
import IconStack2 from 'icon:stack-2';
import IconUserCircle from 'icon:user-circle';
import IconUsers from 'icon:users';
import IconUsersGroup from 'icon:users-group';
import type { ComponentType } from 'react';
import { galleryPath } from '../../../src/shared/gallery.ts';
import type { Grant } from '../../../src/shared/grants.ts';
import { factsOf, type ModuleName, mediaFacts, type RecordedName } from '../../../src/shared/module-facts.ts';
import type { NavigationItem, ScreenHandle } from '../core/navigation.ts';
import { modulePath } from '../core/module-path.ts';
import { paths, publishedPostsPath, usersPath } from '../core/paths.ts';
import { loadOlderBlog } from './older-blog.tsx';

/** The pages of a screen by name, with their addresses below the screen's. `rest` is a screen with routes of its own. */
export const pagePaths = {
  ...{ index: '', one: ':id', new: 'new', edit: ':id/edit', versions: ':id/versions' },
  ...{ trash: 'trash', order: 'order', rest: '*' },
} as const;
export type PageName = keyof typeof pagePaths;

/** A screen behind the sign-in. */
export interface Screen extends NavigationItem {
  pages: readonly PageName[];
  /** The permissions that single pages need, in addition to the screen's. */
  permissions?: Partial<Record<PageName, Grant>>;
  /** Loads the pages. The bundler splits the program at each `import()`. */
  load: () => Promise<Partial<Record<PageName, ComponentType>>>;
  /** The router of the rows. The address of a form loads its row beforehand. */
  rows?: RecordedName | 'users';
}

type ModuleScreen = Pick<ScreenHandle, 'title' | 'icon' | 'create'> & Pick<Screen, 'load'>;

/** The screens of the modules whose rows staff edit, in the order of the navigation. */
const moduleScreens: Record<ModuleName, ModuleScreen> = {
  blog: {
    ...{ title: 'Blog posts', icon: IconArticle, create: 'New post' },
    load: () => import('../modules/blog/blog-screen.tsx').then((file) => file.blogPages),
  },
  team: {
    ...{ title: 'Team', icon: IconUsersGroup, create: 'New team member' },
    load: () => import('../modules/team/team-screen.tsx').then((file) => file.teamPages),
  },
  jobs: {
    ...{ title: 'Jobs', icon: IconBriefcase, create: 'New job' },
    load: () => import('../modules/jobs/jobs-screen.tsx').then((file) => file.jobsPages),
  },
  portfolio: {
    ...{ title: 'Portfolio', icon: IconStack2, create: 'New project' },
    load: () => import('../modules/portfolio/portfolio-screen.tsx').then((file) => file.portfolioPages),
  },
  testimonials: {
    ...{ title: 'Testimonials', icon: IconQuote, create: 'New testimonial' },
    load: () =>
      import('../modules/testimonials/testimonials-screen.tsx').then((file) => file.testimonialsPages),
  },
  clients: {
    ...{ title: 'Clients', icon: IconBuildingStore, create: 'New client' },
    load: () => import('../modules/clients/clients-screen.tsx').then((file) => file.clientsPages),
  },
};

/** The screens behind the sign-in, in the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    ...{ path: paths.dashboard, title: 'Dashboard', icon: IconLayoutDashboard, nav: 'main' },
    pages: ['index'],
    load: () =>
      import('../modules/dashboard/dashboard-page.tsx').then((file) => ({ index: file.DashboardPage })),
  },
  {
    // The older address of the blog. Staff who manage posts manage them here too.
    path: publishedPostsPath,
    title: 'Blog',
    icon: IconArticle,
    nav: 'main',
    hiddenFor: 'blog:manage',
    pages: ['index', 'one', 'new', 'edit', 'versions', 'trash'],
    permissions: {
      new: 'blog:manage',
      edit: 'blog:manage',
      versions: 'blog:manage',
      trash: 'blog:manage',
    },
    rows: 'blog',
    load: loadOlderBlog,
  },
  ...(Object.keys(moduleScreens) as ModuleName[]).map(toScreen),
  {
    ...{ path: mediaFacts.path, title: 'Media', icon: IconPhoto, nav: 'main', permission: 'media:manage' },
    ...{ pages: ['index', 'edit', 'trash'], rows: 'media' },
    load: () => import('../modules/media/media-screen.tsx').then((file) => file.mediaPages),
  },
  {
    ...{ path: galleryPath, title: 'Gallery', icon: IconLayoutGrid, nav: 'main', permission: 'media:manage' },
    pages: ['index'],
    load: () => import('../modules/gallery/gallery-page.tsx').then((file) => ({ index: file.GalleryPage })),
  },
  {
    ...{ path: paths.inbox, title: 'Inbox', icon: IconInbox, nav: 'main', permission: 'inbox:manage' },
    pages: ['index'],
    load: () => import('../modules/inbox/inbox-page.tsx').then((file) => ({ index: file.InboxPage })),
  },
  {
    ...{ path: '/admin/activities', title: 'Activity log', icon: IconHistory, nav: 'main' },
    pages: ['index'],
    load: () =>
      import('../modules/activities/activities-page.tsx').then((file) => ({ index: file.ActivitiesPage })),
  },
  {
    ...{ path: usersPath, title: 'Users', icon: IconUsers, nav: 'main', permission: 'users:manage' },
    create: 'New user',
    ...{ pages: ['index', 'new', 'edit'], rows: 'users' },
    load: () => import('../modules/users/users-page.tsx').then((file) => file.usersPages),
  },
  {
    ...{ path: paths.settings, title: 'Settings', icon: IconSettings, nav: 'main' },
    permission: 'texts:manage',
    pages: ['rest'],
    load: () => import('../modules/settings/settings-page.tsx').then((file) => ({ rest: file.SettingsPage })),
  },
  {
    ...{ path: paths.setUp, title: 'Set-up', icon: IconRocket, nav: 'linked' },
    permission: 'settings:manage',
    pages: ['rest'],
    load: () =>
      import('../modules/settings/set-up/set-up-page.tsx').then((file) => ({ rest: file.SetUpPage })),
  },
  {
    ...{ path: paths.security, title: 'Security log', icon: IconShieldLock, nav: 'linked' },
    permission: 'security:read',
    pages: ['index'],
    load: () =>
      import('../modules/security/security-page.tsx').then((file) => ({ index: file.SecurityPage })),
  },
  {
    ...{ path: paths.account, title: 'Account', icon: IconUserCircle, nav: 'account' },
    pages: ['index'],
    load: () => import('../modules/account/account-page.tsx').then((file) => ({ index: file.AccountPage })),
  },
];

/** Returns the screen of a module. The facts of the module define the address and the permission. */
function toScreen(name: ModuleName): Screen {
  return {
    ...{ ...moduleScreens[name], nav: 'main', path: modulePath(name), permission: `${name}:manage` },
    pages: [
      'index',
      'new',
      'edit',
      'versions',
      'trash',
      ...(factsOf(name).position ? ['order' as const] : []),
    ],
    rows: name,
  };
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
