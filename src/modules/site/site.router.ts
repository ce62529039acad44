import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { publicProcedure, publicProcedureOf } from '../../trpc/procedures.ts';
import { rest } from '../../trpc/procedure-meta.ts';
import { findMovedAddress } from '../../content/addresses/moved-pages.service.ts';
import { listNewestPosts } from '../blog/blog.module.ts';
import { getSite, SiteView } from '../../settings/public-api-settings.service.ts';
import {
  AddressList,
  AddressQuery,
  CardQuery,
  CardView,
  FeedPost,
  Moved,
  MovedQuery,
} from './site.schema.ts';
import { getShareCard, listSitemapAddresses } from './site.service.ts';

const postsInFeed = 20;

export const siteRouter = router({
  test: publicProcedure
    .meta(rest('GET', '/test', 'Check that the API answers', { isPublicCacheable: true }))
    .output(z.object({ message: z.string().describe('A sentence that says that the API answers') }))
    .query(() => ({ message: 'The API is working.' })),

  settings: publicProcedure
    .meta(rest('GET', '/site', 'Read the public settings of the site', { isPublicCacheable: true }))
    .output(SiteView)
    .query(({ ctx }) => getSite(ctx)),

  addresses: publicProcedure
    .input(AddressQuery)
    .output(AddressList)
    .query(({ ctx, input }) => listSitemapAddresses(ctx, input.part)),

  moved: publicProcedure
    .input(MovedQuery)
    .output(Moved)
    .query(async ({ ctx, input }) => ({
      path: (await findMovedAddress(ctx, await ctx.siteSettings.current(), input.path)) ?? null,
    })),

  feed: publicProcedureOf('blog')
    .output(z.object({ posts: z.array(FeedPost) }))
    .query(async ({ ctx }) => ({ posts: await listNewestPosts(ctx, postsInFeed) })),

  shareCard: publicProcedure
    .input(CardQuery)
    .output(CardView)
    .query(({ ctx, input }) => getShareCard(ctx, input.name)),
});
