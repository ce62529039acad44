import { tableOf } from '../../database/list/table.ts';
import type { Ctx } from '../../database/ctx.ts';
import type { PageMeta, PageQuery } from '../../shared/pagination.ts';
import { type PictureView, pictureFields } from '../../shared/picture-view.ts';
import { pathInFolder } from '../../shared/slugs.ts';
import { directionOf } from '../../shared/text-direction.ts';
import { defineModule } from '../../content/module/define-module.ts';
import { type View, viewOf } from '../../content/module/fields-of.ts';
import type { Shown } from '../../content/module/schemas-of.ts';
import type { ListCtx } from '../../content/operations/read.ts';
import { showTexts } from '../../content/module/shown-rows.ts';
import { pageFields, type SharedPicture, showShared } from '../../pictures/media.ts';
import { showPictures } from '../../pictures/picture.ts';
import { blogFacts, postColumns } from './blog.facts.ts';

type PostView = View<typeof postColumns>;

const missing = 'There is no such blog post.';

export const blog = defineModule('blog', {
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
  // Enough for the longest content with every character escaped in JSON, and for the other fields.
  textBytes: 8 * 1024 * 1024,
  lists: { filters: ['category', 'is_published'], groups: 'category' },
});

export const Post = blog.entity;
export type Post = InstanceType<typeof Post>;

const { unpublish_at: _, ...publicColumns } = postColumns;
const { content: __, ...summaryColumns } = publicColumns;
const summaries = viewOf(summaryColumns);
const { table: name, pageSize, folder } = blogFacts;
const summaryTable = tableOf<View<typeof summaryColumns>>({ name, missing, pageSize, view: summaries.View });

/** A post as public lists show it. The content is left out. */
export const PostSummary = summaries.View;
type ShownSummary = View<typeof summaryColumns> & { picture: PictureView | null; path: string };

/** A post as visitors read it. */
export const PublicPost = viewOf(publicColumns)
  .View.extend({ ...pictureFields, ...pageFields })
  .meta({ title: 'PublicPost' });

interface PostFilter {
  category?: string | undefined;
  tag?: string | undefined;
  author?: string | undefined;
}

/** Returns one page of the published posts, without their content. */
export async function listPublishedPosts(
  ctx: Ctx,
  { category, tag, author, ...query }: PageQuery & PostFilter,
): Promise<{ posts: ShownSummary[]; meta: PageMeta }> {
  const { rows, meta } = await summaryTable.page(ctx.read, query, {
    category,
    open_at: ctx.now,
    // A form sends empty fields for filters that were not chosen.
    tag: tag || undefined,
    author: author || undefined,
  });
  const views = rows.map(summaries.toView).map((view) => ({ ...view, path: pathInFolder(folder, view) }));
  return { posts: await showPictures(ctx, 'featured_image', views), meta };
}

const offeredTags = 200;

/** Returns the 200 most frequent tags of all posts including drafts, the most frequent first. */
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

/** Returns the newest published posts. Their content has the form in which feed readers can show it. */
export async function listNewestPosts(ctx: ListCtx, count: number): Promise<(PostView & { path: string })[]> {
  const newest = { page: 1, per_page: count };
  const { rows } = await blog.table.page(ctx.read, newest, { open_at: ctx.now });
  const texts = await showTexts(
    ctx,
    rows.map(({ content }) => content),
    { isPlain: true },
  );
  return rows.map((row, at) => {
    const view = blog.toView(row);
    return { ...view, content: texts[at]!, path: pathInFolder(folder, view) };
  });
}

type ShownPost = Shown<typeof postColumns> & { shared_picture: SharedPicture };

/**
 * Returns a published post, with its content as visitors see it.
 * @throws {NotFound} when there is no such post or visitors cannot see it
 */
export async function getPublishedPost(ctx: ListCtx, id: number): Promise<ShownPost> {
  const post = await blog.get(ctx, id, { open_at: ctx.now });
  const [content] = await showTexts(ctx, [post.content], {
    isFirstHigh: !post.featured_image,
    isRightToLeft: directionOf(post) === 'rtl',
  });
  const [shown] = await showShared(ctx, [{ ...post, content: content! }]);
  return shown!;
}
