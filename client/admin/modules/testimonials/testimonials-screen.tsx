import { testimonialColumns } from '../../../../src/modules/testimonials/testimonials.facts.ts';
import { defineResource } from '../../resource/define-resource.tsx';
import { TestimonialCard } from './testimonial-card.tsx';
import { TestimonialForm } from './testimonial-form.tsx';

/** Management of the testimonials. */
export const TestimonialsScreen = defineResource('testimonials', {
  columns: testimonialColumns,
  nouns: { one: 'testimonial', many: 'testimonials' },
  title: 'person',
  groups: 'service',
  card: (row, acts) => <TestimonialCard key={row.id} testimonial={row} {...acts} />,
  hasWidePictures: false,
  form: TestimonialForm,
});
