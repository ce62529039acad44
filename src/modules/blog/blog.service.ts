import { expectVersion, inTransaction, removeRow, untilFresh } from '../../database/transaction.ts';
import type { SignedInWork, Work } from '../../database/work.ts';
import type { Pictures } from '../../media/pictures.ts';
import { NotFound, RuleBroken } from '../../shared/errors.ts';
import type { PageMeta } from '../../shared/pagination.ts';
import { note, type Subject } from '../activities/activities.service.ts';
import { cleanContent } from './clean-content.ts';
import { Post } from './post.entity.ts';
import { countPosts, readPost, readPostSummaries, readPosts } from './post.repository.ts';
import type { PostChange, PostInput, PostQuery, PostSummary, PostView } from './post.schema.ts';
import { toPostSummary, toPostView } from './post.view.ts';

type EditorialWork = SignedInWork & { pictures: Pictures };

const noSuchPost = 'There is no such blog post.';

/** One page of all posts, with the counts by category. */
export async function listPosts(work: Work, query: PostQuery) {
  const [{ rows, meta }, stats] = await Promise.all([readPosts(work.read, query), countPosts(work.read)]);
  return { posts: rows.map(toPostView), meta, stats };
}

/** One page of the published posts, without their content. */
export async function listPublishedPosts(
  work: Work,
  query: PostQuery,
): Promise<{ posts: PostSummary[]; meta: PageMeta }> {
  const { rows, meta } = await readPostSummaries(work.read, { ...query, is_published: true });
  return { posts: rows.map(toPostSummary), meta };
}

/** A post for its form, draft or not. @throws {NotFound} */
export async function getPost(work: Work, id: number): Promise<PostView> {
  const row = await readPost(work.read, id);
  if (!row) throw new NotFound(noSuchPost);
  return toPostView(row);
}

/** @throws {NotFound} for a draft too */
export async function getPublishedPost(work: Work, id: number): Promise<PostView> {
  const row = await readPost(work.read, id);
  if (!row?.is_published) throw new NotFound(noSuchPost);
  return toPostView(row);
}

/** Writes a post, with its picture, and notes it in the log. */
export async function createPost(work: EditorialWork, input: PostInput): Promise<PostView> {
  const { featured_image, is_published = false, tags = [], ...words } = input;
  const content = await readableContent(words.content);
  return work.pictures.keepFor(featured_image, 'featured_image', (path) =>
    inTransaction(work, async (inside) => {
      const post = Post.write({ ...words, content, is_published, tags }, work.now);
      post.featured_image = path ?? null;
      await inside.em.persist(post).flush();
      note(inside, 'create', 'blog', subjectOf(post));
      return toPostView(post);
    }),
  );
}

/**
 * Changes a post. A new picture replaces the old one, whose file goes once the change is stored.
 *
 * @throws {NotFound} · {Conflict} when it has moved on since `version`
 */
export async function updatePost(work: EditorialWork, { id, version, ...input }: PostChange): Promise<PostView> {
  const { featured_image, ...words } = input;
  const content = await readableContent(words.content);
  const { view, replaced } = await work.pictures.keepFor(featured_image, 'featured_image', (path) =>
    untilFresh(work, async (inside) => {
      const post = await findPost(inside, id);
      expectVersion(post, version, () => toPostView(post));
      const before = post.featured_image;
      post.revise({ ...words, content }, work.now);
      if (path) post.featured_image = path;
      note(inside, 'update', 'blog', subjectOf(post));
      await inside.em.flush();
      return { view: toPostView(post), replaced: path && before };
    }),
  );
  await work.pictures.remove(replaced);
  return view;
}

/** Removes a post and its picture. @throws {NotFound} */
export async function removePost(work: EditorialWork, id: number): Promise<{ success: true }> {
  const picture = await inTransaction(work, async (inside) => {
    const post = await findPost(inside, id);
    await removeRow(inside, Post, id, noSuchPost);
    note(inside, 'delete', 'blog', subjectOf(post));
    return post.featured_image;
  });
  await work.pictures.remove(picture);
  return { success: true };
}

async function findPost(work: Work, id: number): Promise<Post> {
  return work.em.findOneOrFail(Post, id, { failHandler: () => new NotFound(noSuchPost) });
}

async function readableContent(html: string): Promise<string> {
  const content = await cleanContent(html);
  if (!content) throw RuleBroken.of('content', 'Content is required');
  return content;
}

function subjectOf({ id, title, category }: Post): Subject {
  return { id, label: title, facts: { title, category } };
}
