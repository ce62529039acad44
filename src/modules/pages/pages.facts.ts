import { blockKinds } from '../../shared/blocks/kinds.ts';
import { type Columns, column, type Facts, foundColumns, languageColumns } from '../../shared/columns.ts';

export const pagesFacts = {
  entity: 'Page',
  table: 'pages',
  log: 'page',
  idKey: 'page_id',
  file: 'pages',
  path: '/admin/pages',
  folder: '/pages',
  hasWholePaths: true,
  one: 'page',
  many: 'pages',
  noun: 'page',
  label: 'Pages',
  roles: ['admin', 'content_moderator'],
  pageSize: 12,
  facets: ['place', 'is_published'],
  sorts: ['title', 'place', 'is_published', 'created_at'],
  publicBy: 'is_published',
  schedule: { from: 'published_at', until: 'unpublish_at' },
} as const satisfies Facts;

export const pageColumns = {
  title: column.line('Title', 120),
  intro: column.note('Introduction', 400),
  place: column.choice('Place', ['Page', 'Landing page']),
  is_published: column.tick('Publish immediately', false, { heading: 'Published' }),
  published_at: column.moment('Publication date'),
  unpublish_at: column.moment('End of publication'),
  ...foundColumns,
  slug: { ...foundColumns.slug, isPath: true },
  ...languageColumns,
  blocks: column.blocks('Content', blockKinds, { max: 60, maxEntries: 1000 }),
} satisfies Columns;
