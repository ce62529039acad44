import {
  type Columns,
  type Facts,
  html,
  line,
  listed,
  moment,
  picture,
  tags,
  text,
  tick,
} from '../../shared/columns.ts';

export const blogFacts = {
  entity: 'Post',
  table: 'posts',
  log: 'blog',
  idKey: 'post_id',
  file: 'posts',
  path: '/admin/blog-posts',
  one: 'post',
  many: 'posts',
  noun: 'blog post',
  label: 'Blog',
  roles: ['admin', 'content_moderator'],
  pageSize: 12,
  facets: ['category', 'is_published'],
  sorts: ['title', 'category', 'is_published', 'created_at'],
  publicBy: 'is_published',
  schedule: { from: 'published_at', until: 'unpublish_at' },
} as const satisfies Facts;

export const postColumns = {
  title: line('Title', 200),
  excerpt: text('Excerpt', 500),
  content: html('Content', 1_000_000),
  category: listed('Category', 'blog_categories'),
  is_published: tick('Publish immediately', false, { heading: 'Published' }),
  tags: tags('Tags'),
  featured_image: picture('Featured image'),
  published_at: moment('Publication date'),
  unpublish_at: moment('End of publication'),
} satisfies Columns;
