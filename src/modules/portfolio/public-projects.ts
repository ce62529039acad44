import { z } from 'zod';
import { type RowView, rowViewOf } from '../../content/module/fields-of.ts';
import { renderTexts } from '../../content/module/shown-rows.ts';
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
import { MediaFacts } from '../../shared/media.ts';
import { pictureFields, type PictureView } from '../../shared/picture-view.ts';
import { languageOfRow } from '../../shared/site-languages.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { textDirectionOf } from '../../shared/text-direction.ts';
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

/** A project in public lists, without long texts, quotation and gallery. */
export const ListedProject = listed.View.extend({ ...pictureFields, ...pageViewFields }).meta({
  title: 'PublicProjectSummary',
});
type Listed = ListedView & { picture: PictureView | null; path: string; shared_picture: SharePictureView };

const PublicPicture = z
  .object({
    ...MediaFacts.omit({ url: true, caption: true }).shape,
    caption: z.string().describe('The text below the picture'),
  })
  .meta({ title: 'PublicPicture' });

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

export async function listPublicProjects(
  ctx: ListCtx,
  { category, lang }: { category?: string | undefined; lang?: string | undefined } = {},
): Promise<Listed[]> {
  const open = { open_at: ctx.now, ...(await inShownLanguage(ctx, lang)) };
  return showAll(ctx, await listTable.all(ctx.read, { category, ...open }));
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

/** Leaves out pictures that the library does not have. */
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
  const gallery = project.gallery.flatMap(({ media_id, caption }) => {
    const { url: _, ...known } = facts.get(media_id) ?? { url: undefined };
    return 'path' in known ? [{ ...known, caption }] : [];
  });
  const texts = { problem: problem!, approach: approach!, outcome: outcome! };
  const [shown] = await withSharePictures(ctx, [{ ...project, ...texts, gallery }]);
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
