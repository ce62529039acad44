import { type Columns, type Facts, line, listed, moment, picture, tags, text } from '../../shared/columns.ts';

export const portfolioFacts = {
  entity: 'Project',
  table: 'projects',
  log: 'portfolio',
  idKey: 'portfolio_id',
  file: 'portfolio',
  path: '/admin/portfolios',
  address: '/admin/portfolio',
  one: 'portfolio',
  many: 'portfolios',
  noun: 'portfolio project',
  label: 'Portfolio',
  roles: ['admin', 'content_moderator'],
  pageSize: 8,
  facets: ['category'],
  sorts: ['title', 'category', 'created_at'],
  publicBy: null,
  schedule: { from: 'published_at', until: 'unpublish_at' },
  position: 'first',
} as const satisfies Facts;

export const projectColumns = {
  title: line('Title', 200),
  description: text('Description', 5000),
  category: listed('Category', 'portfolio_categories'),
  client: line('Client', 200),
  technologies: tags('Technologies'),
  image: picture('Image'),
  published_at: moment('Publication date'),
  unpublish_at: moment('End of publication'),
} satisfies Columns;
