import { company } from './company.ts';
import { hashOf } from './drawings/seed.ts';
import type { Motif } from './drawings/scene.ts';
import { type PublicPage, publicPages } from './public-pages.ts';

/** What stands on the picture by which an address is shown where it is shared. */
export interface ShareCard {
  /** Whose card it is: `post-12`, `page-about`. */
  name: string;
  title: string;
  kicker: string;
  motif: Motif;
}

/** The kinds of rows that have a card of their own. */
export const cardKinds = ['post', 'job', 'project'] as const;
export type CardKind = (typeof cardKinds)[number];

/** Raised when the drawing itself changes, as the addresses of all cards then must. */
const revision = 2;

export const shareCardSize = { width: 1200, height: 630 } as const;

/** Where a card is, from the site's root. The address changes with what stands on it, so it may be kept for good. */
export function cardAddress(card: ShareCard): string {
  const { name, title, kicker, motif } = card;
  const version = hashOf(JSON.stringify([revision, company.name, title, kicker, motif])).toString(36);
  return `/cards/${name}-${version}.png`;
}

export function cardOfPost({
  id,
  title,
  category,
}: {
  id: number;
  title: string;
  category: Motif;
}): ShareCard {
  return { name: `post-${id}`, title, kicker: category, motif: category };
}

export function cardOfJob(job: { id: number; title: string; location: string }): ShareCard {
  return { name: `job-${job.id}`, title: job.title, kicker: job.location, motif: 'hero' };
}

export function cardOfProject(project: {
  id: number;
  title: string;
  client: string;
  category: Motif;
}): ShareCard {
  const { id, title, client, category } = project;
  return { name: `project-${id}`, title, kicker: client, motif: category };
}

/** The card of a page; one that is on no list is shown by the home page's. */
export function cardOfPage(path: string): ShareCard {
  const [home] = publicPages;
  return toCard(publicPages.find((page) => page.path === path) ?? home);
}

/** The card of a page by its name on the card's address. */
export function findPageCard(name: string): ShareCard | undefined {
  return publicPages.map(toCard).find((card) => card.name === name);
}

function toCard({ path, card: { title, kicker, motif } }: PublicPage): ShareCard {
  return { name: `page-${path.slice(1) || 'home'}`, title, kicker, motif };
}
