import { feeds } from '../../../src/shared/feeds.ts';
import type { DraftNotice } from '../../../src/shared/page-renderer.ts';
import type { PictureView } from '../../../src/shared/picture-view.ts';
import { visibleChangeOf, publicationDateOf } from '../../../src/shared/post-date.ts';
import type { SiteSettings } from '../../../src/shared/settings/site.ts';
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
import { sitePaths } from '../../shared/site-paths.ts';
import { type LoadedPage, routeOfLoadedPage } from '../app/load-page.ts';
import type { PageMetadata } from '../app/page-route.tsx';
import { stylesOfBlocks } from '../blocks/blocks.tsx';
import barStyle from '../preview/preview-bar.css?url';
import { elementsOf, type HeadElement, metadataOfPage, titleOf } from './page-head.ts';
import { rowOfPage, type PageRow } from './page-row.ts';
import { structuredData } from './structured-data.ts';

/**
 * Returns the content of the document's head as HTML, including the data for search engines and link
 * previews.
 */
export function renderHead(page: LoadedPage, site: SiteSettings, publicUrl: string): string {
  const said = metadataOfPage(page, site);
  const head = {
    ...said,
    description: said.isOwnDescription
      ? oneLine(said.description)
      : shortened(said.description || site.search.description),
    isHidden: said.isHidden || site.search.is_hidden,
  };
  const row = rowOfPage(page);
  const card = cardOf(page, row, site);
  const elements = [
    ...elementsOf(head, site.search, publicUrl),
    ...sharing(head, { row, card, site }, publicUrl),
  ];
  const facts = structuredData(
    head,
    { row, placed: page.outcome === 'found' ? page.placed : [] },
    { card: publicUrl + cardAddress(card, site), site, publicUrl },
  );
  return [
    `<title>${escapeText(titleOf(head, site))}</title>`,
    ...[...stylesOf(page), ...elements, ...feedLinks(site)].map(written),
    // Escapes `<`, so that no text in the data can end the script element.
    `<script type="application/ld+json">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`,
  ].join('');
}

/** Returns the head of a page with a draft. Search engines and link previews must not use such a page. */
export function renderDraftHead(page: LoadedPage, site: SiteSettings, { validUntil }: DraftNotice): string {
  const title = `<title>${escapeText(titleOf(metadataOfPage(page, site), site))}</title>`;
  // Only drafts that are opened with a link have the bar, so no other page loads its style sheet.
  const bar = validUntil ? [styleLink(barStyle)] : [];
  const elements = [meta({ name: 'robots', content: 'noindex, nofollow' }), ...stylesOf(page), ...bar];
  return [title, ...elements.map(written)].join('');
}

/**
 * Returns the links to the style sheets that only some pages need. The document links the shared style sheets
 * before these.
 */
function stylesOf(page: LoadedPage): HeadElement[] {
  if (page.outcome !== 'found') return [];
  const own = routeOfLoadedPage(page)?.styles(page.data) ?? [];
  const ofBlocks = stylesOfBlocks(page.placed.flatMap(({ blocks }) => blocks));
  return [...new Set([...own, ...ofBlocks])].map(styleLink);
}

const styleLink = (href: string): HeadElement => ({ tag: 'link', attributes: { rel: 'stylesheet', href } });

/** The number of characters of a description that search engines show. */
const maxDescription = 160;

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Returns a text as one line. A text that is too long is cut at a word if possible. */
function shortened(text: string): string {
  const line = oneLine(text);
  if (line.length <= maxDescription) return line;
  const cut = line.slice(0, maxDescription - 1).toWellFormed();
  const lastBlank = cut.lastIndexOf(' ');
  return `${(lastBlank > maxDescription / 2 ? cut.slice(0, lastBlank) : cut).replace(/(?<![\s.,;:–-])[\s.,;:–-]+$/, '')}…`;
}

function feedLinks({ pages, linked }: SiteSettings): HeadElement[] {
  if (!linked.blog) return [];
  return feeds.map(({ path, type, kind }) => ({
    tag: 'link',
    attributes: { rel: 'alternate', type, href: path, title: `${pages.blog.feed_title} (${kind})` },
  }));
}

function cardOf(page: LoadedPage, row: PageRow | undefined, site: SiteSettings): ShareCard {
  if (row?.kind === 'post') return cardOfPost(row.post, site);
  if (row?.kind === 'job') return cardOfJob(row.job);
  if (row?.kind === 'project') return cardOfProject(row.project, site);
  if (row?.kind === 'page') return cardOfOwnPage(row.page, site);
  return cardOfPage(page.outcome === 'found' ? page.path : '', site);
}

const toSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Returns the Open Graph and Twitter card elements. */
function sharing(
  head: PageMetadata,
  { row, card, site }: { row: PageRow | undefined; card: ShareCard; site: SiteSettings },
  publicUrl: string,
): HeadElement[] {
  const { company, words, formats } = site;
  const { path, type, width, height, inWords } = (row ? sharedPicture(row) : ownPicture(head, site)) ?? {
    path: cardAddress(card, site),
    type: 'image/png',
    ...shareCardSize,
    inWords: [card.title, card.kicker]
      .filter(Boolean)
      .map(toSentence)
      .concat(words.pictures.card(company.name))
      .join(' '),
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
      'article:section': row.post.category,
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

/** Returns the stored row without the `kind` of the page. */
function storedRow(row: PageRow) {
  if (row.kind === 'page') return row.page;
  return row.kind === 'post' ? row.post : row.kind === 'job' ? row.job : row.project;
}

/**
 * Returns the picture that the company has set for shared links. For the home page, the picture at its top is the
 * fallback. Returns undefined if there is neither.
 */
function ownPicture({ canonical }: PageMetadata, { search, pages, pictures }: SiteSettings) {
  const { opening, picture, picture_alt } = pages.home;
  const isOpening = !search.picture && canonical === sitePaths.home && opening === 'picture';
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

interface Shared extends Pick<PictureView, 'sources' | 'width' | 'height'> {
  path: string;
  alt: string;
}

/**
 * Returns a JPEG or PNG version of a picture that is at least 1200 pixels wide, or the picture itself without
 * such a version. Social networks refuse large pictures, and all of them can read these formats.
 */
function sizedPicture(view: Shared) {
  const sizes = (view.sources.find(({ type }) => /jpeg|png/.test(type))?.srcset ?? '').split(', ');
  const sized = sizes
    .map((size) => size.split(' '))
    .find(([, width = '']) => Number.parseInt(width, 10) >= 1200);
  const [path = `/${view.path}`, shownWidth] = sized ?? [];
  const width = shownWidth ? Number.parseInt(shownWidth, 10) : view.width;
  const height = Math.round((view.height * width) / view.width);
  return { path, type: `image/${path.split('.').at(-1)}`, width, height, inWords: view.alt };
}

const meta = (attributes: Record<string, string>): HeadElement => ({ tag: 'meta', attributes });

function written({ tag, attributes }: HeadElement): string {
  const values = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeText(value)}"`);
  return `<${tag}${values.join('')}>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
