import type { Block } from '../../../../src/shared/json-values.ts';

interface Template {
  label: string;
  place?: 'Landing page';
  blocks: readonly Block[];
}

const block = (kind: string, fields: Record<string, unknown>): Block => ({
  key: `${kind}-1`,
  kind,
  ...fields,
});
const action = block('action', {
  heading: 'Shall we talk about it?',
  button_label: 'Contact us',
  button_url: '/contact',
});

/** The templates from which a page can start. Fields that a block leaves out are empty. */
export const templates: readonly Template[] = [
  {
    label: 'Service',
    blocks: [
      block('split', { heading: 'What we do for you' }),
      block('cards', { heading: 'What you get' }),
      block('projects', { heading: 'What it looks like' }),
      block('prices', { heading: 'What it costs' }),
      block('faq', { heading: 'Questions and answers' }),
      action,
    ],
  },
  { label: 'Price list', blocks: [block('prices', { heading: 'Prices' }), action] },
  { label: 'Questions', blocks: [block('faq', { heading: 'Questions and answers' }), action] },
  {
    label: 'Landing page',
    place: 'Landing page',
    blocks: [
      block('split', { heading: 'What you get' }),
      block('cards', { heading: 'Why it pays' }),
      block('testimonial', {}),
      action,
    ],
  },
];

interface Service {
  key: string;
  title: string;
  summary: string;
  points: readonly string[];
}

/**
 * Returns the values of a new page about a service. The page of all services links to the new page, because
 * the address of the new page contains the key of the service.
 */
export function pageOfService({ key, title, summary, points }: Service) {
  const about = templates[0]!.blocks.map((one) => {
    if (one.kind === 'split')
      return { ...one, heading: title, body: summary && `<p>${escaped(summary)}</p>` };
    return one.kind === 'cards' ? { ...one, entries: points.map((point) => cardOf(point)) } : one;
  });
  return { title, slug: `services/${key}`, intro: summary, blocks: about };
}

const maxTitle = 80;
const cardOf = (point: string) => ({
  title: point.length <= maxTitle ? point : `${point.slice(0, maxTitle - 1)}…`,
  body: point.length <= maxTitle ? '' : point,
  picture: '',
  url: '',
});

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
