import { normalizePath } from '../../shared/normalize-path.ts';

/**
 * Maps each parameter that identifies a page on a WordPress site without permalinks to the parameter that is stored. In
 * WordPress, posts, pages and files share one sequence of ids, so they are all stored under `p`.
 */
const queryNames: Readonly<Record<string, string>> = {
  p: 'p',
  page_id: 'p',
  attachment_id: 'p',
  cat: 'cat',
  tag: 'tag',
  author: 'author',
  feed: 'feed',
};
const startPage = /^\/(?:index\.php)?\?/;
const maxQuery = 200;

/** Returns whether the address is the home page with a parameter that names a page in WordPress, such as `/?p=12`. */
export function isWordPressQuery(url: string): boolean {
  return queryOf(url) !== undefined;
}

/**
 * Returns an address as the table `addresses` stores it, for example `/2019/hello`. Leaves out the query, unless a
 * parameter names a page in WordPress, as in `/?p=12`. Returns undefined for an address that cannot be stored.
 */
export function toOldPath(url: string): string | undefined {
  return queryOf(url) ?? normalizePath(url.replace(/[?#].*$/s, '').replaceAll(/\/{2,}/g, '/'));
}

function queryOf(url: string): string | undefined {
  if (!startPage.test(url)) return undefined;
  const query = new URLSearchParams(url.slice(url.indexOf('?'), maxQuery).replace(/#.*$/s, ''));
  for (const [name, value] of query) {
    const known = Object.hasOwn(queryNames, name) ? queryNames[name] : undefined;
    if (known && value) return normalizePath(`/?${known}=${encodeURIComponent(value)}`);
  }
  return undefined;
}

/**
 * Matches the last segment of a path if this segment selects another form of the page at the path before it. Examples
 * are a feed, an AMP version, and a later page of a list.
 */
const formOfPage = /^(?:feed|rss2?|rdf|atom|amp|embed|trackback|page|\d{1,5}|comment-page-\d{1,5})$/;
const maxForms = 4;
/** WordPress adds these endings to the names of smaller, scaled, edited and high-resolution copies of a picture. */
const copyOfPicture =
  /(?:-\d{1,5}x\d{1,5}|-scaled|-e\d{10,13}|@2x)+(?=\.(?:jpe?g|png|gif|webp|avif|bmp|tiff?|hei[cf])$)/;

/**
 * Returns the paths to look up when `path` itself is not stored, nearest first. For `/a/feed/atom`, these are `/a/feed`
 * and `/a`.
 */
export function fallbackPaths(path: string): string[] {
  const picture = path.replace(copyOfPicture, '');
  if (picture !== path) return [picture];
  const nearest: string[] = [];
  for (let at = path; nearest.length < maxForms; ) {
    const end = at.lastIndexOf('/');
    if (end < 1 || !formOfPage.test(at.slice(end + 1))) break;
    at = at.slice(0, end);
    nearest.push(at);
  }
  return nearest;
}
