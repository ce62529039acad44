import { type Features, isFeatureOpen, type SiteParts } from './fields/features.ts';
import type { GroupValues } from './groups.ts';

type Texts = Omit<
  GroupValues,
  'company' | 'brand' | 'legal' | 'choices' | 'region' | 'features' | 'answers' | 'mail'
>;

/** Every other part always has something to show. */
export type NonEmptyParts = Pick<Features, 'blog' | 'portfolio' | 'team' | 'gallery' | 'career'>;

/** Where the pages are now, by the link in the settings. Null means that visitors cannot open the page. */
export type PagesByLink = Readonly<Record<string, string | null>>;

export const allPartsFilled: NonEmptyParts = {
  blog: true,
  portfolio: true,
  team: true,
  gallery: true,
  career: true,
};

/** Pages link to a part that is switched on and not empty. */
export function linkedParts<T extends Features>(features: T, filled: NonEmptyParts): T {
  const linked = (name: keyof NonEmptyParts) => features[name] && filled[name];
  return {
    ...features,
    blog: linked('blog'),
    portfolio: linked('portfolio'),
    team: linked('team'),
    gallery: linked('gallery'),
    career: linked('career'),
  };
}

/** A page about this service must have this path, so that lists of services link to it. */
export function servicePagePath({ key }: { key: string }): string {
  return `/services/${key}`;
}

const linkPattern = /\{(\w+):([^{}]*)\}/g;

type Links = Texts['navigation']['header'];

/** Hides links whose target is switched off, empty or not public. Others get their page's present address. */
export function withoutClosedLinks<T extends Texts>(
  texts: T,
  linked: Features & SiteParts,
  present: PagesByLink,
): T {
  const { pages, lists, navigation } = texts;
  const { home, services, missing, contact, internship, career } = pages;
  const ifOn = (name: keyof Features, text: string) => (linked[name] ? text : '');
  const target = (url: string) => {
    const path = url in present ? present[url] : url;
    return path && isFeatureOpen(linked, url) && isFeatureOpen(linked, path) ? path : '';
  };
  const ifOpen = (path: string, text: string) =>
    path ? (target(path) ? text : '') : ifOn('quotations', text);
  const links = (list: Links) =>
    withoutOrphans(list.map((link) => ({ ...link, url: link.is_hidden ? '' : target(link.url) })));
  return {
    ...texts,
    navigation: {
      ...navigation,
      header: links(navigation.header),
      footer: links(navigation.footer),
      footer_more: links(navigation.footer_more),
    },
    lists: {
      ...lists,
      company_life: lists.company_life.flatMap((card) => {
        const path = target(card.path);
        return path || !card.path ? [{ ...card, path }] : [];
      }),
    },
    pages: {
      ...pages,
      home: {
        ...home,
        quotation_button: ifOpen(home.quotation_path, home.quotation_button),
        quotation_path: target(home.quotation_path),
      },
      services: {
        ...services,
        ask_heading: ifOpen(services.ask_path, services.ask_heading),
        ask_button: ifOpen(services.ask_path, services.ask_button),
        ask_path: target(services.ask_path),
      },
      missing: { ...missing, blog_button: ifOn('blog', missing.blog_button) },
      contact: { ...contact, side_text: withoutClosed(contact.side_text, linked) },
      internship: { ...internship, side_text: withoutClosed(internship.side_text, linked) },
      career: { ...career, other: withoutClosed(career.other, linked) },
    },
  };
}

/** A sub-entry of a removed entry moves up to the first level. */
function withoutOrphans(list: Links): Links {
  let isBelow = false;
  return list.flatMap((entry) => {
    if (!entry.is_below) isBelow = entry.url !== '';
    return entry.url === '' ? [] : [{ ...entry, is_below: entry.is_below && isBelow }];
  });
}

/** A link to a closed part becomes its words. If every link of the text is closed, nothing remains. */
function withoutClosed(text: string, features: SiteParts): string {
  const isClosed = (name: string) => !isFeatureOpen(features, `/${name === 'internships' ? 'career' : name}`);
  const names = [...text.matchAll(linkPattern)].map(([, name = '']) => name);
  if (names.length > 0 && names.every(isClosed)) return '';
  return text.replaceAll(linkPattern, (all, name: string, label: string) => (isClosed(name) ? label : all));
}
