import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { defineModule } from '../../content/module/define-module.ts';
import { type RowView, rowViewOf } from '../../content/module/fields-of.ts';
import type { PublicRowView } from '../../content/module/schemas-of.ts';
import { expectFewTexts, renderTexts } from '../../content/module/shown-rows.ts';
import { inAnyLanguage, inShownLanguage } from '../../content/translations/shown-language.ts';
import { isInLanguageSql } from '../../database/list/language-filter.ts';
import type { ListCtx } from '../../content/operations/read.ts';
import type { Ctx } from '../../database/ctx.ts';
import { isPublicSql } from '../../database/list/public-at.ts';
import { tableReaderOf } from '../../database/list/table.ts';
import { showPictures } from '../../pictures/picture.entity.ts';
import { pageViewFields, type SharePictureView, withSharePictures } from '../../pictures/media.ts';
import { type PageMeta, type PageQuery, withAsOf } from '../../shared/pagination.ts';
import { pictureFields, type PictureView } from '../../shared/picture-view.ts';
import { languageOfRow } from '../../shared/site-languages.ts';
import { pathOfRow } from '../../shared/slugs.ts';
import { textDirectionOf } from '../../shared/text-direction.ts';
import { withWholeAddresses } from '../../shared/writing/show-html.ts';
import { blogFacts, postColumns } from './blog.facts.ts';

type PostView = RowView<typeof postColumns>;

const missing = 'There is no such blog post.';

export const blogModule = defineModule('blog', {
  columns: postColumns,
  missing,
  title: 'title',
  logged: ['title', 'category'],
  search: ['title', 'excerpt'],
  indexes: [
    ['created_at', 'id'],
    ['category', 'created_at', 'id'],
    ['is_published', 'created_at', 'id', 'published_at', 'unpublish_at'],
    ['category', 'is_published', 'created_at', 'id', 'published_at', 'unpublish_at'],
    ...[
      ['is_published', 'published_at', 'id', 'unpublish_at'],
      ['category', 'is_published', 'published_at', 'id', 'unpublish_at'],
      ['author', 'is_published', 'published_at', 'id', 'unpublish_at'],
      ['is_published', 'unpublish_at'],
      ['is_published', 'announced_at', 'published_at'],
      ['is_published', 'is_in_sitemap', 'id', 'updated_at', 'published_at', 'unpublish_at', 'slug'],
    ],
  ],
  summaries: {
    list: 'List blog posts',
    create: 'Create a blog post',
    update: 'Change a blog post',
    remove: 'Delete a blog post',
  },
  // The longest content with every character escaped in JSON, and the other fields.
  textBytes: 8 * 1024 * 1024,
  lists: { filters: ['category', 'is_published'], groups: 'category' },
});

export const Post = blogModule.entity;
export type Post = InstanceType<typeof Post>;

const { unpublish_at: _, ...publicColumns } = postColumns;
const { content: __, ...summaryColumns } = publicColumns;
const summaries = rowViewOf(summaryColumns);
const { table: name, pageSize } = blogFacts;
const summaryTable = tableReaderOf<RowView<typeof summaryColumns>>({
  name,
  missing,
  pageSize,
  view: summaries.View,
});

/** A post in public lists, without its content. */
export const PostSummary = summaries.View;
type ShownSummary = RowView<typeof summaryColumns> & { picture: PictureView | null; path: string };

export const PublicPost = rowViewOf(publicColumns)
  .View.extend({ ...pictureFields, ...pageViewFields })
  .meta({ title: 'PublicPost' });

interface PostFilter {
  category?: string | string[] | undefined;
  tag?: string | string[] | undefined;
  author?: string | undefined;
  include?: 'content' | undefined;
  updated_since?: Date | undefined;
  lang?: string | undefined;
}

type ListedPost = ShownSummary & { content?: string };

/** `publicUrl` is for addresses in texts. @throws {RuleBroken} for more than 20 posts with their texts */
export async function listPublishedPosts(
  ctx: ListCtx,
  { category, tag, author, lang, include, updated_since, ...query }: PageQuery & PostFilter,
  publicUrl = '',
): Promise<{ posts: ListedPost[]; meta: PageMeta }> {
  expectFewTexts(include, query.per_page ?? pageSize);
  const per_page = query.per_page ?? (include && pageSize);
  const { rows, meta } = await summaryTable.page(
    ctx.read,
    { ...query, per_page },
    {
      category,
      open_at: ctx.now,
      // Forms send empty fields for filters that nobody chose.
      tag: tag || undefined,
      author: author || undefined,
      shown_since: updated_since,
      ...(await inShownLanguage(ctx, lang)),
    },
  );
  const { languages } = await ctx.siteSettings.current();
  const views = rows
    .map(summaries.toView)
    .map((view) => ({ ...view, path: pathOfRow(blogFacts, view, languageOfRow(languages, view.lang)) }));
  const posts = await showPictures(ctx, 'featured_image', views);
  return {
    posts: include ? await addContents(ctx, posts, publicUrl) : posts,
    meta: withAsOf(meta, ctx.now, updated_since),
  };
}

/** Without the marks of the site's style sheet, and with whole addresses: for other sites. */
async function addContents(
  ctx: ListCtx,
  posts: readonly ShownSummary[],
  publicUrl: string,
): Promise<ListedPost[]> {
  if (posts.length === 0) return [];
  const ids = posts.map(({ id }) => id);
  const stored = await ctx.read
    .selectFrom('posts')
    .select(['id', 'content'])
    .where('id', 'in', ids)
    .execute();
  const contents = new Map(stored.map(({ id, content }) => [id, content]));
  const texts = await renderTexts(
    ctx,
    ids.map((id) => contents.get(id) ?? ''),
    { isPlain: true },
  );
  return posts.map((post, at) => ({ ...post, content: withWholeAddresses(texts[at]!, publicUrl) }));
}

const offeredTags = 200;

/** The 200 most frequent tags of all posts, drafts included, most frequent first. */
export async function listTags({ read }: Pick<Ctx, 'read'>): Promise<string[]> {
  const rows = await read
    .selectFrom('post_tags')
    .select('tag')
    .groupBy('tag')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('tag')
    .limit(offeredTags)
    .execute();
  return rows.map(({ tag }) => tag);
}

/** The newest published posts, their content in a form that feed readers can show. */
export async function listNewestPosts(ctx: ListCtx, count: number): Promise<(PostView & { path: string })[]> {
  const newest = { page: 1, per_page: count };
  const { rows } = await blogModule.table.page(ctx.read, newest, {
    open_at: ctx.now,
    ...(await inShownLanguage(ctx)),
  });
  const { languages } = await ctx.siteSettings.current();
  const texts = await renderTexts(
    ctx,
    rows.map(({ content }) => content),
    { isPlain: true },
  );
  return rows.map((row, at) => {
    const view = blogModule.toView(row);
    const path = pathOfRow(blogFacts, view, languageOfRow(languages, view.lang));
    return { ...view, content: texts[at]!, path };
  });
}

type ShownPost = PublicRowView<typeof postColumns> & { shared_picture: SharePictureView };

/** @throws {NotFound} when there is no such post or visitors cannot see it */
export async function getPublishedPost(ctx: ListCtx, id: number): Promise<ShownPost> {
  const post = await blogModule.get(ctx, id, { open_at: ctx.now, ...(await inAnyLanguage(ctx)) });
  const [content] = await renderTexts(ctx, [post.content], {
    isFirstHigh: !post.featured_image,
    isRightToLeft: textDirectionOf(post) === 'rtl',
  });
  const [shown] = await withSharePictures(ctx, [{ ...post, content: content! }]);
  return shown!;
}

const LinkedPost = z.object({ title: z.string(), lang: z.string().nullable(), path: z.string() });
type LinkedPost = z.output<typeof LinkedPost>;

type NeighboursCtx = Pick<ListCtx, 'read' | 'now' | 'siteSettings'>;

/** The public posts published just before and just after a post, or null. */
export const PostNeighbours = z.object({ previous: LinkedPost.nullable(), next: LinkedPost.nullable() });

/** In the language that is shown. Only posts with a publication date have neighbours, and only public ones unless `includesDrafts`. */
export async function findPostNeighbours(
  ctx: NeighboursCtx,
  id: number,
  { includesDrafts = false } = {},
): Promise<z.output<typeof PostNeighbours>> {
  const condition = includesDrafts ? sql<boolean>`true` : isPublicSql(blogFacts.table, ctx.now);
  const post = sql`select this.published_at, this.id from posts as this where this.id = ${id} and ${condition}`;
  return {
    previous: await findBeside(ctx, post, 'before'),
    next: await findBeside(ctx, post, 'after'),
  };
}

async function findBeside(
  ctx: NeighboursCtx,
  post: RawBuilder<unknown>,
  side: 'before' | 'after',
): Promise<LinkedPost | null> {
  const isBeside = sql.raw(side === 'before' ? '<' : '>');
  const direction = side === 'before' ? 'desc' : 'asc';
  const { languages } = await ctx.siteSettings.current();
  const { in_language } = await inShownLanguage(ctx);
  const row = await ctx.read
    .selectFrom('posts')
    .select(['id', 'title', 'lang', 'slug'])
    .where(isPublicSql(blogFacts.table, ctx.now))
    .where(isInLanguageSql(blogFacts.table, in_language))
    .where(sql<boolean>`(published_at, id) ${isBeside} (${post})`)
    .orderBy('published_at', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return {
    title: row.title,
    lang: row.lang,
    path: pathOfRow(blogFacts, row, languageOfRow(languages, row.lang)),
  };
}
