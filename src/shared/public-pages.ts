import { company } from './company.ts';
import type { Motif } from './motifs.ts';

export type Listed = 'posts' | 'jobs' | 'projects' | 'members';

/** A page that exists regardless of the database's content. */
export interface PublicPage {
  path: string;
  card: { title: string; kicker: string; motif: Motif };
  /** The tables whose rows the page lists. The page changes with these rows. */
  lists: readonly Listed[];
}

export const publicPages = [
  {
    path: '/',
    card: { title: company.tagline, kicker: `IT solutions since ${company.since}`, motif: 'hero' },
    lists: ['posts'],
  },
  {
    path: '/about',
    card: {
      title: `About ${company.name}`,
      kicker: 'Mission, vision, values, achievements',
      motif: 'gallery-hall',
    },
    lists: [],
  },
  {
    path: '/services',
    card: {
      title: 'Services',
      kicker: `${company.services.length} fields, one house`,
      motif: 'System Migration',
    },
    lists: [],
  },
  {
    path: '/portfolio',
    card: {
      title: 'Portfolio',
      kicker: 'Before, after, and what we did between',
      motif: 'Cloud Solutions',
    },
    lists: ['projects'],
  },
  {
    path: '/team',
    card: { title: 'Team', kicker: 'The people who pick up the phone', motif: 'Development' },
    lists: ['members'],
  },
  {
    path: '/gallery',
    card: { title: 'Gallery', kicker: 'Plans, sections and halls', motif: 'gallery-hall' },
    lists: ['posts', 'projects'],
  },
  {
    path: '/blog',
    card: { title: 'Blog', kicker: 'Checklists, project stories, opinions', motif: 'Company News' },
    lists: ['posts'],
  },
  {
    path: '/career',
    card: { title: 'Careers', kicker: `Open positions in ${company.address.city}`, motif: 'hero' },
    lists: ['jobs'],
  },
  {
    path: '/quotations',
    card: {
      title: 'Ask for a quotation',
      kicker: 'A price and a plan',
      motif: 'IT Support',
    },
    lists: [],
  },
  {
    path: '/internship',
    card: { title: 'Internship', kicker: 'A mentor, a project, a user who waits', motif: 'Innovation' },
    lists: [],
  },
  {
    path: '/contact',
    card: { title: 'Contact', kicker: `${company.address.street}, ${company.address.city}`, motif: 'hero' },
    lists: [],
  },
  {
    path: '/privacy',
    card: { title: 'Privacy', kicker: 'What we keep, and why', motif: 'Network Infrastructure' },
    lists: [],
  },
] as const satisfies readonly PublicPage[];

/** The paths of all public pages, in the syntax of the server's routes. */
export const pageRoutes: readonly string[] = [
  ...publicPages.map(({ path }) => path),
  ...['/test', '/blog/:id', '/career/:id', '/portfolio/:id'],
];
