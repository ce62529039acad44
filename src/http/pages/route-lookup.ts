import type { FastifyInstance } from 'fastify';
import { isTakenByRoute } from '../../content/addresses/taken-paths.ts';
import { pageRoutes } from '../../shared/public-pages.ts';
import type { Context } from '../../trpc/context.ts';
import { isApiPath } from '../server/errors.ts';

/**
 * Collects the `GET` routes that are registered after this call, and returns functions that check paths. `isRouted`
 * ignores the routes of pages, because these routes also serve old addresses: a page that finds no row looks for an old
 * address.
 */
export function createRouteLookup(app: FastifyInstance): Pick<Context, 'isRouted' | 'isTaken'> {
  const routes = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('GET') && !pageRoutes.includes(url)) routes.add(url);
  });
  return {
    isRouted: (path) =>
      isApiPath(path) ||
      [...routes].some((pathname) => new URLPattern({ pathname }).test({ pathname: path })),
    isTaken: (path) => isApiPath(path) || isTakenByRoute(path, [...routes, ...pageRoutes]),
  };
}
