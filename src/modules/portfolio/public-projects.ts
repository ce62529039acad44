import { z } from 'zod';
import { type RowView, rowViewOf } from '../../content/module/fields-of.ts';
import { expectFewTexts, renderTexts } from '../../content/module/shown-rows.ts';
import type { ListCtx } from '../../content/operations/read.ts';
import { inAnyLanguage, inShownLanguage } from '../../content/translations/shown-language.ts';
import type { ReadCtx, Reader } from '../../database/ctx.ts';
import { isInLanguageSql } from '../../database/list/language-filter.ts';
import { isPublicSql } from '../../database/list/public-at.ts';
import { tableReaderOf } from '../../database/list/table.ts';
import type { Tables } from '../../database/table-types.ts';
import {
  findMediaFacts,
  pageViewFields,
  type SharePictureView,
  withSharePictures,
} from '../../pictures/media.ts';
import { showPictures } from '../../pictures/picture.entity.ts';
import type { CaptionedPicture } from '../../shared/column-types.ts';
import { MediaFacts } from '../../shared/media.ts';
import { type PageMeta, type PageQuery, withAsOf } from '../../shared/pagination.ts';
import { pictureFields, type PictureView } from '../../shared/picture-view.ts';
import { languageOfRow } from '../../shared/site-languages.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { textDirectionOf } from '../../shared/text-direction.ts';
import { withWholeAddresses } from '../../shared/writing/show-html.ts';
import { portfolioFacts, projectColumns } from './portfolio.facts.ts';
import { portfolioModule, type ShownProject } from './portfolio.module.ts';

const { table: name, pageSize, position } = portfolioFacts;
const { unpublish_at: _, ...publicColumns } = projectColumns;
const { problem, approach, outcome, gallery, quote, ...listColumns } = publicColumns;
const listed = rowViewOf(listColumns);
type ListedView = RowView<typeof listColumns>;
const listTable = tableReaderOf<ListedView>({
  name,
  pageSize,
  position,
  view: listed.View,
  missing: 'There is no such portfolio project.',
});

const PublicPicture = z
  .object({
    ...MediaFacts.omit({ url: true, caption: true }).shape,
    caption: z.string().describe('The text below the picture'),
  })
  .meta({ title: 'PublicPicture' });

const content = rowViewOf({ problem, approach, outcome, quote, gallery });
const noContent = { problem: '', approach: '', outcome: '', quote: '', gallery: [] };

/** A project in public lists. Only with `include=content`, it has long texts, quotation and gallery. */
export const ListedProject = listed.View.extend({
  ...pictureFields,
  ...pageViewFields,
  problem: content.View.shape.problem.optional(),
  approach: content.View.shape.approach.optional(),
  outcome: content.View.shape.outcome.optional(),
  quote: content.View.shape.quote.optional(),
  gallery: z.array(PublicPicture).optional().describe('The pictures of the gallery'),
}).meta({ title: 'PublicProjectSummary' });
type Listed = ListedView & { picture: PictureView | null; path: string; shared_picture: SharePictureView };
type ListedWithContent = z.output<typeof ListedProject>;

export const PublicProject = rowViewOf(publicColumns)
  .View.extend({
    ...pictureFields,
    ...pageViewFields,
    gallery: z.array(PublicPicture).describe('The pictures of the gallery'),
  })
  .meta({ title: 'PublicProject' });
type GalleryPicture = z.output<typeof PublicProject.shape.gallery>[number];
type PageProject = Omit<ShownProject, 'gallery'> & {
  shared_picture: SharePictureView;
  gallery: GalleryPicture[];
};

export const NextProject = z.object({
  title: z.string().describe('The title'),
  client: z.string().describe('The client'),
  lang: z.string().nullable().describe('Such as `en`. Null: that of the site'),
  path: z.string().describe('The path on the site'),
});
type NextProject = z.output<typeof NextProject>;

interface ProjectQuery extends Pick<PageQuery, 'page' | 'per_page'> {
  category?: string | string[] | undefined;
  lang?: string | undefined;
  include?: 'content' | undefined;
  updated_since?: Date | undefined;
}

/**
 * Without a page, texts or a moment, all projects. `publicUrl` is for addresses in texts.
 * @throws {RuleBroken} for a page with the texts of too many projects
 */
export async function listPublicProjectPage(
  ctx: ListCtx,
  { category, lang, include, updated_since, ...paging }: ProjectQuery,
  publicUrl: string,
): Promise<{ portfolios: ListedWithContent[]; meta?: PageMeta }> {
  const { page, per_page = pageSize } = paging;
  expectFewTexts(include, per_page);
  const open = { category, open_at: ctx.now, ...(await inShownLanguage(ctx, lang)) };
  const isWhole = [page, paging.per_page, include, updated_since].every((each) => each === undefined);
  if (isWhole) return { portfolios: await showAll(ctx, await listTable.all(ctx.read, open)) };
  const where = { ...open, shown_since: updated_since };
  const { rows, meta } = await listTable.page(ctx.read, { page, per_page }, where);
  const projects = await showAll(ctx, rows);
  return {
    portfolios: include ? await addContents(ctx, projects, publicUrl) : projects,
    meta: withAsOf(meta, ctx.now, updated_since),
  };
}

/** Without the marks of the site's style sheet, and with whole addresses: for other sites. */
async function addContents(
  ctx: ListCtx,
  projects: readonly Listed[],
  publicUrl: string,
): Promise<ListedWithContent[]> {
  if (projects.length === 0) return [];
  const ids = projects.map(({ id }) => id);
  const columns = Object.keys(content.View.shape) as (keyof Tables['projects'])[];
  const rows = await ctx.read.selectFrom(name).select(columns).where('id', 'in', ids).execute();
  const contents = new Map(rows.map((row) => content.toView(row as never)).map((view) => [view.id, view]));
  const stories = ids.flatMap((id) => {
    const { problem: before, approach: work, outcome: result } = contents.get(id) ?? noContent;
    return [before, work, result];
  });
  const texts = await renderTexts(ctx, stories, { isPlain: true });
  const galleries = [...contents.values()].flatMap((view) => view.gallery);
  const facts = await findMediaFacts(
    ctx,
    galleries.map(({ media_id }) => media_id),
  );
  return projects.map((project, at) => {
    const { quote: words, gallery: pictures } = contents.get(project.id) ?? noContent;
    const [before, work, result] = texts
      .slice(at * 3, at * 3 + 3)
      .map((html) => withWholeAddresses(html, publicUrl));
    const story = { problem: before, approach: work, outcome: result };
    return { ...project, ...story, quote: words, gallery: showGallery(pictures, facts) };
  });
}

/** Leaves out pictures that the library does not have. */
function showGallery(
  pictures: readonly CaptionedPicture[],
  facts: ReadonlyMap<number, MediaFacts>,
): GalleryPicture[] {
  return pictures.flatMap(({ media_id, caption }) => {
    const { url: _, ...known } = facts.get(media_id) ?? { url: undefined };
    return 'path' in known ? [{ ...known, caption }] : [];
  });
}

/** Those that visitors can see, in no particular order. */
export async function listPublicProjectsByIds(ctx: ListCtx, ids: readonly number[]): Promise<Listed[]> {
  if (ids.length === 0) return [];
  const { in_language } = await inAnyLanguage(ctx);
  const rows = await ctx.read
    .selectFrom(name)
    .select(listedColumns)
    .where('id', 'in', [...ids])
    .where(isPublicSql(name, ctx.now))
    .where(isInLanguageSql(name, in_language))
    .execute();
  return showAll(ctx, rows);
}

const listedColumns = Object.keys(listed.View.shape) as (keyof Tables['projects'])[];

const featuredCount = 3;
/** The projects among which `listFeaturedProjects` chooses. */
const consideredCount = 12;

/** Featured projects, then those with figures, then others; each in the order of the portfolio. */
export async function listFeaturedProjects(ctx: ListCtx): Promise<Listed[]> {
  const { in_language } = await inShownLanguage(ctx);
  const rows = await ctx.read
    .selectFrom(name)
    .select(listedColumns)
    .where(isPublicSql(name, ctx.now))
    .where(isInLanguageSql(name, in_language))
    .orderBy('is_featured', 'desc')
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .limit(consideredCount)
    .execute();
  const rank = ({ is_featured, figures }: ListedView) => (is_featured ? 0 : figures.length > 0 ? 1 : 2);
  const views = rows.map((row) => listed.toView(row as never));
  const chosen = views.toSorted((one, other) => rank(one) - rank(other)).slice(0, featuredCount);
  return showViews(ctx, chosen);
}

async function showAll(ctx: ListCtx, rows: readonly object[]): Promise<Listed[]> {
  return showViews(
    ctx,
    rows.map((row) => listed.toView(row as never)),
  );
}

async function showViews(ctx: ListCtx, views: readonly ListedView[]): Promise<Listed[]> {
  const { languages } = await ctx.siteSettings.current();
  const placed = views.map((view) => ({
    ...view,
    path: pathOfRow(portfolioFacts, view, languageOfRow(languages, view.lang)),
  }));
  return withSharePictures(ctx, await showPictures(ctx, 'image', placed));
}

/** @throws {NotFound} when there is no such project or visitors cannot see it */
export async function getPublicProject(ctx: ListCtx, id: number) {
  const project = await portfolioModule.get(ctx, id, { open_at: ctx.now, ...(await inAnyLanguage(ctx)) });
  return { portfolio: await presentProject(ctx, project), next: await findNextProject(ctx, project) };
}

export async function presentProject(ctx: ListCtx, project: ShownProject): Promise<PageProject> {
  const [problem, approach, outcome] = await renderTexts(
    ctx,
    [project.problem, project.approach, project.outcome],
    { isRightToLeft: textDirectionOf(project) === 'rtl' },
  );
  const facts = await findMediaFacts(
    ctx,
    project.gallery.map(({ media_id }) => media_id),
  );
  const shownGallery = showGallery(project.gallery, facts);
  const texts = { problem: problem!, approach: approach!, outcome: outcome! };
  const [shown] = await withSharePictures(ctx, [{ ...project, ...texts, gallery: shownGallery }]);
  return shown!;
}

/** The next public project of the portfolio in the language that is shown. The first follows the last. Null when there is no other. */
export async function findNextProject(
  ctx: Pick<ListCtx, 'read' | 'now' | 'siteSettings'>,
  { id, position: place = 0 }: { id: number; position?: number | undefined },
): Promise<NextProject | null> {
  const { in_language } = await inShownLanguage(ctx);
  const others = openProjects(ctx.read, ctx.now)
    .where(isInLanguageSql(name, in_language))
    .where('id', '<>', id)
    .orderBy('position', 'desc')
    .orderBy('id', 'desc');
  const next =
    (await others
      .where(({ and, or, eb }) =>
        or([eb('position', '<', place), and([eb('position', '=', place), eb('id', '<', id)])]),
      )
      .executeTakeFirst()) ?? (await others.executeTakeFirst());
  if (!next) return null;
  const { languages } = await ctx.siteSettings.current();
  const row = { ...next, id: Number(next.id) };
  return {
    title: next.title,
    client: next.client,
    lang: next.lang,
    path: pathOfRow(portfolioFacts, row, languageOfRow(languages, next.lang)),
  };
}

function openProjects(read: Reader, now: Date) {
  return read
    .selectFrom(name)
    .select(['id', 'title', 'client', 'lang', 'slug'])
    .where(isPublicSql(name, now))
    .limit(1);
}

/** The addresses of projects' pictures at other sites, each once. */
export async function listOutsidePictures({ read }: ReadCtx): Promise<string[]> {
  const rows = await read
    .selectFrom('projects')
    .select('image')
    .distinct()
    .where('image', 'like', 'http%')
    .execute();
  return rows.map(({ image }) => String(image));
}
