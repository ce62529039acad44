import {
  type Columns,
  type Facts,
  line,
  listed,
  picture,
  reference,
  text,
  tick,
} from '../../shared/columns.ts';

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
} as const satisfies Facts;

export const testimonialColumns = {
  quote: text('Quote', 1000),
  person: line('Person', 120),
  role: line('Role', 120),
  company: line('Company', 200),
  service: listed('Service', 'portfolio_categories'),
  is_published: tick('Published'),
  portrait: picture('Portrait'),
  project_id: reference('Project', 'portfolio'),
} satisfies Columns;
