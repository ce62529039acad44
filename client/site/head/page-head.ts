import { searchSettingsOf } from '../../../src/shared/public-pages.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { addressInLanguage } from '../../../src/shared/slugs.ts';
import { withDirectionIsolates } from '../../../src/shared/text-direction.ts';
import { type LoadedPage, routeOfLoadedPage } from '../app/load-page.ts';
import type { PageMetadata } from '../app/page-route.tsx';
import { rowOfPage } from './page-row.ts';

export interface HeadElement {
  tag: 'meta' | 'link';
  attributes: Record<string, string>;
}

export const meta = (attributes: Record<string, string>): HeadElement => ({ tag: 'meta', attributes });

/**
 * Returns the metadata of a page. A missing or failed page gets the title of its error page, and is hidden
 * from search engines.
 */
export function metadataOfPage(page: LoadedPage, site: SiteSettings): PageMetadata {
  const route = routeOfLoadedPage(page);
  if (page.outcome === 'found' && route) {
    const head = route.head(page.data, site);
    const { is_hidden, canonical_url } = searchSettingsOf(head.canonical.replace(/\?.*/, ''), site);
    return {
      ...head,
      // The path of a row has the prefix of its language.
      canonical: rowOfPage(page) ? head.canonical : addressInLanguage(site.shown, head.canonical),
      isHidden: head.isHidden || is_hidden,
      ...(canonical_url && !head.canonical.includes('?') && { original: canonical_url }),
    };
  }
  const { missing, failed, home } = site.pages;
  const { heading: title } = page.outcome === 'missing' ? missing : failed;
  return { title, description: home.description || home.intro, canonical: '', isHidden: true };
}

/** Returns the path of the home page in the language of the page. */
export function homeOf({ shown }: SiteSettings): string {
  return addressInLanguage(shown, '/');
}

/**
 * Returns the title for the browser's tab, built from a pattern in the settings. The home page may have a
 * pattern of its own.
 */
export function titleOf({ title, canonical }: PageMetadata, site: SiteSettings): string {
  const { search } = site;
  const pattern = (canonical === homeOf(site) && search.home_title) || search.title_pattern;
  return pattern.replaceAll('{page}', () => withDirectionIsolates(title, pattern));
}

/**
 * Returns the `meta` and `link` elements about a page, such as its description and its canonical address.
 * `origin` is the public origin of the site.
 */
export function elementsOf(
  { description, canonical, original, shortlink, isHidden }: PageMetadata,
  { google, bing }: SiteSettings['search'],
  origin: string,
): HeadElement[] {
  const elements: HeadElement[] = [];
  const codes = canonical === '/' ? { 'google-site-verification': google, 'msvalidate.01': bing } : {};
  for (const [name, content] of Object.entries(codes)) if (content) elements.push(meta({ name, content }));
  if (description) elements.push(meta({ name: 'description', content: description }));
  if (isHidden) elements.push(meta({ name: 'robots', content: 'noindex' }));
  if (canonical)
    elements.push({ tag: 'link', attributes: { rel: 'canonical', href: original ?? origin + canonical } });
  if (shortlink) elements.push({ tag: 'link', attributes: { rel: 'shortlink', href: origin + shortlink } });
  return elements;
}
