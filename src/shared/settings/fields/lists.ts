import { field } from '../field-builders.ts';

/** The lists of texts that pages show, such as the services. */
export const listFields = {
  services: field.list('Services', 'service', 'title', {
    title: field.requiredLine('Title', 80),
    summary: field.text('Summary', 400),
    points: field.lines('What the client gets', 'point', 200),
  }),
  highlights: field.list('Highlights of the home page', 'highlight', 'title', {
    title: field.requiredLine('Title', 80),
    text: field.text('Text', 400),
  }),
  values: field.list('Values', 'value', 'title', {
    title: field.requiredLine('Title', 80),
    text: field.text('Text', 400),
  }),
  achievements: field.list('Achievements', 'achievement', 'label', {
    figure: field.requiredLine('Figure', 20),
    label: field.requiredLine('Label', 80),
    text: field.text('Text', 400),
  }),
  company_life: field.list('Company life', 'card', 'title', {
    title: field.requiredLine('Title', 80),
    text: field.text('Text', 400),
    link_label: field.line('Text of the link', 60),
    path: field.address('Leads to'),
  }),
} as const;
