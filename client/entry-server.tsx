import './site/heading-fonts/heading-fonts.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/headings.css';
import './styles/layout.css';
import './styles/prose.css';
import { renderToStaticMarkup } from 'react-dom/server';
import type {
  CallProcedure,
  DraftNotice,
  PostedFormResult,
  RenderedPage,
  RenderPage,
} from '../src/shared/page-renderer.ts';
import { addressInLanguage, maxPathLength } from '../src/shared/slugs.ts';
import type { SiteSettings } from '../src/shared/settings/site-settings.ts';
import type { Api } from './api/types.ts';
import { type LoadedPage, loadPage } from './site/app/load-page.ts';
import {
  loadAlternates,
  movedAddress,
  otherLanguageAddress,
  withLinksInLanguage,
} from './site/app/page-languages.ts';
import { SiteApp } from './site/app/site-app.tsx';
import { renderDraftHead, renderHead } from './site/head/render-head.ts';

/**
 * Returns the function that renders public pages on the server. `publicUrl` is the site's address for visitors. If
 * rendering throws an error, the function returns the failure page and the error.
 */
export function createRenderer(publicUrl: string): RenderPage {
  const render = async (
    pathname: string,
    page: LoadedPage,
    { site, api }: { site: SiteSettings; api: Api },
    posted?: PostedFormResult,
    draft?: DraftNotice,
  ): Promise<RenderedPage> => {
    const alternates = draft ? [] : await loadAlternates(page, site, api);
    const html = renderToStaticMarkup(
      <SiteApp
        pathname={pathname}
        page={page}
        site={site}
        posted={posted}
        alternates={alternates}
        validUntil={draft?.validUntil}
      />,
    );
    return {
      status: statusOf(page),
      head: draft ? renderDraftHead(page, site, draft) : renderHead(page, { site, alternates }, publicUrl),
      html: await withLinksInLanguage(html, page, { site, api }),
    };
  };
  return async (address, call, site, posted, draft) => {
    // Concatenated, because `new URL` with a base would read a path that begins with two slashes as a host.
    const url = new URL(`http://site${address}`);
    const read = new Set<string>();
    const searchParams = noting(url.searchParams, read);
    const api = createServerApi(call);
    const loaded = await loadPage({ pathname: url.pathname, searchParams }, api, site);
    const page =
      loaded.outcome === 'missing'
        ? await orMoved(loaded, addressInLanguage(site.shown, url.pathname), api)
        : loaded;
    const other = draft ? undefined : otherLanguageAddress(page, site);
    const moved = loaded.outcome === 'moved' ? movedAddress(loaded.address, site) : undefined;
    const location = moved ?? (page.outcome === 'moved' ? page.address : other);
    if (location) return { status: 301, location, head: '', html: '', queries: [...read] };
    try {
      return { ...(await render(url.pathname, page, { site, api }, posted, draft)), queries: [...read] };
    } catch (error) {
      const failed: LoadedPage = { outcome: 'failed', status: 500 };
      return { ...(await render(url.pathname, failed, { site, api })), error };
    }
  };
}

/**
 * Returns a redirect if `pathname` is a former address of a page. Otherwise returns `missing`. Called only when no page
 * was found, so that a former address cannot hide a page.
 */
async function orMoved(missing: LoadedPage, pathname: string, api: Api): Promise<LoadedPage> {
  if (pathname.length > maxPathLength) return missing;
  const { path } = await api.site.moved.query({ path: pathname }).catch(() => ({ path: null }));
  return path ? { outcome: 'moved', address: path } : missing;
}

/**
 * Returns a proxy of the query parameters. The proxy adds each name that the page reads to `read`. If the page iterates
 * over the parameters, the proxy adds all names of the address.
 */
function noting(search: URLSearchParams, read: Set<string>): URLSearchParams {
  return new Proxy(search, {
    get: (queries, act: keyof URLSearchParams) => {
      const value: unknown = queries[act];
      if (typeof value !== 'function') return value;
      return (name: string, ...others: unknown[]) => {
        if (act === 'get' || act === 'getAll' || act === 'has') read.add(name);
        else for (const each of queries.keys()) read.add(each);
        return Reflect.apply(value, queries, [name, ...others]);
      };
    },
  });
}

function statusOf(page: LoadedPage): number {
  if (page.outcome === 'failed') return page.status;
  return page.outcome === 'missing' ? 404 : 200;
}

/**
 * Returns a client that calls the procedures without HTTP, for rendering on the server. Errors have the same form as in
 * a browser.
 */
function createServerApi(call: CallProcedure): Api {
  // The cast is safe: any path is accepted, and `Api` allows only the router's names.
  return procedureAt([], call) as Api;
}

function procedureAt(path: string[], call: CallProcedure): unknown {
  const get = (_: object, name: string | symbol) => {
    if (name === 'query') return (input: unknown) => call(path.join('.'), input);
    // `await` would treat an object with a `then` as a promise.
    return name === 'then' ? undefined : procedureAt([...path, String(name)], call);
  };
  return new Proxy({}, { get });
}
