import { z } from 'zod';
import { ById, Success } from '../../shared/fields.ts';
import { idempotent } from '../../trpc/idempotent.ts';
import { router } from '../../trpc/init.ts';
import { allowed, cachedResult, publicProcedure, takesForm } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/rest.ts';
import {
  createPost,
  getPost,
  getPublishedPost,
  listPosts,
  listPublishedPosts,
  removePost,
  updatePost,
} from './blog.service.ts';
import {
  PostChange,
  PostInput,
  PostPage,
  PostQuery,
  PublishedPage,
  PublishedQuery,
  ShownPost,
} from './post.schema.ts';

/** The longest content in UTF-8, or as JSON with every character escaped, and the other fields. */
const textBytes = 8 * 1024 * 1024;
const body = { files: { featured_image: 'picture' }, textBytes } as const;

export const blogRouter = router({
  list: allowed('blog:manage')
    .meta(rest('GET', '/admin/blog-posts', 'List blog posts, drafts included'))
    .input(PostQuery)
    .use(cachedResult)
    .output(PostPage)
    .query(({ ctx, input }) => listPosts(ctx, input)),

  one: allowed('blog:manage')
    .input(ById)
    .output(z.object({ post: ShownPost }))
    .query(async ({ ctx, input }) => ({ post: await getPost(ctx, input.id) })),

  create: allowed('blog:manage')
    .meta(rest('POST', '/admin/blog-posts', 'Create a blog post', { status: 201, ...body, isOnce: true }))
    .use(takesForm)
    .input(PostInput)
    .output(z.object({ id: z.int(), post: ShownPost }))
    .mutation(async (call) => {
      const post = await idempotent(call, createPost);
      return { id: post.id, post };
    }),

  update: allowed('blog:manage')
    .meta(rest('PUT', '/admin/blog-posts/{id}', 'Change a blog post', body))
    .use(takesForm)
    .input(PostChange)
    .output(z.object({ post: ShownPost }))
    .mutation(async ({ ctx, input }) => ({ post: await updatePost(ctx, input) })),

  remove: allowed('blog:manage')
    .meta(rest('DELETE', '/admin/blog-posts/{id}', 'Delete a blog post'))
    .input(ById)
    .output(Success)
    .mutation(({ ctx, input }) => removePost(ctx, input.id)),

  published: publicProcedure
    .meta(rest('GET', '/blog-posts', 'List published blog posts', { isPublicCacheable: true }))
    .input(PublishedQuery)
    .output(PublishedPage)
    .query(({ ctx, input }) => listPublishedPosts(ctx, input)),

  publishedOne: publicProcedure
    .meta(rest('GET', '/blog-posts/{id}', 'Read a published blog post', { isPublicCacheable: true }))
    .input(ById)
    .output(z.object({ post: ShownPost }))
    .query(async ({ ctx, input }) => ({ post: await getPublishedPost(ctx, input.id) })),
});
