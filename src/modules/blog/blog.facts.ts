import { column, langColumn, seoColumns } from '../../shared/columns.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import type { Columns } from '../../shared/column-types.ts';

export const blogFacts = {
  entity: 'Post',
  table: 'posts',
  log: 'blog',
  idKey: 'post_id',
  file: 'posts',
  path: '/admin/blog-posts',
  folder: '/blog',
  one: 'post',
  many: 'posts',
  noun: 'blog post',
  label: 'Blog',
  roles: ['admin', 'content_moderator'],
  pageSize: 12,
  facets: ['category', 'is_published'],
  sorts: ['title', 'category', 'is_published', 'created_at'],
  publicBy: 'is_published',
  schedule: { startColumn: 'published_at', endColumn: 'unpublish_at' },
  isTranslated: true,
  drawer: ['tags', 'author'],
} as const satisfies ContentFacts;

export const postColumns = {
  title: column.line('Title', 200),
  excerpt: column.text('Excerpt', 500),
  content: column.html('Content', 1_000_000),
  category: column.listed('Category', 'blog_categories'),
  is_published: column.tick('Publish immediately', false, { heading: 'Published' }),
  tags: column.tags('Tags'),
  featured_image: column.picture('Featured image'),
  published_at: column.moment('Publication date'),
  unpublish_at: column.moment('End of publication'),
  author: column.optionalText('Author', 120),
  ...seoColumns,
  ...langColumn,
} satisfies Columns;
