import type { Block } from '../../../../src/shared/column-types.ts';
import type { Language } from '../../../../src/shared/settings/fields/region.ts';
import de from './template-texts/de.json' with { type: 'json' };
import en from './template-texts/en.json' with { type: 'json' };
import es from './template-texts/es.json' with { type: 'json' };
import fr from './template-texts/fr.json' with { type: 'json' };
import tr from './template-texts/tr.json' with { type: 'json' };

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

const textsByLanguage = {
  // No other language may have a key that English lacks.
  en: en satisfies typeof de & typeof es & typeof fr & typeof tr,
  de,
  fr,
  es,
  tr,
} satisfies Record<Language, typeof en>;

/** In the language of the site. Fields that a block leaves out are empty. */
export function templatesIn(language: Language): readonly [Template, ...Template[]] {
  const texts = textsByLanguage[language];
  const action = block('action', {
    heading: texts.contact,
    button_label: texts.contactButton,
    button_url: '/contact',
  });
  return [
    {
      label: 'Service',
      blocks: [
        block('split', { heading: texts.service }),
        block('cards', { heading: texts.benefits }),
        block('projects', { heading: texts.examples }),
        block('prices', { heading: texts.cost }),
        block('faq', { heading: texts.questions }),
        action,
      ],
    },
    { label: 'Price list', blocks: [block('prices', { heading: texts.prices }), action] },
    { label: 'Questions', blocks: [block('faq', { heading: texts.questions }), action] },
    {
      label: 'Landing page',
      place: 'Landing page',
      blocks: [
        block('split', { heading: texts.benefits }),
        block('cards', { heading: texts.reasons }),
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

/** The page of all services links to this page, because its address contains the key of the service. */
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
