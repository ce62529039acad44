import { feeds } from '../../../src/shared/public-pages.ts';
import type { DraftNotice } from '../../../src/shared/page-renderer.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { cardAddress } from '../../../src/shared/share-card.ts';
import type { Alternate } from '../app/page-languages.ts';
import { type LoadedPage, routeOfLoadedPage } from '../app/load-page.ts';
import { stylesOfBlocks } from '../blocks/blocks.tsx';
import barStyle from '../preview/preview-bar.css?url';
import switchStyle from '../layout/language-switch.css?url';
import { cardOf, linkPreviewElements } from './link-preview.ts';
import { elementsOf, type HeadElement, meta, metadataOfPage, titleOf } from './page-head.ts';
import { rowOfPage } from './page-row.ts';
import { structuredData } from './structured-data.ts';

/**
 * Returns the content of the document's head as HTML, including the data for search engines and link
 * previews.
 */
export function renderHead(
  page: LoadedPage,
  { site, alternates }: { site: SiteSettings; alternates: readonly Alternate[] },
  publicUrl: string,
): string {
  const metadata = metadataOfPage(page, site);
  const head = {
    ...metadata,
    description: metadata.isOwnDescription
      ? oneLine(metadata.description)
      : shortened(metadata.description || site.search.description || site.pages.home.intro),
    isHidden: metadata.isHidden || site.search.is_hidden,
  };
  const row = rowOfPage(page);
  const card = cardOf(page, row, site);
  const elements = [
    ...elementsOf(head, site.search, publicUrl),
    ...alternateLinks(alternates, site, publicUrl),
    ...linkPreviewElements(head, { row, card, site }, publicUrl),
  ];
  const facts = structuredData(
    head,
    { row, placed: page.outcome === 'found' ? page.placed : [] },
    { card: publicUrl + cardAddress(card, site), site, publicUrl },
  );
  return [
    `<title>${escapeText(titleOf(head, site))}</title>`,
    ...[...stylesOf(page), ...stylesOfLanguages(site), ...elements, ...feedLinks(site)].map(written),
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

/** Only a site with several languages has the switch. */
const stylesOfLanguages = ({ languages }: SiteSettings): HeadElement[] =>
  languages.shown.length > 1 ? [styleLink(switchStyle)] : [];

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

/** Each language of the page and the page for all others, which is that in the main language. */
function alternateLinks(
  alternates: readonly Alternate[],
  { languages }: SiteSettings,
  publicUrl: string,
): HeadElement[] {
  const [main] = languages.shown;
  const links = alternates.flatMap((one) => [
    one,
    ...(one.lang === main.language ? [{ ...one, lang: 'x-default' }] : []),
  ]);
  return links.map(({ lang, path }) => ({
    tag: 'link',
    attributes: { rel: 'alternate', hreflang: lang, href: publicUrl + path },
  }));
}

function feedLinks({ pages, linked, shown }: SiteSettings): HeadElement[] {
  if (!linked.blog) return [];
  return feeds.map(({ path, type, kind }) => ({
    tag: 'link',
    attributes: {
      rel: 'alternate',
      type,
      href: shown.prefix + path,
      title: `${pages.blog.feed_title} (${kind})`,
    },
  }));
}

function written({ tag, attributes }: HeadElement): string {
  const values = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeText(value)}"`);
  return `<${tag}${values.join('')}>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
