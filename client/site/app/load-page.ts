import { matchPath } from 'react-router-dom';
import type { PostedForm } from '../../../src/shared/page.ts';
import { type Api, statusOf } from '../../lib/api-client.ts';
import { PageNotFound, type PageRoute } from './page-route.tsx';
import { routes } from './routes.ts';

/** What a page is shown from: all of it fits into JSON, so that the browser starts where the server ended. */
export type PageSnapshot =
  | { outcome: 'found'; path: string; data: unknown; posted?: PostedForm }
  | { outcome: 'missing' }
  | { outcome: 'failed'; status: number };

/**
 * Finds the page of an address (path and query) and loads what it shows. Never rejects. The server sees by `watch` which queries a page
 * reads.
 */
export async function loadPage(
  url: string,
  getApi: () => Promise<Api>,
  watch = (search: URLSearchParams) => search,
): Promise<PageSnapshot> {
  try {
    // Put together, not resolved: a second slash would make a host of the path.
    const { pathname, searchParams } = new URL(`http://site${url}`);
    for (const route of routes) {
      const match = matchPath(route.path, pathname);
      if (!match) continue;
      const { params } = match;
      // A page that needs no data doesn't even load the client that calls the server.
      const data = route.load
        ? await route.load({ api: await getApi(), params, search: watch(searchParams) })
        : null;
      return { outcome: 'found', path: route.path, data };
    }
    return { outcome: 'missing' };
  } catch (error) {
    return snapshotOf(error);
  }
}

/** The line of the table that a snapshot belongs to. */
export function routeOf(snapshot: PageSnapshot): PageRoute | undefined {
  return snapshot.outcome === 'found' ? routes.find(({ path }) => path === snapshot.path) : undefined;
}

function snapshotOf(error: unknown): PageSnapshot {
  const status = statusOf(error) ?? 500;
  if (error instanceof PageNotFound || status === 404) return { outcome: 'missing' };
  return { outcome: 'failed', status: Math.max(status, 500) };
}
