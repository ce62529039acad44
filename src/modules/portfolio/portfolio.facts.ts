import { column, langColumn, seoColumns } from '../../shared/columns.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import type { Columns } from '../../shared/column-types.ts';

export const portfolioFacts = {
  entity: 'Project',
  table: 'projects',
  log: 'portfolio',
  idKey: 'portfolio_id',
  file: 'portfolio',
  path: '/admin/portfolios',
  address: '/admin/portfolio',
  folder: '/portfolio',
  one: 'portfolio',
  many: 'portfolios',
  noun: 'portfolio project',
  label: 'Portfolio',
  roles: ['admin', 'content_moderator'],
  pageSize: 8,
  facets: ['category'],
  sorts: ['title', 'category', 'created_at'],
  publicBy: null,
  schedule: { startColumn: 'published_at', endColumn: 'unpublish_at' },
  isTranslated: true,
  position: 'first',
} as const satisfies ContentFacts;

/** In characters, including HTML tags. */
const maxStory = 100_000;

export const projectColumns = {
  title: column.line('Title', 200),
  description: column.text('Description', 5000),
  category: column.listed('Category', 'portfolio_categories'),
  client: column.line('Client', 200),
  technologies: column.tags('Technologies'),
  image: column.picture('Image'),
  published_at: column.moment('Publication date'),
  unpublish_at: column.moment('End of publication'),
  ...seoColumns,
  client_description: column.optionalText('About the client', 200),
  sector: column.optionalText('Sector', 80),
  year: column.optionalText('Year', 20),
  duration: column.optionalText('Duration', 60),
  services: column.tags('Services', { keysOf: 'services', old: [] }),
  problem: column.story('The problem', maxStory),
  approach: column.story('The work', maxStory),
  outcome: column.story('The outcome', maxStory),
  figures: column.figures('Result figures', 4),
  quote: column.optionalText('Quotation', 1000),
  quote_person: column.optionalText('Person quoted', 120),
  quote_role: column.optionalText('Role of the person', 200),
  gallery: column.gallery('Gallery', 24),
  is_featured: column.tick('Featured on the home page', false, { heading: 'Featured', old: false }),
  ...langColumn,
  result_line: column.optionalText('Result in one sentence', 120),
} satisfies Columns;
