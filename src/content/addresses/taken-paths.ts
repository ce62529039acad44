import { pageRoutes } from '../../shared/public-pages.ts';

/** The patterns of the web server's `GET` routes, except those of public pages. */
const programRoutes: readonly string[] = [
  ...['/admin', '/admin/*', '/api', '/api/*', '/trpc', '/trpc/*', '/healthz', '/readyz', '/metrics'],
  ...['/assets/*', '/uploads/:key', '/uploads/:key/:name', '/cards/:file', '/brand/:hash/site.css'],
  ...['/brand/:hash/:name.svg', '/feed.xml', '/feed.json', '/robots.txt', '/careers', '/sitemap.xml'],
  ...['/sitemap-:part(\\d{1,6}).xml', '/favicon.svg', '/favicon.ico', '/apple-touch-icon.png'],
  ...['/icon-192.png', '/icon-512.png', '/icon-maskable-512.png', '/manifest.webmanifest'],
];

/**
 * Returns whether a route of the program answers the path, so that no redirect can start there. Routes of pages do not
 * count: they also serve old addresses, because a page that finds no row looks for an old address.
 */
export function isOfProgram(path: string): boolean {
  return programRoutes.some((pathname) => new URLPattern({ pathname }).test({ pathname: path }));
}

/** Returns whether the program itself uses the path, so that no row can have this path as its address. */
export function isTakenByRoute(path: string): boolean {
  const [, first = '', second] = path.split('/');
  const beside = [...programRoutes, ...pageRoutes].filter((url) => url.split('/')[1] === first);
  if (second === undefined) return beside.length > 0;
  // `/services/roofing` is free, although the public page `/services` is above it.
  const isBelowPage = beside.every((url) => pageRoutes.includes(url));
  return !isBelowPage || beside.some((pathname) => new URLPattern({ pathname }).test({ pathname: path }));
}
