import { type PictureView, previewSizesOf } from '../../../src/shared/picture-view.ts';
import { publicationDateOf, visibleChangeOf } from '../../../src/shared/schedule.ts';
import { nameInList } from '../../../src/shared/settings/choices.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import {
  cardAddress,
  cardOfJob,
  cardOfOwnPage,
  cardOfPage,
  cardOfPost,
  cardOfProject,
  type ShareCard,
  shareCardSize,
} from '../../../src/shared/share-card.ts';
import { likelyLocale } from '../../../src/shared/text-direction.ts';
import type { LoadedPage } from '../app/load-page.ts';
import type { PageMetadata } from '../app/page-route.tsx';
import { type HeadElement, homeOf, meta } from './page-head.ts';
import { type PageRow, storedRow } from './page-row.ts';

/** Returns the share card of a page. `row` is the row that the page shows, if there is one. */
export function cardOf(page: LoadedPage, row: PageRow | undefined, site: SiteSettings): ShareCard {
  if (row?.kind === 'post') return cardOfPost(row.post, site);
  if (row?.kind === 'job') return cardOfJob(row.job);
  if (row?.kind === 'project') return cardOfProject(row.project, site);
  if (row?.kind === 'page') return cardOfOwnPage(row.page, site);
  return cardOfPage(page.outcome === 'found' ? page.path : '', site);
}

const toSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Returns the Open Graph and Twitter card elements. */
export function linkPreviewElements(
  head: PageMetadata,
  { row, card, site }: { row: PageRow | undefined; card: ShareCard; site: SiteSettings },
  publicUrl: string,
): HeadElement[] {
  const { company, texts, formats } = site;
  const { path, type, width, height, inWords } = (row ? sharedPicture(row) : ownPicture(head, site)) ?? {
    path: cardAddress(card, site),
    type: 'image/png',
    ...shareCardSize,
    inWords: [card.title, card.kicker].filter(Boolean).map(toSentence).concat(texts.pictures.card).join(' '),
  };
  const picture = publicUrl + path;
  const properties = {
    'og:title': head.title,
    ...(head.description && { 'og:description': head.description }),
    'og:type': row?.kind === 'post' ? 'article' : 'website',
    'og:site_name': company.name,
    'og:locale': localeOf(row) ?? formats.locale.replace('-', '_'),
    ...(head.canonical && { 'og:url': publicUrl + head.canonical }),
    'og:image': picture,
    'og:image:type': type,
    'og:image:width': String(width),
    'og:image:height': String(height),
    ...(inWords && { 'og:image:alt': inWords }),
    ...(row?.kind === 'post' && {
      'article:published_time': publicationDateOf(row.post),
      'article:modified_time': visibleChangeOf(row.post),
      'article:section': nameInList(site.choices, 'blog_categories', row.post.category),
    }),
  };
  const names = {
    'twitter:card': 'summary_large_image',
    'twitter:title': head.title,
    ...(head.description && { 'twitter:description': head.description }),
    'twitter:image': picture,
    ...(inWords && { 'twitter:image:alt': inWords }),
  };
  return [
    ...Object.entries(properties).map(([property, content]) => meta({ property, content })),
    ...Object.entries(names).map(([name, content]) => meta({ name, content })),
  ];
}

/**
 * Returns the row's language with its usual country in the spelling of Open Graph, for example `de_DE`.
 * Returns undefined for a row in the language of the site.
 */
function localeOf(row: PageRow | undefined): string | undefined {
  const lang = row && storedRow(row).lang;
  const locale = lang ? likelyLocale(lang) : undefined;
  return locale && [locale.language, locale.region].filter(Boolean).join('_');
}

/**
 * Returns the picture that the company has set for shared links. For the home page, the picture at its top is the
 * fallback. Returns undefined if there is neither.
 */
function ownPicture({ canonical }: PageMetadata, site: SiteSettings) {
  const { search, pages, pictures } = site;
  const { opening, picture, picture_alt } = pages.home;
  const isOpening = !search.picture && canonical === homeOf(site) && opening === 'picture';
  const { path, alt } = isOpening
    ? { path: picture, alt: picture_alt }
    : { path: search.picture, alt: search.picture_alt };
  const view = pictures.get(path);
  return view && sizedPicture({ ...view, path, alt });
}

function sharedPicture(row: PageRow) {
  const { shared_picture } = storedRow(row);
  return shared_picture ? sizedPicture({ ...shared_picture, alt: shared_picture.alt ?? '' }) : undefined;
}

interface Shared extends Pick<PictureView, 'width' | 'height'> {
  path: string;
  alt: string;
}

/** Returns a picture in the size for link previews. */
function sizedPicture({ alt, ...view }: Shared) {
  const { path, width } = previewSizesOf(view)[0] ?? view;
  const height = Math.round((view.height * width) / view.width);
  return { path: `/${path}`, type: `image/${path.split('.').at(-1)}`, width, height, inWords: alt };
}
