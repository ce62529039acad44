import { defineModule } from '../../content/module/define-module.ts';
import { testimonialColumns } from './testimonials.facts.ts';

export const testimonials = defineModule('testimonials', {
  columns: testimonialColumns,
  missing: 'There is no such testimonial.',
  title: 'person',
  logged: ['person', 'company'],
  search: ['person', 'company', 'quote'],
  indexes: [
    ['created_at', 'id'],
    ['service', 'created_at', 'id'],
    ['is_published', 'created_at', 'id'],
    ['service', 'is_published', 'created_at', 'id'],
    ['project_id'],
    ['position', 'id'],
    ['service', 'position', 'id'],
    ['is_published', 'position', 'id'],
    ['service', 'is_published', 'position', 'id'],
  ],
  summaries: {
    list: 'List testimonials',
    create: 'Add a testimonial',
    update: 'Change a testimonial',
    remove: 'Delete a testimonial',
  },
  lists: { filters: ['service', 'is_published'], groups: 'service' },
});
