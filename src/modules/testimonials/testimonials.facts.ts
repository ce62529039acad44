import { column, statedLangColumn } from '../../shared/columns.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import type { Columns } from '../../shared/column-types.ts';

export const testimonialsFacts = {
  entity: 'Testimonial',
  table: 'testimonials',
  log: 'testimonial',
  idKey: 'testimonial_id',
  file: 'testimonials',
  path: '/admin/testimonials',
  one: 'testimonial',
  many: 'testimonials',
  noun: 'testimonial',
  label: 'Testimonial',
  roles: ['admin', 'content_moderator'],
  pageSize: 12,
  facets: ['service', 'is_published'],
  sorts: ['person', 'service', 'is_published', 'created_at'],
  publicBy: 'is_published',
  position: 'first',
  isTranslated: true,
} as const satisfies ContentFacts;

export const testimonialColumns = {
  quote: column.text('Quote', 1000),
  person: column.line('Person', 120),
  role: column.line('Role', 120),
  company: column.line('Company', 200),
  service: column.listed('Service', 'portfolio_categories'),
  is_published: column.tick('Published'),
  portrait: column.picture('Portrait'),
  project_id: column.reference('Project', 'portfolio'),
  ...statedLangColumn,
} satisfies Columns;
