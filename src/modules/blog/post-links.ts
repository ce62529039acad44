import { z } from 'zod';
import { findRowOfPath } from '../../content/addresses/moved-pages.ts';
import type { SignedInCtx } from '../../database/ctx.ts';
import { NotFound } from '../../shared/errors.ts';
import { containsAllWords } from '../../shared/fold-text.ts';
import { fileAddress } from '../../shared/library-files.ts';
import type { ModuleName } from '../../shared/module-facts.ts';
import { normalizePath } from '../../shared/normalize-path.ts';
import { publicPages } from '../../shared/public-pages.ts';
import { isFeatureOpen } from '../../shared/settings/fields/features.ts';
import { shownDocuments } from '../../shared/settings/legal-documents.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { languageOfRow } from '../../shared/site-languages.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { getOpenJob, jobsModule } from '../jobs/jobs.module.ts';
import { mediaReader } from '../library/library.module.ts';
import { isFixedPlace, pagesFacts } from '../pages/pages.facts.ts';
import { pagesModule } from '../pages/pages.module.ts';
import { portfolioModule } from '../portfolio/portfolio.module.ts';
import { blogModule, getPublishedPost } from './blog.module.ts';

type LinksCtx = SignedInCtx & { siteSettings: SiteSettingsSource };

// Small, because the paths are part of the request's address.
const maxPaths = 50;
const maxLength = 100;

export const LinkedPaths = z.object({
  paths: z
    .array(z.string('Path must be text').max(maxLength))
    .max(maxPaths, `Ask for at most ${maxPaths} paths`),
});

/** A path that visitors cannot open. `title` is that of the hidden row, or null if it leads to none. */
const DeadLink = z.object({ path: z.string(), title: z.string().nullable() });
type DeadLink = z.output<typeof DeadLink>;
export const DeadLinks = z.object({ links: z.array(DeadLink) });

interface Rows {
  stored(ctx: LinksCtx, id: number): Promise<{ title: string }>;
  shown(ctx: LinksCtx, id: number): Promise<object>;
}

const rowsOf: Readonly<Partial<Record<ModuleName, Rows>>> = {
  blog: { stored: blogModule.get, shown: getPublishedPost },
  jobs: { stored: jobsModule.get, shown: getOpenJob },
  portfolio: {
    stored: portfolioModule.get,
    shown: (ctx, id) => portfolioModule.get(ctx, id, { open_at: ctx.now }),
  },
  pages: {
    stored: pagesModule.get,
    shown: (ctx, id) => pagesModule.get(ctx, id, { open_at: ctx.now }),
  },
};

export async function findDeadLinks(ctx: LinksCtx, paths: readonly string[]): Promise<DeadLink[]> {
  const site = await ctx.siteSettings.current();
  const hidden: DeadLink[] = [];
  for (const path of new Set(paths)) {
    const title = await hiddenTitle(ctx, site, path);
    if (title !== undefined) hidden.push({ path, title });
  }
  return hidden;
}

/** Undefined when visitors can open the path; else the title of its hidden row, or null without a row. */
async function hiddenTitle(
  ctx: LinksCtx,
  site: SiteSettings,
  path: string,
): Promise<string | null | undefined> {
  const pathname = path.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '');
  if (isFile(pathname)) return undefined;
  const known = normalizePath(pathname);
  const row = known && (await findRowOfPath(ctx, known, site.languages));
  if (!row) return isPageShown(site, pathname) ? undefined : null;
  const rows = rowsOf[row.module]!;
  const stored = await orMissing(rows.stored(ctx, row.id));
  if (!stored) return null;
  const isShown = isFeatureOpen(site.features, pathname) && (await orMissing(rows.shown(ctx, row.id)));
  return isShown ? undefined : stored.title;
}

/** Feeds, uploads and the API are not pages; links to them are not checked. */
const isFile = (path: string) => /\.[a-z\d]+$/i.test(path) || /^\/(?:uploads|api)\//.test(path);

function isPageShown({ features, legal }: SiteSettings, path: string): boolean {
  const page = publicPages.find((known) => known.path === path);
  if (!page || !isFeatureOpen(features, path)) return false;
  return typeof page.texts === 'string' || shownDocuments(legal)[page.texts.document];
}

async function orMissing<T>(row: Promise<T>): Promise<T | undefined> {
  return row.catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
}

export const LinkTargetQuery = z.object({
  query: z.string('Search must be text').trim().min(1, 'Search for something').max(200),
});

/** A page of this site, or a library file, that a text may link to. */
const Link = z.object({ path: z.string(), title: z.string(), kind: z.string() });
type Link = z.output<typeof Link>;
export const LinkTargets = z.object({ links: z.array(Link) });

const perKind = 5;

/** All matching fixed pages that visitors can open, and at most five of every other kind. */
export async function findLinkTargets(
  ctx: SignedInCtx & { siteSettings: SiteSettingsSource },
  query: string,
): Promise<Link[]> {
  const site = await ctx.siteSettings.current();
  const pageQuery = { page: 1, per_page: perKind, search: query };
  const open = { open_at: ctx.now };
  const [posts, projects, openings, customPages, files] = await Promise.all([
    isFeatureOpen(site.features, '/blog') ? blogModule.table.page(ctx.read, pageQuery, open) : nothing,
    isFeatureOpen(site.features, '/portfolio')
      ? portfolioModule.table.page(ctx.read, pageQuery, open)
      : nothing,
    isFeatureOpen(site.features, '/career') ? jobsModule.table.page(ctx.read, pageQuery, open) : nothing,
    pagesModule.table.page(ctx.read, pageQuery, open),
    mediaReader.page(ctx.read, pageQuery, { media_kind: 'file' }),
  ]);
  const linksTo = (
    folder: string,
    kind: string,
    { rows }: { rows: { id: number; title: string; slug?: string | null; lang?: string | null }[] },
  ) =>
    rows.map(({ title, ...row }) => ({
      path: pathOfRow({ folder }, row, languageOfRow(site.languages, row.lang)),
      title,
      kind,
    }));
  return [
    ...pagesOf(site).filter(({ path, title }) => containsAllWords(`${title} ${path}`, query)),
    ...customPages.rows
      .filter(({ place }) => !isFixedPlace(place))
      .map(({ title, ...row }) => ({
        path: pathOfRow(pagesFacts, row, languageOfRow(site.languages, row.lang)),
        title,
        kind: 'Page',
      })),
    ...linksTo('/blog', 'Post', posts),
    ...linksTo('/portfolio', 'Project', projects),
    ...linksTo('/career', 'Job', openings),
    ...files.rows.flatMap((file) => {
      const path = fileAddress({ ...file, path: file.path ?? null });
      return path ? [{ path, title: file.name, kind: 'File' }] : [];
    }),
  ];
}

const nothing = { rows: [] };

function pagesOf({ features, legal, pages }: SiteSettings): Link[] {
  const documents = shownDocuments(legal);
  return publicPages.flatMap(({ path, texts }): Link[] => {
    if (!isFeatureOpen(features, path)) return [];
    if (typeof texts === 'string') return [{ path, title: pages[texts].heading, kind: 'Page' }];
    const { document } = texts;
    return documents[document] ? [{ path, title: legal[document].title, kind: 'Page' }] : [];
  });
}
