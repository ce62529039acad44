import { pageRoutes } from '../../shared/public-pages.ts';

/**
 * Returns whether the program has a page at the path, or pages below it. `routes` are the patterns of the web server; a command knows only
 * those of public pages.
 */
export function isTakenByRoute(path: string, routes: Iterable<string> = pageRoutes): boolean {
  const [, first = '', second] = path.split('/');
  const beside = [...routes].filter((url) => url.split('/')[1] === first);
  if (second === undefined) return beside.length > 0;
  // `/services/roofing` is free, although the public page `/services` is above it.
  const isBelowPage = beside.every((url) => pageRoutes.includes(url));
  return !isBelowPage || beside.some((pathname) => new URLPattern({ pathname }).test({ pathname: path }));
}
