import { toIso, toTextList } from '../../database/columns.ts';
import type { PostRow, PostSummaryRow } from './post.repository.ts';
import type { PostSummary, PostView } from './post.schema.ts';

/** What leaves the house of a post in a list, from a row or an entity. */
export function toPostSummary(post: PostSummaryRow): PostSummary {
  return {
    id: post.id,
    title: post.title,
    excerpt: post.excerpt,
    category: post.category,
    featured_image: post.featured_image ?? null,
    tags: toTextList(post.tags),
    is_published: Boolean(post.is_published),
    created_at: toIso(post.created_at),
    updated_at: toIso(post.updated_at),
    version: post.version,
  };
}

/** What leaves the house of a whole post. */
export function toPostView(post: PostRow): PostView {
  return { ...toPostSummary(post), content: post.content };
}
