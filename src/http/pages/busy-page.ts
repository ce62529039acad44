import { CallRefused, type RenderPage } from '../../shared/page-renderer.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site.ts';
import { publicPolicy } from '../server/headers.ts';
import type { ShowBusy } from '../server/errors.ts';
import { busyMessage } from '../server/overload.ts';
import { type PageDocuments, sourcesIn, themeScriptSource } from './documents.ts';

/** Its content always comes from a call, so with refused calls it shows the error page. */
const anyPage = '/services';

interface BusyParts {
  renderPage: RenderPage;
  siteSettings: SiteSettingsSource;
}

/** In the design of the site. Rendered once for all visitors, and again after a change of the settings. */
export function createBusyPage({ renderPage, siteSettings }: BusyParts, documents: PageDocuments): ShowBusy {
  let made: { of: SiteSettings; page: ReturnType<typeof make> } | undefined;
  const refuse = async () => {
    throw new CallRefused(busyMessage, 503);
  };
  const make = async (site: SiteSettings) => {
    const page = await renderPage(anyPage, refuse, site);
    const policy = publicPolicy(sourcesIn(page.html), [themeScriptSource]);
    return { html: await documents.render(page, site), policy };
  };
  return async (_request, reply) => {
    const site = await siteSettings.current();
    // Visitors who come meanwhile wait. Rendering it for each would keep the server busy.
    if (made?.of !== site) made = { of: site, page: make(site) };
    const { html, policy } = await made.page.catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return reply
      .code(503)
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(html);
  };
}
