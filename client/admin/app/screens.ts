import IconArticle from 'icon:article';
import IconChartLine from 'icon:chart-line';
import IconHistory from 'icon:history';
import IconInbox from 'icon:inbox';
import IconLanguage from 'icon:language';
import IconLayoutDashboard from 'icon:layout-dashboard';
import IconLayoutGrid from 'icon:layout-grid';
import IconPhoto from 'icon:photo';
import IconRocket from 'icon:rocket';
import IconSettings from 'icon:settings';
import IconUserCircle from 'icon:user-circle';
import IconUserSearch from 'icon:user-search';
import IconUsers from 'icon:users';
import IconWebhook from 'icon:webhook';
import { createElement } from 'react';
import { galleryPath } from '../../../src/shared/gallery-limits.ts';
import { hasGrant } from '../../../src/shared/grants.ts';
import { type ModuleName, mediaFacts } from '../../../src/shared/module-facts.ts';
import { webhooksPath } from '../../../src/shared/webhook-events.ts';
import { useCurrentUser } from '../core/admin-context.ts';
import { paths, blogReaderPath, usersPath } from '../core/paths.ts';
import { moduleScreens, toScreen } from './module-screens.ts';
import type { Screen } from './screen.ts';

/** In the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    path: paths.dashboard,
    title: 'Dashboard',
    icon: IconLayoutDashboard,
    nav: 'main',
    pages: ['index'],
    load: () =>
      import('../modules/dashboard/dashboard-page.tsx').then((file) => ({ index: file.DashboardPage })),
  },
  {
    // For people who manage posts, this is the former address of their list.
    path: blogReaderPath,
    title: 'Blog',
    icon: IconArticle,
    part: 'blog',
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
    load: loadBlogReaderPages,
  },
  ...(Object.keys(moduleScreens) as ModuleName[]).map(toScreen),
  {
    path: mediaFacts.path,
    title: 'Media',
    icon: IconPhoto,
    nav: 'main',
    permission: 'media:manage',
    pages: ['index', 'edit', 'trash'],
    rows: 'media',
    load: () => import('../modules/media/media-screen.tsx').then((file) => file.mediaPages),
  },
  {
    path: galleryPath,
    title: 'Gallery',
    icon: IconLayoutGrid,
    part: 'gallery',
    nav: 'main',
    permission: 'media:manage',
    pages: ['index'],
    load: () => import('../modules/gallery/gallery-page.tsx').then((file) => ({ index: file.GalleryPage })),
  },
  {
    path: '/admin/translations',
    title: 'Translations',
    icon: IconLanguage,
    nav: 'main',
    permission: 'settings:open',
    isOfLanguages: true,
    pages: ['index'],
    load: () =>
      import('../modules/translations/translations-page.tsx').then((file) => ({
        index: file.TranslationsPage,
      })),
  },
  {
    path: paths.inbox,
    title: 'Inbox',
    icon: IconInbox,
    nav: 'main',
    permission: 'inbox:manage',
    pages: ['index'],
    load: () => import('../modules/inbox/inbox-page.tsx').then((file) => ({ index: file.InboxPage })),
  },
  {
    path: paths.numbers,
    title: 'Numbers',
    icon: IconChartLine,
    nav: 'main',
    permission: 'visits:read',
    pages: ['index'],
    load: () => import('../modules/numbers/numbers-page.tsx').then((file) => ({ index: file.NumbersPage })),
  },
  {
    path: '/admin/activities',
    title: 'Activity log',
    icon: IconHistory,
    nav: 'main',
    pages: ['index'],
    load: () =>
      import('../modules/activities/activities-page.tsx').then((file) => ({ index: file.ActivitiesPage })),
  },
  {
    path: usersPath,
    title: 'Users',
    icon: IconUsers,
    nav: 'main',
    permission: 'users:manage',
    create: 'New user',
    pages: ['index', 'new', 'edit'],
    rows: 'users',
    load: () => import('../modules/users/users-page.tsx').then((file) => file.usersPages),
  },
  {
    path: paths.settings,
    title: 'Settings',
    icon: IconSettings,
    nav: 'main',
    permission: 'settings:open',
    pages: ['rest'],
    load: () => import('../modules/settings/settings-page.tsx').then((file) => ({ rest: file.SettingsPage })),
  },
  {
    path: paths.setUp,
    title: 'Set-up',
    icon: IconRocket,
    nav: 'linked',
    permission: 'settings:manage',
    pages: ['rest'],
    load: () =>
      import('../modules/settings/set-up/set-up-page.tsx').then((file) => ({ rest: file.SetUpPage })),
  },
  {
    path: paths.privacy,
    title: 'Privacy requests',
    icon: IconUserSearch,
    nav: 'linked',
    permission: 'privacy:manage',
    pages: ['index'],
    load: () => import('../modules/privacy/privacy-page.tsx').then((file) => ({ index: file.PrivacyPage })),
  },
  {
    path: webhooksPath,
    title: 'Webhooks',
    icon: IconWebhook,
    nav: 'linked',
    permission: 'webhooks:manage',
    pages: ['index'],
    load: () =>
      import('../modules/webhooks/webhooks-page.tsx').then((file) => ({ index: file.WebhooksPage })),
  },
  {
    path: paths.account,
    title: 'Account',
    icon: IconUserCircle,
    nav: 'account',
    pages: ['index'],
    load: () => import('../modules/account/account-page.tsx').then((file) => ({ index: file.AccountPage })),
  },
];

/** People who manage posts see all posts here, everybody else the published ones. */
async function loadBlogReaderPages() {
  const [{ blogPages }, { publishedPostsPages }] = await Promise.all([
    import('../modules/blog/blog-screen.tsx'),
    import('../modules/blog-reader/published-posts-page.tsx'),
  ]);
  function BlogIndex() {
    const { role } = useCurrentUser();
    return createElement(hasGrant(role, 'blog:manage') ? blogPages.index : publishedPostsPages.index);
  }
  return { ...blogPages, index: BlogIndex, one: publishedPostsPages.one };
}
