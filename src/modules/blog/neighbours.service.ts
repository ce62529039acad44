import { sql } from 'kysely';
import { z } from 'zod';
import { toColumnMoment } from '../../database/dialect.ts';
import { isPublicSql } from '../../database/list/public-at.ts';
import type { Ctx } from '../../database/ctx.ts';
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
 * publication has no neighbours.
 */
export async function findNeighbours(
  ctx: Pick<Ctx, 'read' | 'now'>,
  id: number,
): Promise<z.output<typeof Neighbours>> {
  return {
    previous: await findBeside(ctx, id, 'before'),
    next: await findBeside(ctx, id, 'after'),
  };
}

type Tables = {
  posts: { id: number; title: string; lang: string | null; slug: string | null; published_at: unknown };
};

async function findBeside(
  { read, now }: Pick<Ctx, 'read' | 'now'>,
  id: number,
  side: 'before' | 'after',
): Promise<LinkedPost | null> {
  const isBeside = sql.raw(side === 'before' ? '<' : '>');
  const direction = side === 'before' ? 'desc' : 'asc';
  const post = await read
    .withTables<Tables>()
    .selectFrom('posts')
    .select(['id', 'title', 'lang', 'slug'])
    .where(isPublicSql(blogFacts.table, toColumnMoment(read, now)))
    .where(
      sql<boolean>`(published_at, id) ${isBeside} (select this.published_at, this.id from posts as this where this.id = ${id})`,
    )
    .orderBy('published_at', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
  if (!post) return null;
  return {
    title: post.title,
    lang: post.lang,
    path: pathInFolder(blogFacts.folder, {
      id: Number(post.id),
      slug: post.slug,
    }),
  };
}
