import { countBy, type ListPage, readPage } from '../../database/list.ts';
import { contains } from '../../database/search.ts';
import type { Reader } from '../../database/work.ts';
import { type BlogCategory, blogCategories, pageSizes } from '../../shared/catalog.ts';
import type { PostQuery } from './post.schema.ts';

/** A row as either driver gives it; an entity fits too. */
export interface PostRow {
  id: number;
  version: number;
  created_at: Date | number;
  updated_at: Date | number;
  title: string;
  excerpt: string;
  content: string;
  category: BlogCategory;
  featured_image?: string | null;
  tags: string[] | string;
  is_published: boolean | number;
}
export type PostSummaryRow = Omit<PostRow, 'content'>;

const summaryColumns = [
  'id',
  'version',
  'created_at',
  'updated_at',
  'title',
  'excerpt',
  'category',
  'featured_image',
  'tags',
  'is_published',
] as const;
const columns = [...summaryColumns, 'content'] as const;

const posts = (read: Reader) =>
  read.withTables<{ posts: PostRow & { search_text: string } }>().selectFrom('posts');

/** The rows that a query asks for, newest first. */
function matching(read: Reader, { category, is_published, search }: PostQuery) {
  let rows = posts(read);
  if (category) rows = rows.where('category', '=', category);
  if (is_published !== undefined) rows = rows.where('is_published', '=', asColumn(is_published));
  if (search) rows = rows.where((eb) => contains(eb, 'search_text', search));
  return rows;
}

/** SQLite binds no booleans; PostgreSQL reads `1` and `0` as text of a boolean. */
const asColumn = (value: boolean) => (value ? 1 : 0);

/** One page of posts with their content. */
export function readPosts(read: Reader, query: PostQuery): Promise<ListPage<PostRow>> {
  const wanted = matching(read, query);
  const rows = wanted.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return readPage(read, { matching: wanted, rows, query, pageSize: pageSizes.blog });
}

/** One page of posts without their content. */
export function readPostSummaries(read: Reader, query: PostQuery): Promise<ListPage<PostSummaryRow>> {
  const wanted = matching(read, query);
  const rows = wanted.select(summaryColumns).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return readPage(read, { matching: wanted, rows, query, pageSize: pageSizes.blog });
}

/** How many posts there are in each category, drafts included. */
export function countPosts(read: Reader) {
  const counts = posts(read)
    .select(['category as value', (eb) => eb.fn.countAll<number | string>().as('count')])
    .groupBy('category');
  return countBy(counts, blogCategories);
}

/** One post, draft or not. */
export function readPost(read: Reader, id: number): Promise<PostRow | undefined> {
  return posts(read).select(columns).where('id', '=', id).executeTakeFirst();
}
