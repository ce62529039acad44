import { address, line, lines, list, requiredLine, text } from '../fields.ts';

/** The lists of texts on the pages. */
export const listFields = {
  services: list('Services', 'service', 'title', {
    title: requiredLine('Title', 80),
    summary: text('Summary', 400),
    points: lines('What the client gets', 'point', 200),
  }),
  highlights: list('Highlights of the home page', 'highlight', 'title', {
    title: requiredLine('Title', 80),
    text: text('Text', 400),
  }),
  values: list('Values', 'value', 'title', {
    title: requiredLine('Title', 80),
    text: text('Text', 400),
  }),
  achievements: list('Achievements', 'achievement', 'label', {
    figure: requiredLine('Figure', 20),
    label: requiredLine('Label', 80),
    text: text('Text', 400),
  }),
  company_life: list('Company life', 'card', 'title', {
    title: requiredLine('Title', 80),
    text: text('Text', 400),
    link_label: line('Text of the link', 60),
    path: address('Leads to'),
  }),
} as const;
