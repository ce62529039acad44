import type { Block } from '../../../../src/shared/json-values.ts';
import type { Language } from '../../../../src/shared/settings/fields/region.ts';
import { textIn, type Translated } from '../../../../src/shared/words/translated.ts';

interface Template {
  /** The label of the button in the panel. */
  label: string;
  place?: 'Landing page';
  blocks: readonly Block[];
}

const block = (kind: string, fields: Record<string, unknown>): Block => ({
  key: `${kind}-1`,
  kind,
  ...fields,
});

const texts = {
  contact: [
    'Shall we talk about it?',
    'Sprechen wir darüber?',
    'On en parle\u00a0?',
    '¿Hablamos de ello?',
    'Bunu konuşalım mı?',
  ],
  contactButton: ['Contact us', 'Kontakt aufnehmen', 'Nous contacter', 'Contactar', 'Bize ulaşın'],
  service: [
    'What we do for you',
    'Was wir für Sie tun',
    'Ce que nous faisons pour vous',
    'Lo que hacemos por usted',
    'Sizin için yaptıklarımız',
  ],
  benefits: ['What you get', 'Was Sie bekommen', 'Ce que vous obtenez', 'Lo que obtiene', 'Neler alırsınız'],
  examples: ['What it looks like', 'So sieht es aus', 'À quoi cela ressemble', 'Así queda', 'Nasıl görünür'],
  cost: ['What it costs', 'Was es kostet', 'Combien cela coûte', 'Cuánto cuesta', 'Ne kadar tutar'],
  questions: [
    'Questions and answers',
    'Fragen und Antworten',
    'Questions et réponses',
    'Preguntas y respuestas',
    'Sorular ve yanıtlar',
  ],
  prices: ['Prices', 'Preise', 'Tarifs', 'Precios', 'Fiyatlar'],
  reasons: [
    'Why it pays',
    'Warum es sich lohnt',
    'Pourquoi cela vaut la peine',
    'Por qué merece la pena',
    'Neden değer',
  ],
} satisfies Record<string, Translated>;

/**
 * Returns the templates from which a page can start, with their texts in the language of the site. Fields that a block
 * leaves out are empty.
 */
export function templatesIn(language: Language): readonly [Template, ...Template[]] {
  const say = (name: keyof typeof texts) => textIn(language, texts[name]);
  const action = block('action', {
    heading: say('contact'),
    button_label: say('contactButton'),
    button_url: '/contact',
  });
  return [
    {
      label: 'Service',
      blocks: [
        block('split', { heading: say('service') }),
        block('cards', { heading: say('benefits') }),
        block('projects', { heading: say('examples') }),
        block('prices', { heading: say('cost') }),
        block('faq', { heading: say('questions') }),
        action,
      ],
    },
    { label: 'Price list', blocks: [block('prices', { heading: say('prices') }), action] },
    { label: 'Questions', blocks: [block('faq', { heading: say('questions') }), action] },
    {
      label: 'Landing page',
      place: 'Landing page',
      blocks: [
        block('split', { heading: say('benefits') }),
        block('cards', { heading: say('reasons') }),
        block('testimonial', {}),
        action,
      ],
    },
  ];
}

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
export function pageOfService({ key, title, summary, points }: Service, language: Language) {
  const about = templatesIn(language)[0].blocks.map((one) => {
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
