import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { RenderedPage, RenderPage } from '../src/shared/page.ts';
import { App } from './site/app/site-app.tsx';
import { fontPreloads } from './site/head/font-preloads.ts';
import { loadPage, type PageSnapshot } from './site/app/load-page.ts';
import { renderHead } from './site/head/render-head.ts';
import { createServerApi } from './lib/api-server.ts';

/**
 * Gives what renders public pages on the server; `publicUrl` is the address that visitors use. What goes wrong on the way
 * becomes a page that says so.
 */
export function createRenderer(publicUrl: string): RenderPage {
  const render = (url: string, snapshot: PageSnapshot): RenderedPage => {
    const html = renderToString(
      <StaticRouter location={url}>
        <App first={snapshot} />
      </StaticRouter>,
    );
    const head = fontPreloads + renderHead(snapshot, publicUrl);
    return { status: statusOf(snapshot), head, html, data: snapshot };
  };
  return async (url, call, posted) => {
    const api = createServerApi(call);
    const read = new Set<string>();
    const loaded = await loadPage(
      url,
      async () => api,
      (search) => noting(search, read),
    );
    const snapshot = posted && loaded.outcome === 'found' ? { ...loaded, posted } : loaded;
    try {
      return { ...render(url, snapshot), queries: [...read] };
    } catch (error) {
      return { ...render(url, { outcome: 'failed', status: 500 }), error };
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

function statusOf(snapshot: PageSnapshot): number {
  if (snapshot.outcome === 'failed') return snapshot.status;
  return snapshot.outcome === 'missing' ? 404 : 200;
}
