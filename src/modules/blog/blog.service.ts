import type { OperationContext, ReadContext } from '../../database/operation.ts';
import { RuleBroken } from '../../shared/errors.ts';
import type { PageMeta } from '../../shared/pagination.ts';
import type { Cleaner } from '../../workers/cleaner.ts';
import { describePicture, showPicture, showPictures, withPicture } from '../pictures/pictures.service.ts';
import { type EditorialWork, recordsOf } from '../records/records.service.ts';
import { Post } from './post.entity.ts';
import { countPosts, postTable, readPosts, readPublishedPosts } from './post.repository.ts';
import type { PostChange, PostInput, PostQuery, PostView, ShownPost, ShownSummary } from './post.schema.ts';
import { toPostSummary, toPostView } from './post.view.ts';

/** The acts on the posts. */
export const posts = recordsOf<PostView, Post>({
  entity: Post,
  table: postTable,
  module: 'blog',
  toView: toPostView,
  subjectOf: ({ id, title, category, is_published }) => ({
    ...{ id, label: title, facts: { title, category }, isPublic: is_published },
  }),
});

type WritingWork = EditorialWork & { cleaner: Cleaner };

/** One page of all posts, with the counts by category. */
export async function listPosts(work: OperationContext, query: PostQuery) {
  const [{ rows, meta }, stats] = await Promise.all([readPosts(work.read, query), countPosts(work.read)]);
  return { posts: await showPictures(work, 'featured_image', rows.map(toPostView)), meta, stats };
}

/** One page of the published posts, without their content. */
export async function listPublishedPosts(
  work: OperationContext,
  query: PostQuery,
): Promise<{ posts: ShownSummary[]; meta: PageMeta }> {
  const { rows, meta } = await readPublishedPosts(work.read, query);
  return { posts: await showPictures(work, 'featured_image', rows.map(toPostSummary)), meta };
}

/** The newest published posts, with their content. */
export async function listNewestPosts(work: OperationContext, count: number): Promise<PostView[]> {
  const { rows } = await readPosts(work.read, { page: 1, per_page: count, is_published: true });
  return rows.map(toPostView);
}

/** A post for its form, draft or not. @throws {NotFound} */
export function getPost(work: OperationContext, id: number): Promise<ShownPost> {
  return shown(work, posts.get(work, id));
}

/** @throws {NotFound} for a draft too */
export function getPublishedPost(work: OperationContext, id: number): Promise<ShownPost> {
  return shown(work, posts.get(work, id, { is_published: true }));
}

/** Writes a post, with its picture. */
export async function createPost(work: WritingWork, input: PostInput): Promise<ShownPost> {
  const { featured_image, image_alt, is_published = false, tags = [], ...words } = input;
  const content = await readableContent(work, words.content);
  const write = async (inside: OperationContext, path: string | undefined) => {
    await describePicture(inside, path, image_alt);
    return Post.write({ ...words, content, is_published, tags, featured_image: path ?? null }, work.now);
  };
  return withPicture(work, featured_image, 'featured_image', (path) =>
    posts.create(work, (inside) => write(inside, path), shown),
  );
}

/**
 * Changes a post; a new picture replaces the old one.
 *
 * @throws {NotFound} · {Conflict} when it has moved on since `version`
 */
export async function updatePost(work: WritingWork, change: PostChange): Promise<ShownPost> {
  const { id, version, featured_image, image_alt, remove_image, ...words } = change;
  const content = await readableContent(work, words.content);
  const updated = withPicture(work, featured_image, 'featured_image', (path) =>
    posts.update(work, { id, version }, async (post, inside) => {
      post.revise({ ...words, content, featured_image: path ?? (remove_image ? null : undefined) }, work.now);
      await describePicture(inside, post.featured_image, image_alt);
    }),
  );
  return shown(work, updated);
}

/** Removes a post and its picture. @throws {NotFound} */
export function removePost(work: EditorialWork, id: number): Promise<{ success: true }> {
  return posts.remove(work, id);
}

function shown(work: ReadContext, post: PostView | Promise<PostView>): Promise<ShownPost> {
  return showPicture(work, 'featured_image', post);
}

async function readableContent({ cleaner }: WritingWork, written: string): Promise<string> {
  const { html: content } = await cleaner.clean(written);
  if (!content) throw RuleBroken.of('content', 'Content is required');
  return content;
}
