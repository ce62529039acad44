import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Ctx } from '../../database/ctx.ts';
import { isPublicSql } from '../../database/list/public-at.ts';
import { pathInFolder } from '../../shared/slugs.ts';
import { blogFacts } from './blog.facts.ts';

/** A link to another post. */
const LinkedPost = z.object({ title: z.string(), lang: z.string().nullable(), path: z.string() });
type LinkedPost = z.output<typeof LinkedPost>;

/**
 * The public posts that were published just before and just after a post. Null where there is no such post.
 */
export const Neighbours = z.object({ previous: LinkedPost.nullable(), next: LinkedPost.nullable() });

/**
 * Returns the public posts that were published just before and just after a post. A post without a date of
 * publication has no neighbours. Unless `includesDrafts`, a post that visitors do not see has none either, like
 * an unknown post.
 */
export async function findNeighbours(
  ctx: Pick<Ctx, 'read' | 'now'>,
  id: number,
  { includesDrafts = false } = {},
): Promise<z.output<typeof Neighbours>> {
  const isFound = includesDrafts ? sql<boolean>`true` : isPublicSql(blogFacts.table, ctx.now);
  const post = sql`select this.published_at, this.id from posts as this where this.id = ${id} and ${isFound}`;
  return {
    previous: await findBeside(ctx, post, 'before'),
    next: await findBeside(ctx, post, 'after'),
  };
}

async function findBeside(
  ctx: Pick<Ctx, 'read' | 'now'>,
  post: RawBuilder<unknown>,
  side: 'before' | 'after',
): Promise<LinkedPost | null> {
  const isBeside = sql.raw(side === 'before' ? '<' : '>');
  const direction = side === 'before' ? 'desc' : 'asc';
  const found = await ctx.read
    .selectFrom('posts')
    .select(['id', 'title', 'lang', 'slug'])
    .where(isPublicSql(blogFacts.table, ctx.now))
    .where(sql<boolean>`(published_at, id) ${isBeside} (${post})`)
    .orderBy('published_at', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
  if (!found) return null;
  return {
    title: found.title,
    lang: found.lang,
    path: pathInFolder(blogFacts.folder, {
      id: Number(found.id),
      slug: found.slug,
    }),
  };
}
