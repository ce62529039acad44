import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { RenderedPage, RenderPage } from '../src/shared/page.ts';
import { App } from './app/app.tsx';
import { fontPreloads } from './app/font-preloads.ts';
import { loadPage, type PageSnapshot } from './app/load-page.ts';
import { renderHead } from './app/render-head.ts';
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
    const loaded = await loadPage(url, async () => api);
    const snapshot = posted && loaded.outcome === 'found' ? { ...loaded, posted } : loaded;
    try {
      return render(url, snapshot);
    } catch (error) {
      return { ...render(url, { outcome: 'failed', status: 500 }), error };
    }
  };
}

function statusOf(snapshot: PageSnapshot): number {
  if (snapshot.outcome === 'failed') return snapshot.status;
  return snapshot.outcome === 'missing' ? 404 : 200;
}
