import { type StoredRow, toEditableView, toTextList } from '../../database/columns.ts';
import type { PostSummary, PostView } from './post.schema.ts';

/** What leaves the house of a post in a list, from a row or an entity. */
export function toPostSummary(post: StoredRow<PostSummary>): PostSummary {
  return {
    ...toEditableView(post),
    title: post.title,
    excerpt: post.excerpt,
    category: post.category,
    featured_image: post.featured_image ?? null,
    tags: toTextList(post.tags),
    is_published: Boolean(post.is_published),
  };
}

/** What leaves the house of a whole post. */
export function toPostView(post: StoredRow<PostView>): PostView {
  return { ...toPostSummary(post), content: post.content };
}
