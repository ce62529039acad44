import { z } from 'zod';
import { ById, BySlug } from '../../shared/fields.ts';
import { includeContent, oneOrSeveral, PageMeta, PageQuery, updatedSince } from '../../shared/pagination.ts';
import { pictureFields } from '../../shared/picture-view.ts';
import { procedureWithGrant, publicProcedureOf, router } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { getIdOfCurrentSlug } from '../../content/addresses/moved-pages.ts';
import { languageFilter } from '../../content/translations/shown-language.ts';
import { filterFieldOf } from '../../content/module/fields-of.ts';
import { resolveListedValues } from '../../content/module/form-parts.ts';
import { blogFacts, postColumns } from './blog.facts.ts';
import {
  blogModule,
  findPostNeighbours,
  getPublishedPost,
  listPublishedPosts,
  listTags,
  PostNeighbours,
  PostSummary,
  PublicPost,
} from './blog.module.ts';
import {
  DeadLinks,
  findDeadLinks,
  findLinkTargets,
  LinkedPaths,
  LinkTargetQuery,
  LinkTargets,
} from './post-links.ts';

const filterText = (label: string) =>
  z.string(`${label} must be text`).trim().max(200, `${label} may have at most 200 characters`);

export const blogRouter = router({
  ...blogModule.procedures,

  links: procedureWithGrant('blog:manage')
    .input(LinkTargetQuery)
    .output(LinkTargets)
    .query(async ({ ctx, input }) => ({ links: await findLinkTargets(ctx, input.query) })),

  deadLinks: procedureWithGrant('blog:manage')
    .input(LinkedPaths)
    .output(DeadLinks)
    .query(async ({ ctx, input }) => ({ links: await findDeadLinks(ctx, input.paths) })),

  tags: procedureWithGrant('blog:manage')
    .output(z.object({ tags: z.array(z.string()) }))
    .query(async ({ ctx }) => ({ tags: await listTags(ctx) })),

  published: publicProcedureOf('blog')
    .meta(rest('GET', '/blog-posts', 'List published blog posts', { isPublicCacheable: true }))
    .use(resolveListedValues(postColumns, blogFacts.table))
    .input(
      PageQuery.extend({
        category: filterFieldOf(postColumns.category),
        tag: oneOrSeveral('Tag', filterText('Tag')).optional(),
        author: filterText('Author').optional(),
        include: includeContent,
        updated_since: updatedSince,
        ...languageFilter,
      }),
    )
    .output(
      z.object({
        posts: z
          .array(
            PostSummary.extend({
              ...pictureFields,
              path: z.string().describe('The path on the site'),
              // Only with `include=content`. The same words as in a post make the document smaller.
              content: z.string().describe(postColumns.content.label).optional(),
            }).meta({ title: 'PublicPostSummary' }),
          )
          .describe('The blog posts'),
        meta: PageMeta.describe('The length of the list, and how to read on'),
      }),
    )
    .query(({ ctx, input }) => listPublishedPosts(ctx, input, ctx.publicUrl)),

  publishedOne: publicProcedureOf('blog')
    .meta(rest('GET', '/blog-posts/{id}', 'Read a published blog post', { isPublicCacheable: true }))
    .input(ById)
    .output(z.object({ post: PublicPost.describe('The blog post') }))
    .query(async ({ ctx, input }) => ({ post: await getPublishedPost(ctx, input.id) })),

  publishedBySlug: publicProcedureOf('blog')
    .meta(
      rest('GET', '/blog-posts/by-slug/{slug}', 'Read a published blog post by its address', {
        isPublicCacheable: true,
      }),
    )
    .input(BySlug.extend(languageFilter))
    .output(z.object({ post: PublicPost.describe('The blog post') }))
    .query(async ({ ctx, input: { slug, lang } }) => {
      const id = await getIdOfCurrentSlug(ctx, 'blog', { slug, lang, missing: blogModule.table.missing });
      return { post: await getPublishedPost(ctx, id) };
    }),

  neighbours: publicProcedureOf('blog')
    .input(ById)
    .output(PostNeighbours)
    .query(({ ctx, input }) => findPostNeighbours(ctx, input.id)),
});
