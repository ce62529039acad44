import { drawPortrait } from '../../illustrations/portrait.ts';

interface StarterTestimonial {
  quote: string;
  person: string;
  role: string;
  company: string;
  service: string;
  is_published: boolean;
  presentation: 'feminine' | 'masculine';
  /** The title of the starter project that it is about. */
  project?: string;
}

// The texts say that they are samples, so that nobody mistakes them for a client's words.
const rows: StarterTestimonial[] = [
  {
    quote:
      'This is a sample. Two or three sentences of a client about one piece of work are the right length.',
    person: 'Sample Person',
    role: 'Head of Administration',
    company: 'Sample Company',
    service: 'IT Support',
    is_published: true,
    presentation: 'feminine',
    project: 'Quiet mornings for a law office',
  },
  {
    quote:
      'This is another sample, which is not published. Replace it by what a client has said and agreed to.',
    person: 'Another Sample',
    role: 'Managing Director',
    company: 'Another Sample Company',
    service: 'System Migration',
    is_published: false,
    presentation: 'masculine',
  },
];

export const starter = {
  rows,
  draw: ({ person, presentation }: StarterTestimonial) =>
    drawPortrait({ seed: person, presentation, width: 800, height: 1000 }),
  alt: ({ person }: StarterTestimonial) => `Portrait of ${person}`,
  titleOf: ({ project }: StarterTestimonial) => project,
};
