import { type Features, isOpen, type SiteParts } from './fields/features.ts';
import type { GroupValues } from './groups.ts';

type Texts = Omit<
  GroupValues,
  'company' | 'brand' | 'legal' | 'choices' | 'region' | 'features' | 'answers' | 'mail'
>;

/** Whether the parts of the site have something to show. Parts that are not listed always have. */
export type FilledParts = Pick<Features, 'blog' | 'portfolio' | 'team' | 'gallery' | 'career'>;

/**
 * The present addresses of pages to which settings link, by the text of the link. Null: visitors cannot open the page.
 */
export type LinkedPages = Readonly<Record<string, string | null>>;

export const allFilled: FilledParts = {
  blog: true,
  portfolio: true,
  team: true,
  gallery: true,
  career: true,
};

/** Returns whether pages link to each part. They do if it is switched on and not empty. */
export function linkedParts<T extends Features>(features: T, filled: FilledParts): T {
  const linked = (name: keyof FilledParts) => features[name] && filled[name];
  return {
    ...features,
    blog: linked('blog'),
    portfolio: linked('portfolio'),
    team: linked('team'),
    gallery: linked('gallery'),
    career: linked('career'),
  };
}

/** Returns the path that a page for this service would have. */
export function pathOfService({ key }: { key: string }): string {
  return `/services/${key}`;
}

const linkPattern = /\{(\w+):([^{}]*)\}/g;

type Links = Texts['navigation']['header'];

/**
 * Leaves out hidden links, and links that lead nowhere: to a part of the site that is switched off or empty, or to a
 * page that visitors cannot open. The other links get the present address of their page.
 */
export function leaveOutClosed<T extends Texts>(
  texts: T,
  linked: Features & SiteParts,
  present: LinkedPages = {},
): T {
  const { pages, lists, navigation } = texts;
  const { home, services, missing, contact, internship, career } = pages;
  const ifOn = (name: keyof Features, text: string) => (linked[name] ? text : '');
  const target = (url: string) => {
    const path = url in present ? present[url] : url;
    return path && isOpen(linked, url) && isOpen(linked, path) ? path : '';
  };
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
      home: { ...home, quotation_button: ifOn('quotations', home.quotation_button) },
      services: {
        ...services,
        ask_heading: ifOn('quotations', services.ask_heading),
        ask_button: ifOn('quotations', services.ask_button),
      },
      missing: { ...missing, blog_button: ifOn('blog', missing.blog_button) },
      contact: { ...contact, side_text: withoutClosed(contact.side_text, linked) },
      internship: { ...internship, side_text: withoutClosed(internship.side_text, linked) },
      career: { ...career, other: withoutClosed(career.other, linked) },
    },
  };
}

/** Leaves out entries without an address. Entries below one of them move up to its level. */
function withoutOrphans(list: Links): Links {
  let isBelow = false;
  return list.flatMap((entry) => {
    if (!entry.is_below) isBelow = entry.url !== '';
    return entry.url === '' ? [] : [{ ...entry, is_below: entry.is_below && isBelow }];
  });
}

/** Replaces links to closed parts by their text. Leaves out a text that has no other link. */
function withoutClosed(text: string, features: SiteParts): string {
  const isClosed = (name: string) => !isOpen(features, `/${name === 'internships' ? 'career' : name}`);
  const names = [...text.matchAll(linkPattern)].map(([, name = '']) => name);
  if (names.length > 0 && names.every(isClosed)) return '';
  return text.replaceAll(linkPattern, (all, name: string, words: string) => (isClosed(name) ? words : all));
}
