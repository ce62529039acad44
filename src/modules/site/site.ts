import { z } from 'zod';
import { findMovedAddress } from '../../content/addresses/moved-pages.ts';
import { toIsoTime } from '../../database/columns.ts';
import type { Ctx } from '../../database/ctx.ts';
import { inAnyLanguage } from '../../content/translations/shown-language.ts';
import { isInLanguageSql } from '../../database/list/language-filter.ts';
import { isPublicSql } from '../../database/list/public-at.ts';
import { getSite, SiteView } from '../../settings/public-settings.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import { NotFound } from '../../shared/errors.ts';
import { Id, wholeNumber } from '../../shared/fields.ts';
import {
  type ListedTable,
  type PublicPage,
  publicPages,
  searchSettingsOf,
} from '../../shared/public-pages.ts';
import { isFeatureOpen } from '../../shared/settings/fields/features.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
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
import { languageOfRow, type SiteLanguage } from '../../shared/site-languages.ts';
import { addressInLanguage, pathOfRow } from '../../shared/slugs.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { procedureWithGrant, publicProcedure, publicProcedureOf, router } from '../../trpc/procedures.ts';
import {
  LinkQuery,
  listFixedPage,
  listPagesInLanguages,
  PageQuery,
  PageLinks,
  PagesInLanguages,
  resolvePageLinks,
  RowQuery,
} from './page-languages.ts';
import { blogModule, listNewestPosts } from '../blog/blog.module.ts';
import { getOpenJob } from '../jobs/jobs.module.ts';
import { type FixedPlace, fixedPlaces, pagesFacts } from '../pages/pages.facts.ts';
import { pagesModule } from '../pages/pages.module.ts';
import { listSitePages, SitePages } from '../pages/site-pages.ts';
import { portfolioModule } from '../portfolio/portfolio.module.ts';

/** Without `part`, all addresses if they fit into one part, else the number of parts alone. */
const AddressQuery = z.object({ part: wholeNumber('Part', 1, 100_000).optional() });

const PageAddress = z.object({
  path: z.string(),
  /** In ISO 8601. Null for a page without content in the database. */
  changed_at: z.string().nullable(),
});
type PageAddress = z.output<typeof PageAddress>;

/** `addresses` is empty when there are several parts and the query names none. */
const AddressList = z.object({ addresses: z.array(PageAddress), parts: z.int() });
type AddressList = z.output<typeof AddressList>;

const FeedPost = z.object({
  id: z.int(),
  path: z.string(),
  title: z.string(),
  excerpt: z.string(),
  content: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  author: z.string().nullable(),
  lang: z.string().nullable(),
  published_at: z.string().nullable(),
  updated_at: z.string(),
});

const MovedQuery = z.object({ path: z.string().max(2000) });

/** Null if no page was ever at the path, or visitors cannot open it. */
const Moved = z.object({ path: z.string().nullable() });

/** The name of a card, such as `page-about` or `post-12`. */
const CardQuery = z.object({ name: z.string().max(100) });

const CardView = z.object({
  name: z.string(),
  title: z.string(),
  kicker: z.string(),
  motif: z.string().nullable(),
});

type SitePagesCtx = Pick<Ctx, 'read' | 'now'>;
type Moment = Date | number | string;
interface ShownRow {
  id: number;
  slug: string | null;
  lang: string | null;
  is_in_sitemap: boolean | number;
  updated_at: Moment;
  place?: string;
}
type Shown = PublicPage['lists'][number];
type Tables = Record<Shown, ShownRow>;

function shownRows({ read, now }: SitePagesCtx, table: Shown) {
  const rows = read.withTables<Tables>().selectFrom(table);
  return table === 'albums' ? rows : rows.where(isPublicSql(table, now));
}

/** Without rows that staff hide from search engines. */
function rowsInSitemap(ctx: SitePagesCtx, table: ListedTable) {
  return shownRows(ctx, table).where('is_in_sitemap', '=', true);
}

async function countInSitemap(ctx: SitePagesCtx, table: ListedTable): Promise<number> {
  const counted = rowsInSitemap(ctx, table).select((eb) => eb.fn.countAll<number | string>().as('amount'));
  return Number((await counted.executeTakeFirstOrThrow()).amount);
}

/** In ISO 8601. Null when there are no public rows. */
async function readLastChange(ctx: SitePagesCtx, table: Shown): Promise<string | null> {
  const { changed } = await shownRows(ctx, table)
    .select((eb) => eb.fn.max<Moment | null>('updated_at').as('changed'))
    .executeTakeFirstOrThrow();
  return changed === null ? null : toIsoTime(changed);
}

/** The last change of blocks by fixed page, in ISO 8601. */
async function readPlacedChanges(ctx: SitePagesCtx): Promise<Map<string, string>> {
  const rows = await shownRows(ctx, 'pages')
    .select((eb) => ['place', eb.fn.max<Moment>('updated_at').as('changed')])
    .where('place', 'in', fixedPlaces)
    .groupBy('place')
    .execute();
  return new Map(
    rows.map(({ place, changed }) => [pagesFacts.fixedPages[place as FixedPlace], toIsoTime(changed)]),
  );
}

type SiteCtx = Ctx & { siteSettings: SiteSettingsSource };

/** sitemaps.org allows 50,000; 10,000 take a few hundredths of a second. */
const maxInPart = 10_000;

type RowPages = { table: ListedTable } & Pick<ContentFacts, 'folder' | 'hasWholePaths'> & { folder: string };
const rowPages: readonly RowPages[] = [
  { table: 'jobs', folder: '/career' },
  { table: 'projects', folder: '/portfolio' },
  { table: 'posts', folder: '/blog' },
  pagesFacts,
];

/** @throws {NotFound} when there is no such part, or the site is hidden from search engines */
async function listSitemapAddresses(ctx: SiteCtx, part?: number): Promise<AddressList> {
  const site = await ctx.siteSettings.current();
  const { features, linked, search, languages } = site;
  if (search.is_hidden) throw new NotFound('The site is hidden from search engines.');
  const shownRows = rowPages.filter(({ folder }) => isFeatureOpen(features, folder));
  const inLanguages = await Promise.all(
    languages.shown.map(async (one) => ({
      ...one,
      linked: one.prefix ? (await ctx.siteSettings.current(one.language)).linked : linked,
    })),
  );
  const shownPages = publicPages.flatMap((page) => {
    const { is_hidden, canonical_url } = searchSettingsOf(page.path, site);
    if (is_hidden || canonical_url) return [];
    const prefixes = inLanguages.filter((one) => isFeatureOpen(one.linked, page.path));
    return prefixes.length > 0 ? [{ ...page, prefixes }] : [];
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

/** @throws {NotFound} when there is no such card, or visitors cannot see the row */
async function getShareCard(ctx: SiteCtx, name: string): Promise<ShareCard> {
  const site = await ctx.siteSettings.current();
  const page = findPageCard(name, site);
  if (page) return page;
  const [, kind, digits] = /^([a-z]+)-([1-9]\d{0,9})$/.exec(name) ?? [];
  const id = Id.safeParse(digits);
  const isKnown = cardKinds.some((known) => known === kind);
  if (!isKnown || !id.success || !isFeatureOpen(site.features, folderOf[kind as CardKind]))
    throw new NotFound('There is no such card.');
  return findRowCard[kind as CardKind](ctx, id.data, site);
}

const folderOf = { post: '/blog', job: '/career', project: '/portfolio', own: '/pages' } as const;

type FindCard = (ctx: SiteCtx, id: number, site: SiteSettings) => Promise<ShareCard>;
const findRowCard: Record<CardKind, FindCard> = {
  post: async (ctx, id, site) => cardOfPost(await blogModule.get(ctx, id, { open_at: ctx.now }), site),
  job: async (ctx, id) => cardOfJob(await getOpenJob(ctx, id)),
  project: async (ctx, id, site) =>
    cardOfProject(await portfolioModule.get(ctx, id, { open_at: ctx.now }), site),
  own: async (ctx, id, site) => cardOfOwnPage(await pagesModule.get(ctx, id, { open_at: ctx.now }), site),
};

type PageInLanguages = PublicPage & { prefixes: readonly Pick<SiteLanguage, 'prefix'>[] };

async function pageAddresses(ctx: SiteCtx, pages: readonly PageInLanguages[]): Promise<PageAddress[]> {
  const tables = [...new Set(pages.flatMap(({ lists }): PublicPage['lists'] => lists))];
  const states = await Promise.all(
    tables.map(async (table) => [table, await readLastChange(ctx, table)] as const),
  );
  const changes = new Map(states);
  const placed = await readPlacedChanges(ctx);
  return pages.flatMap(({ path, lists, prefixes }) => {
    const moments = [...lists.flatMap((table) => changes.get(table) ?? []), placed.get(path) ?? []].flat();
    const changed_at = moments.toSorted().at(-1) ?? null;
    return prefixes.map((one) => ({ path: addressInLanguage(one, path), changed_at }));
  });
}

async function rowAddresses(ctx: SiteCtx, shown: RowPages, offset = 0): Promise<PageAddress[]> {
  const { languages } = await ctx.siteSettings.current();
  const { in_language } = await inAnyLanguage(ctx);
  const rows = await rowsInSitemap(ctx, shown.table)
    .select(['id', 'slug', 'lang', 'updated_at'])
    .where(isInLanguageSql(shown.table, in_language))
    .orderBy('id')
    .limit(maxInPart)
    .offset(offset)
    .execute();
  return rows.map((row) => ({
    path: pathOfRow(shown, row, languageOfRow(languages, row.lang)),
    changed_at: toIsoTime(row.updated_at),
  }));
}

const postsInFeed = 20;

export const siteRouter = router({
  test: publicProcedure
    .meta(rest('GET', '/test', 'Check that the API answers', { isPublicCacheable: true }))
    .output(z.object({ message: z.string().describe('A sentence that says that the API answers') }))
    .query(() => ({ message: 'The API is working.' })),

  settings: publicProcedure
    .meta(rest('GET', '/site', 'Read the public settings of the site', { isPublicCacheable: true }))
    .output(SiteView)
    .query(({ ctx }) => getSite(ctx)),

  /** For the panel alone: fixed pages and own ones. Named so, because it changes with the settings and with pages. */
  pages: procedureWithGrant('pages:manage')
    .output(SitePages)
    .query(({ ctx }) => listSitePages(ctx)),

  addresses: publicProcedure
    .input(AddressQuery)
    .output(AddressList)
    .query(({ ctx, input }) => listSitemapAddresses(ctx, input.part)),

  moved: publicProcedure
    .input(MovedQuery)
    .output(Moved)
    .query(async ({ ctx, input }) => {
      const { languages } = await ctx.siteSettings.current();
      // A legal text with a gap in a further language is open in the main one.
      const site = await ctx.siteSettings.current(languages.shown[0].language);
      return { path: (await findMovedAddress(ctx, site, input.path)) ?? null };
    }),

  /** Of one row. */
  translations: publicProcedure
    .input(RowQuery)
    .output(PagesInLanguages)
    .query(async ({ ctx, input }) => ({ pages: await listPagesInLanguages(ctx, input) })),

  /** The languages in which visitors can open a page that is not of a row. */
  pageLanguages: publicProcedure
    .input(PageQuery)
    .output(PagesInLanguages)
    .query(async ({ ctx, input }) => ({ pages: await listFixedPage(ctx, input.path) })),

  pageLinks: publicProcedure
    .input(LinkQuery)
    .output(PageLinks)
    .query(async ({ ctx, input }) => ({ links: await resolvePageLinks(ctx, input) })),

  feed: publicProcedureOf('blog')
    .output(z.object({ posts: z.array(FeedPost) }))
    .query(async ({ ctx }) => ({ posts: await listNewestPosts(ctx, postsInFeed) })),

  shareCard: publicProcedure
    .input(CardQuery)
    .output(CardView)
    .query(({ ctx, input }) => getShareCard(ctx, input.name)),
});
