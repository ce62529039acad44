import type { Ctx } from '../../database/ctx.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import { NotFound } from '../../shared/errors.ts';
import { Id } from '../../shared/fields.ts';
import {
  searchSettingsOf,
  type ListedTable,
  type PublicPage,
  publicPages,
} from '../../shared/public-pages.ts';
import { isOpen } from '../../shared/settings/fields/features.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site.ts';
import {
  type CardKind,
  cardKinds,
  cardOfJob,
  cardOfOwnPage,
  cardOfPost,
  cardOfProject,
  findPageCard,
  type ShareCard,
} from '../../shared/share-card.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { blog } from '../blog/blog.module.ts';
import { getOpenJob } from '../jobs/jobs.module.ts';
import { pages } from '../pages/pages.module.ts';
import { pagesFacts } from '../pages/pages.facts.ts';
import { portfolio } from '../portfolio/portfolio.module.ts';
import { countInSitemap, readChanges, readLastChange, readPlacedChanges } from './site.repository.ts';
import type { PageAddress, AddressList } from './site.schema.ts';

export type SiteCtx = Ctx & { siteSettings: SiteSettingsSource };

/**
 * The maximum number of addresses in one part of the sitemap. sitemaps.org allows 50,000, but 10,000 can be
 * generated in a few hundredths of a second.
 */
const maxInPart = 10_000;

type RowPages = { table: ListedTable } & Pick<ContentFacts, 'folder' | 'hasWholePaths'> & { folder: string };
const rowPages: readonly RowPages[] = [
  { table: 'jobs', folder: '/career' },
  { table: 'projects', folder: '/portfolio' },
  { table: 'posts', folder: '/blog' },
  pagesFacts,
];

/**
 * Returns the addresses in one part of the sitemap. If `part` is undefined and all addresses fit into one part, returns
 * all addresses. If they do not fit, returns only the number of parts.
 * @throws {NotFound} when there is no such part, or when the site is hidden from search engines
 */
export async function listSitemapAddresses(ctx: SiteCtx, part?: number): Promise<AddressList> {
  const site = await ctx.siteSettings.current();
  const { features, linked, search } = site;
  if (search.is_hidden) throw new NotFound('The site is hidden from search engines.');
  const shownRows = rowPages.filter(({ folder }) => isOpen(features, folder));
  const shownPages = publicPages.filter(({ path }) => {
    const { is_hidden, canonical_url } = searchSettingsOf(path, site);
    return isOpen(linked, path) && !is_hidden && !canonical_url;
  });
  const counts = await Promise.all(shownRows.map(({ table }) => countInSitemap(ctx, table)));
  const isSplit = counts.reduce((sum, count) => sum + count, shownPages.length) > maxInPart;
  const rowParts = shownRows.flatMap((rows, at) => {
    const parts = Math.ceil((counts[at] ?? 0) / maxInPart);
    return Array.from({ length: parts }, (_, index) => ({ rows, offset: index * maxInPart }));
  });
  const parts = isSplit ? 1 + rowParts.length : 1;
  if (part !== undefined && part > parts) throw new NotFound('There is no such part.');
  if (isSplit && part === undefined) return { addresses: [], parts };
  if (isSplit && part !== 1) {
    const { rows, offset } = rowParts[(part ?? 0) - 2]!;
    return { addresses: await rowAddresses(ctx, rows, offset), parts };
  }
  const addresses = await Promise.all([
    pageAddresses(ctx, shownPages),
    ...(isSplit ? [] : shownRows.map((rows) => rowAddresses(ctx, rows))),
  ]);
  return { addresses: addresses.flat(), parts };
}

/**
 * Returns the texts of the share card of a page or a row.
 * @throws {NotFound} when there is no such card, or when visitors cannot see the row
 */
export async function getShareCard(ctx: SiteCtx, name: string): Promise<ShareCard> {
  const site = await ctx.siteSettings.current();
  const page = findPageCard(name, site);
  if (page) return page;
  const [, kind, digits] = /^([a-z]+)-([1-9]\d{0,9})$/.exec(name) ?? [];
  const id = Id.safeParse(digits);
  const isKnown = cardKinds.some((known) => known === kind);
  if (!isKnown || !id.success || !isOpen(site.features, folderOf[kind as CardKind]))
    throw new NotFound('There is no such card.');
  return findRowCard[kind as CardKind](ctx, id.data, site);
}

const folderOf = { post: '/blog', job: '/career', project: '/portfolio', own: '/pages' } as const;

type FindCard = (ctx: Ctx, id: number, site: SiteSettings) => Promise<ShareCard>;
const findRowCard: Record<CardKind, FindCard> = {
  post: async (ctx, id, site) => cardOfPost(await blog.get(ctx, id, { open_at: ctx.now }), site),
  job: async (ctx, id) => cardOfJob(await getOpenJob(ctx, id)),
  project: async (ctx, id, site) => cardOfProject(await portfolio.get(ctx, id, { open_at: ctx.now }), site),
  own: async (ctx, id, site) => cardOfOwnPage(await pages.get(ctx, id, { open_at: ctx.now }), site),
};

async function pageAddresses(ctx: Ctx, pages: readonly PublicPage[]): Promise<PageAddress[]> {
  const tables = [...new Set(pages.flatMap(({ lists }): PublicPage['lists'] => lists))];
  const states = await Promise.all(
    tables.map(async (table) => [table, await readLastChange(ctx, table)] as const),
  );
  const changes = new Map(states);
  const placed = await readPlacedChanges(ctx);
  return pages.map(({ path, lists }) => {
    const moments = [...lists.flatMap((table) => changes.get(table) ?? []), placed.get(path) ?? []].flat();
    return { path, changed_at: moments.toSorted().at(-1) ?? null };
  });
}

async function rowAddresses(ctx: Ctx, shown: RowPages, offset = 0): Promise<PageAddress[]> {
  const rows = await readChanges(ctx, shown.table, { limit: maxInPart, offset });
  return rows.map(({ changed_at, ...row }) => ({ path: pathOfRow(shown, row), changed_at }));
}
