import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/prose.css';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PostedForm, RenderedPage, RenderPage } from '../src/shared/page.ts';
import { createServerApi } from './lib/api-server.ts';
import { type LoadedPage, loadPage } from './site/app/load-page.ts';
import { SiteApp } from './site/app/site-app.tsx';
import { renderHead } from './site/head/render-head.ts';

/**
 * Gives what renders public pages on the server; `publicUrl` is the address that visitors use. What goes wrong on the way
 * becomes a page that says so.
 */
export function createRenderer(publicUrl: string): RenderPage {
  const render = (pathname: string, page: LoadedPage, posted?: PostedForm): RenderedPage => ({
    status: statusOf(page),
    head: renderHead(page, publicUrl),
    html: renderToStaticMarkup(<SiteApp pathname={pathname} page={page} posted={posted} />),
  });
  return async (address, call, posted) => {
    // Put together, not resolved: a second slash would make a host of the path.
    const url = new URL(`http://site${address}`);
    const read = new Set<string>();
    const searchParams = noting(url.searchParams, read);
    const page = await loadPage({ pathname: url.pathname, searchParams }, createServerApi(call));
    try {
      return { ...render(url.pathname, page, posted), queries: [...read] };
    } catch (error) {
      return { ...render(url.pathname, { outcome: 'failed', status: 500 }), error };
    }
  };
}

/** The queries of an address, which note the names that a page reads. Whoever reads them all is told apart by all. */
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
