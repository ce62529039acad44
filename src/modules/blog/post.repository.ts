import { tableOf } from '../../database/list/table.ts';
import type { Reader } from '../../database/operation.ts';
import { blogCategories } from '../../shared/catalog.ts';
import { blogFacts } from './blog.facts.ts';
import { type PostQuery, PostSummary, PostView } from './post.schema.ts';

const posts = {
  name: 'posts',
  missing: 'There is no such blog post.',
  pageSize: blogFacts.pageSize,
} as const;

export const postTable = tableOf<PostView>({ ...posts, view: PostView });
const summaryTable = tableOf<PostSummary>({ ...posts, view: PostSummary });

/** One page of posts with their content. */
export function readPosts(read: Reader, { category, is_published, ...query }: PostQuery) {
  return postTable.page(read, query, { category, is_published });
}

/** One page of the published posts, without their content. */
export function readPublishedPosts(read: Reader, { category, ...query }: Omit<PostQuery, 'is_published'>) {
  return summaryTable.page(read, query, { category, is_published: true });
}

/** How many posts there are in each category, drafts included. */
export function countPosts(read: Reader) {
  return postTable.count(read, 'category', blogCategories);
}
