import { feeds, publicPages } from '../../../src/shared/public-pages.ts';
import { isFeatureOpen } from '../../../src/shared/settings/fields/features.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { splitLanguage } from '../../../src/shared/site-languages.ts';
import { addressInLanguage } from '../../../src/shared/slugs.ts';
import type { Api } from '../../api/types.ts';
import { metadataOfPage } from '../head/page-head.ts';
import { rowOfPage, storedRow } from '../head/page-row.ts';
import type { LoadedPage } from './load-page.ts';

/** A page in one of the languages of the site. */
export interface Alternate {
  lang: string;
  path: string;
}

const moduleOfRow = { post: 'blog', job: 'jobs', project: 'portfolio', page: 'pages' } as const;

/**
 * Returns the page in each language in which visitors can open it, the page itself included. Returns an empty list for
 * a site with one language, and for a page that is in one language only.
 */
export async function loadAlternates(page: LoadedPage, site: SiteSettings, api: Api): Promise<Alternate[]> {
  const { shown } = site.languages;
  if (shown.length === 1 || page.outcome !== 'found') return [];
  const row = rowOfPage(page);
  if (row) {
    const { id } = storedRow(row);
    const { pages } = await api.site.translations
      .query({ module: moduleOfRow[row.kind], id })
      .catch(() => ({ pages: [] }));
    return pages.length > 1 ? pages : [];
  }
  const { canonical } = metadataOfPage(page, site);
  if (!canonical || canonical.includes('?')) return [];
  const { rest } = splitLanguage([site.shown], canonical);
  const { pages } = await api.site.pageLanguages.query({ path: rest }).catch(() => ({ pages: [] }));
  return pages.length > 1 ? pages : [];
}

/** The address of a page that has moved, in the language of the site that names it. */
export function movedAddress(address: string, { languages, shown }: SiteSettings): string {
  return isInLanguage(address, languages.shown) ? address : addressInLanguage(shown, address);
}

/** Returns the address of the row of a page if the row is in another language than the page. */
export function otherLanguageAddress(
  page: LoadedPage,
  { languages, shown }: SiteSettings,
): string | undefined {
  const row = languages.shown.length > 1 ? rowOfPage(page) : undefined;
  const path = row && storedRow(row).path;
  return path && splitLanguage(languages.shown, path).of !== shown ? path : undefined;
}

type Languages = SiteSettings['languages']['shown'];

function isInLanguage(address: string, languages: Languages): boolean {
  return splitLanguage(languages, address).of?.prefix !== '';
}

const links = /<a\b[^<>]*>/g;
const forms = /<form\b[^<>]*>/g;
const ownAddress = / (href|action)="(\/(?!\/)[^"]*)"/;
const files = /^\/(?:admin|api|assets|brand|cards|trpc|uploads)(?:\/|$)|\.[a-z\d]+$/i;
const fixedPaths = new Set<string>([
  ...publicPages.map(({ path }) => path),
  ...feeds.map(({ path }) => path),
]);

/** The path, and the query and fragment after it. */
function splitPath(address: string): [path: string, rest: string] {
  const at = address.search(/[?#]/);
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at)];
}

const maxLinks = 500;

interface Target {
  lang: string;
  path: string;
}

/** The current addresses among what a page has loaded. */
function* pathsIn(data: unknown): Generator<string> {
  if (typeof data !== 'object' || data === null) return;
  if ('path' in data && typeof data.path === 'string') yield data.path;
  for (const value of Object.values(data)) yield* pathsIn(value);
}

/** Returns the pages of the linked rows by path. While the server is busy, links stay as they are. */
async function findTargets(paths: string[], api: Api): Promise<Map<string, Target>> {
  if (paths.length === 0) return new Map();
  const { links: found } = await api.site.pageLinks.query({ paths }).catch(() => ({ links: [] }));
  return new Map(found.map((link) => [link.from, link]));
}

/**
 * Makes the links of a page lead to pages in its language. A link to a row leads to its translation, and one that leaves
 * the language says so by `hreflang`, as links that have one already do.
 */
export async function withLinksInLanguage(
  html: string,
  page: LoadedPage,
  { site, api }: { site: SiteSettings; api: Api },
): Promise<string> {
  const { shown, languages } = site;
  if (languages.shown.length === 1) return html;
  const rows = new Set<string>();
  for (const [tag] of html.matchAll(links)) {
    const [path] = splitPath(ownAddress.exec(tag)?.[2] ?? '');
    if (path && !files.test(path) && !fixedPaths.has(path)) rows.add(path);
  }
  // Rows that the page has loaded in its language need no question.
  for (const path of pathsIn(page.outcome === 'found' && page.data))
    if (splitLanguage(languages.shown, path).of === shown) rows.delete(path);
  const targets = await findTargets([...rows].slice(0, maxLinks), api);
  const inLanguage = (tag: string) =>
    tag.replace(ownAddress, (whole, name: string, address: string) => {
      const [path, rest] = splitPath(address);
      if (/ hreflang="/i.test(tag) || (files.test(path) && !fixedPaths.has(path))) return whole;
      if (fixedPaths.has(path))
        return isFeatureOpen(site.features, path)
          ? ` ${name}="${addressInLanguage(shown, address)}"`
          : `${whole} hreflang="${languages.shown[0].language}"`;
      const target = targets.get(path);
      if (target) {
        const leaves = target.lang !== shown.language;
        return ` ${name}="${target.path}${rest}"${leaves ? ` hreflang="${target.lang}"` : ''}`;
      }
      const { of } = splitLanguage(languages.shown, path);
      return of?.prefix && of !== shown ? `${whole} hreflang="${of.language}"` : whole;
    });
  const inForm = (tag: string) =>
    tag.replace(ownAddress, (whole, name: string, address: string) =>
      name === 'action' && !isInLanguage(address, languages.shown)
        ? ` ${name}="${addressInLanguage(shown, address)}"`
        : whole,
    );
  return html.replaceAll(links, inLanguage).replaceAll(forms, inForm);
}
