import type { Motif } from './motifs.ts';
import type { LegalPageName } from './settings/fields/legal.ts';
import type { GroupValue } from './settings/groups.ts';
import type { SiteSettings } from './settings/site-settings.ts';

export type ListedTable = 'posts' | 'jobs' | 'projects' | 'members' | 'pages';

type PageTexts = GroupValue<'pages'>;
export type PageWithCard = {
  [P in keyof PageTexts]: PageTexts[P] extends { card_title: string } ? P : never;
}[keyof PageTexts];

export interface PublicPage {
  path: string;
  texts: PageWithCard | { document: LegalPageName };
  motif: Motif;
  /** Tables whose rows the page shows. */
  lists: readonly (ListedTable | 'albums')[];
}

export const publicPages = [
  {
    path: '/',
    texts: 'home',
    motif: 'hero',
    lists: ['posts'],
  },
  {
    path: '/about',
    texts: 'about',
    motif: 'gallery-hall',
    lists: [],
  },
  {
    path: '/services',
    texts: 'services',
    motif: 'System Migration',
    lists: [],
  },
  {
    path: '/portfolio',
    texts: 'portfolio',
    motif: 'Cloud Solutions',
    lists: ['projects'],
  },
  {
    path: '/team',
    texts: 'team',
    motif: 'Development',
    lists: ['members'],
  },
  {
    path: '/gallery',
    texts: 'gallery',
    motif: 'gallery-hall',
    lists: ['projects', 'albums'],
  },
  {
    path: '/blog',
    texts: 'blog',
    motif: 'Company News',
    lists: ['posts'],
  },
  {
    path: '/career',
    texts: 'career',
    motif: 'hero',
    lists: ['jobs'],
  },
  {
    path: '/quotations',
    texts: 'quotations',
    motif: 'IT Support',
    lists: [],
  },
  {
    path: '/internship',
    texts: 'internship',
    motif: 'Innovation',
    lists: [],
  },
  {
    path: '/contact',
    texts: 'contact',
    motif: 'hero',
    lists: [],
  },
  {
    path: '/privacy',
    texts: { document: 'privacy' },
    motif: 'Network Infrastructure',
    lists: [],
  },
  {
    path: '/imprint',
    texts: { document: 'imprint' },
    motif: 'hero',
    lists: [],
  },
  {
    path: '/terms',
    texts: { document: 'terms' },
    motif: 'hero',
    lists: [],
  },
  {
    path: '/cookies',
    texts: { document: 'cookies' },
    motif: 'hero',
    lists: [],
  },
] as const satisfies readonly PublicPage[];

export const pageRoutes: readonly string[] = [
  ...publicPages.map(({ path }) => path),
  ...['/test', '/blog/:id', '/career/:id', '/portfolio/:id', '/pages/:id'],
];

/** As staff set them for a fixed page. A legal page has none. */
export function searchSettingsOf(
  path: string,
  { pages }: Pick<SiteSettings, 'pages'>,
): { is_hidden: boolean; canonical_url: string } {
  const texts = publicPages.find((page) => page.path === path)?.texts;
  return typeof texts === 'string' ? pages[texts] : { is_hidden: false, canonical_url: '' };
}

export const feeds = [
  { path: '/feed.xml', type: 'application/rss+xml', kind: 'RSS' },
  { path: '/feed.json', type: 'application/feed+json', kind: 'JSON Feed' },
] as const;
