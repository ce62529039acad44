import { fixedPlaceOfPath } from '../../../src/modules/pages/pages.facts.ts';
import { isFeatureOpen } from '../../../src/shared/settings/fields/features.ts';
import type { SiteSettings } from '../../../src/shared/settings/site-settings.ts';
import { type Api, httpStatusOf } from '../../api/types.ts';
import type { PlacedPage } from '../blocks/custom-sections.tsx';
import { PageMovedError, PageNotFoundError, type PageLoadInput, type PageRoute } from './page-route.tsx';
import { routes } from './routes.ts';

/** The result of loading a page, from which the page is rendered. */
export type LoadedPage =
  | { outcome: 'found'; path: string; data: unknown; placed: readonly PlacedPage[] }
  | { outcome: 'missing' }
  | { outcome: 'moved'; address: string }
  | { outcome: 'failed'; status: number };

/** The parts of an address that select and load a page. */
type PageAddress = Pick<URL, 'pathname' | 'searchParams'>;

/** Finds the page of an address and loads its data. Never rejects, because every error becomes an outcome. */
export async function loadPage(
  { pathname, searchParams }: PageAddress,
  api: Api,
  site: SiteSettings,
): Promise<LoadedPage> {
  if (!isFeatureOpen(site.features, pathname)) return { outcome: 'missing' };
  try {
    for (const route of routes) {
      const params = matchPath(route.path, pathname);
      if (!params) continue;
      const place = fixedPlaceOfPath(route.path);
      const [data = null, placed] = await Promise.all([
        route.load?.({ api, params, search: searchParams, site }),
        place && api.pages.placed.query({ place }),
      ]);
      return { outcome: 'found', path: route.path, data, placed: placed?.pages ?? [] };
    }
    return { outcome: 'missing' };
  } catch (error) {
    const status = httpStatusOf(error) ?? 500;
    if (error instanceof PageMovedError) return { outcome: 'moved', address: error.address };
    // The status 422 means that the server refuses a value in the address, such as a category that no post
    // has.
    if (error instanceof PageNotFoundError || status === 404 || status === 422) return { outcome: 'missing' };
    return { outcome: 'failed', status: Math.max(status, 500) };
  }
}

/** Returns the route of a page that was found, or undefined for any other outcome. */
export function routeOfLoadedPage(page: LoadedPage): PageRoute | undefined {
  return page.outcome === 'found' ? routes.find(({ path }) => path === page.path) : undefined;
}

/**
 * Returns the parameters of a `pathname` that matches a pattern such as `/blog/:id`. Returns undefined for a
 * `pathname` that does not match. Ignores letter case and trailing slashes.
 */
function matchPath(pattern: string, pathname: string): PageLoadInput['params'] | undefined {
  const source = pattern.replace(/\/$/, '').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^${source}/*$`, 'i').exec(pathname);
  return match ? (match.groups ?? {}) : undefined;
}
