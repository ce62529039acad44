import { pageRoutes } from '../../shared/public-pages.ts';

/** Addresses of the program itself, for code that runs without the web server and its routes. */
const programPaths = /^\/(?:(?:admin|api|trpc)(?:\/.*)?|healthz|readyz|metrics)$/;

export function isOfProgram(path: string): boolean {
  return programPaths.test(path);
}

/**
 * Returns whether the program itself uses the path, so that no row can have this path as its address. `routes` are the
 * route patterns of the web server. A command has only the patterns of the public pages.
 */
export function isTakenByRoute(path: string, routes: Iterable<string> = pageRoutes): boolean {
  const [, first = '', second] = path.split('/');
  const beside = [...routes].filter((url) => url.split('/')[1] === first);
  if (second === undefined) return beside.length > 0;
  // `/services/roofing` is free, although the public page `/services` is above it.
  const isBelowPage = beside.every((url) => pageRoutes.includes(url));
  return !isBelowPage || beside.some((pathname) => new URLPattern({ pathname }).test({ pathname: path }));
}
