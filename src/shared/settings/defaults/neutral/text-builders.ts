// Builders of the default texts that suit any trade.

import type { Words } from '../../../words/en.ts';
import type { GroupValues } from '../../groups.ts';
import { choiceDefaults } from '../choices.ts';
import { companyDefaults } from '../company.ts';
import { commonPageDefaults } from '../form-pages.ts';

/** The groups of settings whose defaults depend on the language of the site. */
export type DefaultTexts = Pick<
  GroupValues,
  'company' | 'pages' | 'lists' | 'choices' | 'navigation' | 'legal'
>;

/**
 * Returns the default facts of the company with translated texts. All other facts are the same in every
 * language.
 */
export function buildCompany(
  texts: Pick<GroupValues['company'], 'tagline' | 'summary'>,
): DefaultTexts['company'] {
  return { ...companyDefaults, ...texts };
}

/**
 * Returns the default texts of a fixed page. Without a title or a description, the page shows its heading or
 * introduction instead.
 */
export function buildPage<T extends { heading: string; intro: string }>(texts: T) {
  return { title: '', description: '', card_title: '', card_line: '', ...commonPageDefaults, ...texts };
}

export function buildFormPage<T extends { heading: string; intro: string }>(texts: T) {
  return { ...buildPage(texts), sent: '' };
}

type NavigationLabels = Record<
  | 'home'
  | 'about'
  | 'services'
  | 'portfolio'
  | 'team'
  | 'gallery'
  | 'blog'
  | 'career'
  | 'contact'
  | 'quotations'
  | 'internship'
  | 'privacy'
  | 'button',
  string
>;

export function buildNavigation({ button, ...labels }: NavigationLabels): DefaultTexts['navigation'] {
  const links = (...keys: (keyof typeof labels)[]) =>
    keys.map((key) => ({
      key,
      label: labels[key],
      url: key === 'home' ? '/' : `/${key}`,
      is_hidden: false,
      is_below: false,
    }));
  return {
    header: links('home', 'about', 'services', 'portfolio', 'team', 'gallery', 'blog', 'career'),
    contact_label: button,
    footer: links('contact', 'quotations', 'internship', 'privacy'),
    footer_more: [],
  };
}

interface PrivacyTexts {
  title: string;
  intro: string;
  description: string;
  card_line: string;
  /** A heading and its paragraphs. */
  parts: readonly (readonly [heading: string, ...paragraphs: string[]])[];
}

/**
 * Returns the default legal texts. Only the privacy page is complete. The other documents are hidden and have
 * no text.
 */
export function buildLegalTexts(
  { parts, ...privacy }: PrivacyTexts,
  titles: Record<'imprint' | 'terms' | 'cookies', string>,
): DefaultTexts['legal'] {
  const hidden = (title: string) => ({
    is_shown: false,
    title,
    intro: '',
    description: '',
    card_line: '',
    text: '',
  });
  const html = parts.map(
    ([heading, ...paragraphs]) => `<h2>${heading}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`,
  );
  return {
    privacy: { is_shown: true, ...privacy, text: html.join('') },
    imprint: hidden(titles.imprint),
    terms: hidden(titles.terms),
    cookies: hidden(titles.cookies),
  };
}

type SectionName = 'leadership' | 'development' | 'human-resource' | 'tech-support';

/**
 * Returns the default lists with translated sections and types of jobs. The other lists are those of a trade, or of any
 * company.
 */
export function buildChoices(
  { career }: Words,
  sections: Record<SectionName, string>,
): DefaultTexts['choices'] {
  return {
    ...choiceDefaults,
    team_sections: choiceDefaults.team_sections.map((section) => ({
      ...section,
      name: sections[section.key as SectionName],
    })),
    job_types: {
      full_time: career.jobTypes['Full-time'],
      part_time: career.jobTypes['Part-time'],
      contract: career.jobTypes.Contract,
      internship: career.jobTypes.Internship,
    },
  };
}
