import { brandVersion } from './brand/site-logo.ts';
import { fnvHashOf } from './fnv-hash.ts';
import { meaningfulText } from './meaningful-text.ts';
import type { Motif } from './motifs.ts';
import { type PublicPage, publicPages } from './public-pages.ts';
import { motifOfCategory, nameInList } from './settings/choices.ts';
import { isFeatureOpen } from './settings/fields/features.ts';
import type { SiteSettings } from './settings/site-settings.ts';

export interface ShareCard {
  name: string;
  title: string;
  kicker: string;
  /** Null for a card without a drawing. */
  motif: Motif | null;
}

export const cardKinds = ['post', 'job', 'project', 'own'] as const;
export type CardKind = (typeof cardKinds)[number];

/** Increase this when the drawing of cards changes. All their addresses then change too. */
const revision = 5;

export const shareCardSize = { width: 1200, height: 630 } as const;

/** Changes with the content, so that browsers may cache the picture permanently. */
export function cardAddress(card: ShareCard, site: SiteSettings): string {
  const { name, title, kicker, motif } = card;
  const brand = [brandVersion(site) ?? []].flat();
  const version = fnvHashOf(
    JSON.stringify([revision, site.company.name, site.region.language, title, kicker, motif, ...brand]),
  ).toString(36);
  const language = site.shown.prefix ? `${site.shown.language}-` : '';
  return `/cards/${language}${name}-${version}.png`;
}

export function cardOfPost(
  { id, title, category }: { id: number; title: string; category: string },
  { choices }: Pick<SiteSettings, 'choices'>,
): ShareCard {
  const motif = motifOfCategory(choices, 'blog_categories', category);
  return { name: `post-${id}`, title, kicker: nameInList(choices, 'blog_categories', category), motif };
}

export function cardOfJob(job: { id: number; title: string; location: string }): ShareCard {
  return { name: `job-${job.id}`, title: job.title, kicker: job.location, motif: 'hero' };
}

export function cardOfProject(
  project: { id: number; title: string; client: string; category: string },
  { choices }: Pick<SiteSettings, 'choices'>,
): ShareCard {
  const { id, title, client, category } = project;
  const motif = motifOfCategory(choices, 'portfolio_categories', category);
  return { name: `project-${id}`, title, kicker: meaningfulText(client), motif };
}

export function cardOfOwnPage(
  { id, title }: { id: number; title: string },
  { company }: SiteSettings,
): ShareCard {
  return { name: `own-${id}`, title, kicker: company.name, motif: null };
}

/** A path that is not a public page gets the card of the home page. */
export function cardOfPage(path: string, site: SiteSettings): ShareCard {
  const [home] = publicPages;
  return toCard(publicPages.find((page) => page.path === path) ?? home, site);
}

export function findPageCard(name: string, site: SiteSettings): ShareCard | undefined {
  const shown = publicPages.filter(({ path }) => isFeatureOpen(site.features, path));
  return shown.map((page) => toCard(page, site)).find((card) => card.name === name);
}

function toCard({ path, texts, motif }: PublicPage, { pages, legal }: SiteSettings): ShareCard {
  const name = `page-${path.slice(1) || 'home'}`;
  if (typeof texts !== 'string') {
    const { title, card_line } = legal[texts.document];
    return { name, title, kicker: card_line, motif };
  }
  const { heading, card_title, card_line } = pages[texts];
  const hasDrawing = texts !== 'home' || !['wide', 'words', 'poster'].includes(pages.home.opening);
  return { name, title: card_title || heading, kicker: card_line, motif: hasDrawing ? motif : null };
}
