import type { Motif } from './motifs.ts';
import type { LegalName } from './settings/fields/legal.ts';
import type { GroupValue } from './settings/groups.ts';
import type { SiteSettings } from './settings/site.ts';

export type ListedTable = 'posts' | 'jobs' | 'projects' | 'members' | 'pages';

type PageTexts = GroupValue<'pages'>;
export type PageWithCard = {
  [P in keyof PageTexts]: PageTexts[P] extends { card_title: string } ? P : never;
}[keyof PageTexts];

export interface PublicPage {
  path: string;
  words: PageWithCard | { document: LegalName };
  motif: Motif;
  /** Tables whose rows the page shows. */
  lists: readonly (ListedTable | 'albums')[];
}

export const publicPages = [
  {
    path: '/',
    words: 'home',
    motif: 'hero',
    lists: ['posts'],
  },
  {
    path: '/about',
    words: 'about',
    motif: 'gallery-hall',
    lists: [],
  },
  {
    path: '/services',
    words: 'services',
    motif: 'System Migration',
    lists: [],
  },
  {
    path: '/portfolio',
    words: 'portfolio',
    motif: 'Cloud Solutions',
    lists: ['projects'],
  },
  {
    path: '/team',
    words: 'team',
    motif: 'Development',
    lists: ['members'],
  },
  {
    path: '/gallery',
    words: 'gallery',
    motif: 'gallery-hall',
    lists: ['projects', 'albums'],
  },
  {
    path: '/blog',
    words: 'blog',
    motif: 'Company News',
    lists: ['posts'],
  },
  {
    path: '/career',
    words: 'career',
    motif: 'hero',
    lists: ['jobs'],
  },
  {
    path: '/quotations',
    words: 'quotations',
    motif: 'IT Support',
    lists: [],
  },
  {
    path: '/internship',
    words: 'internship',
    motif: 'Innovation',
    lists: [],
  },
  {
    path: '/contact',
    words: 'contact',
    motif: 'hero',
    lists: [],
  },
  {
    path: '/privacy',
    words: { document: 'privacy' },
    motif: 'Network Infrastructure',
    lists: [],
  },
  {
    path: '/imprint',
    words: { document: 'imprint' },
    motif: 'hero',
    lists: [],
  },
  {
    path: '/terms',
    words: { document: 'terms' },
    motif: 'hero',
    lists: [],
  },
  {
    path: '/cookies',
    words: { document: 'cookies' },
    motif: 'hero',
    lists: [],
  },
] as const satisfies readonly PublicPage[];

export const pageRoutes: readonly string[] = [
  ...publicPages.map(({ path }) => path),
  ...['/test', '/blog/:id', '/career/:id', '/portfolio/:id', '/pages/:id'],
];

/**
 * Of a fixed page, as staff have set it: whether search engines see it, and the canonical URL. A legal page has
 * neither.
 */
export function searchSettingsOf(
  path: string,
  { pages }: Pick<SiteSettings, 'pages'>,
): { is_hidden: boolean; canonical_url: string } {
  const words = publicPages.find((page) => page.path === path)?.words;
  return typeof words === 'string' ? pages[words] : { is_hidden: false, canonical_url: '' };
}
