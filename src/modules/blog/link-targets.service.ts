import { z } from 'zod';
import type { SignedInCtx } from '../../database/ctx.ts';
import { mediaTable } from '../library/library.module.ts';
import { hasWords } from '../../shared/fold.ts';
import { fileAddress } from '../../shared/library-files.ts';
import { publicPages } from '../../shared/public-pages.ts';
import { isOpen } from '../../shared/settings/fields/features.ts';
import { shownDocuments } from '../../shared/settings/legal-documents.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site.ts';
import { pathOfRow, pathInFolder } from '../../shared/slugs.ts';
import { jobs } from '../jobs/jobs.module.ts';
import { isPlaced, pagesFacts } from '../pages/pages.facts.ts';
import { pages } from '../pages/pages.module.ts';
import { portfolio } from '../portfolio/portfolio.module.ts';
import { blog } from './blog.module.ts';

export const LinkTargetQuery = z.object({
  query: z.string('Search must be text').trim().min(1, 'Search for something').max(200),
});

/** A page of this site, or a file of its library, that a text may link to. */
const Link = z.object({ path: z.string(), title: z.string(), kind: z.string() });
type Link = z.output<typeof Link>;
export const LinkTargets = z.object({ links: z.array(Link) });

const perKind = 5;

/**
 * Returns the pages and library files that match a search. Leaves out pages that visitors cannot open. Returns all
 * matching fixed pages, and at most five posts, projects, jobs, custom pages and files each.
 */
export async function findLinkTargets(
  ctx: SignedInCtx & { siteSettings: SiteSettingsSource },
  query: string,
): Promise<Link[]> {
  const site = await ctx.siteSettings.current();
  const asked = { page: 1, per_page: perKind, search: query };
  const open = { open_at: ctx.now };
  const [posts, projects, openings, customPages, files] = await Promise.all([
    isOpen(site.features, '/blog') ? blog.table.page(ctx.read, asked, open) : nothing,
    isOpen(site.features, '/portfolio') ? portfolio.table.page(ctx.read, asked, open) : nothing,
    isOpen(site.features, '/career') ? jobs.table.page(ctx.read, asked, open) : nothing,
    pages.table.page(ctx.read, asked, open),
    mediaTable.page(ctx.read, asked, { media_kind: 'file' }),
  ]);
  const linksTo = (
    folder: string,
    kind: string,
    { rows }: { rows: { id: number; title: string; slug?: string | null }[] },
  ) => rows.map(({ title, ...row }) => ({ path: pathInFolder(folder, row), title, kind }));
  return [
    ...pagesOf(site).filter(({ path, title }) => hasWords(`${title} ${path}`, query)),
    ...customPages.rows
      .filter(({ place }) => !isPlaced(place))
      .map(({ title, ...row }) => ({ path: pathOfRow(pagesFacts, row), title, kind: 'Page' })),
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
  return publicPages.flatMap(({ path, words }): Link[] => {
    if (!isOpen(features, path)) return [];
    if (typeof words === 'string') return [{ path, title: pages[words].heading, kind: 'Page' }];
    const { document } = words;
    return documents[document] ? [{ path, title: legal[document].title, kind: 'Page' }] : [];
  });
}
