import { createHash } from 'node:crypto';
import { defaultLook } from '../../shared/brand/brand-look.ts';
import type { HeadingFontName } from '../../shared/brand/heading-fonts.ts';
import { brandLookHash } from '../../shared/brand/stylesheet.ts';
import { CallRefused, type RenderedPage, type RenderPage } from '../../shared/page-renderer.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import { embedHosts } from '../../shared/writing/links-and-embeds.ts';
import type { ShowBusy } from '../server/errors.ts';
import { type PageSources, publicPolicy } from '../server/headers.ts';
import { busyMessage } from '../server/overload.ts';
import { stylesheetTag } from './brand-styles.ts';
import { readHoursTag, readSiteTags } from './client-assets.ts';
import { iconTagsOf } from './icons.ts';
import { hyphenateLongWords } from './long-words.ts';

const pages = {
  and: [
    { href_matches: '/*' },
    {
      not: {
        href_matches: [
          ...['/admin', '/admin/*', '/api/*', '/trpc/*', '/uploads/*', '/assets/*', '/cards/*'],
          ...['/feed.*', '/sitemap*', '/robots.txt'],
        ],
      },
    },
    { not: { selector_matches: '[download], [target], [rel~=external]' } },
  ],
};

// Once the script has set `data-loaded`. Browsers ignore links of a closed menu, which are not rendered.
const menu = ':root[data-loaded] :is(.site-nav, .mobile-menu) a:not([aria-current])';

const rules = {
  // A page of the menu is only about 4 kB. Prefetched, it opens without a request.
  prefetch: [{ where: { selector_matches: menu }, eagerness: 'immediate' }],
  // Other links only while the pointer rests on one, because it crosses many on its way.
  prerender: [
    { where: { selector_matches: menu }, eagerness: 'eager' },
    { where: pages, eagerness: 'moderate' },
  ],
};

const speculation = JSON.stringify(rules);

/**
 * In the page, because a separate file would cost a round trip before the styles on HTTP/1.1. The same on
 * every page, so the content security policy allows it by its hash.
 */
const speculationScript = `<script type="speculationrules">${speculation}</script>`;
export const speculationRulesCspHash = `'sha256-${createHash('sha256').update(speculation).digest('base64')}'`;

/** Before the page is painted, and allowed by its hash. `enhancements/theme.ts` calls `applyTheme` too. */
const theme = `function applyTheme(choice) {
  const root = document.documentElement;
  const theme = /^(light|dark)$/.test(choice) ? choice : '';
  if (theme) root.dataset.mantineColorScheme = theme;
  else delete root.dataset.mantineColorScheme;
  for (const element of document.querySelectorAll('[media*="prefers-color-scheme"], [data-media]')) {
    const own = (element.dataset.media ??= element.media);
    element.media = !theme ? own : own.includes(theme) ? 'screen' : 'not all';
  }
}
try {
  const choice = localStorage.getItem('theme');
  if (choice) {
    const observer = new MutationObserver(() => applyTheme(choice));
    observer.observe(document, { childList: true, subtree: true });
    addEventListener('DOMContentLoaded', () => observer.disconnect());
    applyTheme(choice);
  }
} catch {}`.replaceAll(/\n\s*/g, '');

const themeScript = `<script id="theme">${theme}</script>`;
export const themeScriptCspHash = `'sha256-${createHash('sha256').update(theme).digest('base64')}'`;

interface RenderOptions {
  /** Makes the browser fetch other pages before a click. */
  looksAhead?: boolean;
  /** Makes the script of the page tell the server that somebody has seen it. */
  isCounted?: boolean;
}

export interface PageDocuments {
  render(page: RenderedPage, site: SiteSettings, options?: RenderOptions): Promise<string>;
  /** Without scripts, for a frame that runs none. */
  renderStill(page: RenderedPage, site: SiteSettings): Promise<string>;
}

export async function createDocuments(clientFolder: string): Promise<PageDocuments> {
  const { styles, script } = await readSiteTags(clientFolder);
  const hoursTag = await readHoursTag(clientFolder);
  const tagsOf = rememberLast((site: SiteSettings) => {
    const brand = stylesheetTag(brandLookHash(site.brand));
    const hours = site.company.hours.length > 0 ? hoursTag : '';
    return { brand, rest: brand + iconTagsOf(site) + script + hours };
  });
  return {
    async render({ head, html }, site, { looksAhead = false, isCounted = false } = {}) {
      const { rest } = tagsOf(site);
      return renderDocumentHtml({
        lang: site.region.language,
        tags: themeScript + styles,
        head: head + rest + (looksAhead ? speculationScript : ''),
        html: await hyphenateLongWords(html, site.region.language),
        headingFont: site.brand.heading_font,
        isCounted,
      });
    },
    renderStill: async ({ head, html }, site) =>
      renderDocumentHtml({
        lang: site.region.language,
        tags: styles,
        head: head + tagsOf(site).brand,
        html: await hyphenateLongWords(html, site.region.language),
        headingFont: site.brand.heading_font,
      }),
  };
}

/** The settings stay the same object until they change. */
function rememberLast<T extends object, R>(compute: (value: T) => R): (value: T) => R {
  let last: { value: T; result: R } | undefined;
  return (value) => {
    if (last?.value !== value) last = { value, result: compute(value) };
    return last.result;
  };
}

interface Html {
  lang: string;
  head: string;
  tags: string;
  html: string;
  headingFont: HeadingFontName;
  isCounted?: boolean;
}

export function renderDocumentHtml(page: Html): string {
  // Tells `tokens.css` to leave out the built-in font.
  const font =
    page.headingFont === defaultLook.heading_font ? '' : ` data-heading-font="${page.headingFont}"`;
  return [
    `<!DOCTYPE html><html lang="${page.lang}"${page.isCounted ? ' data-counted' : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // The styles of the page must follow the shared styles.
    `${page.tags}${page.head}</head>`,
    `<body${font}>${page.html}</body></html>`,
  ].join('');
}

const outsideImage = /<img [^<>]*?src="(https?:[^"]+)"/g;

/** The other hosts that the policy must allow: of pictures from other sites and of embedded players. */
export function cspHashesIn(html: string): PageSources {
  const addresses = [...html.matchAll(outsideImage)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  );
  return { images: originsOf(addresses), frames: html.includes('<a class="embed-card"') ? embedHosts : [] };
}

/** Each once. Without those of invalid addresses. */
export function originsOf(addresses: readonly string[]): string[] {
  return [...new Set(addresses.flatMap((address) => originOf(address) ?? []))];
}

/** Undefined when the address is invalid or its origin would break the directive of the policy. */
function originOf(address: string): string | undefined {
  const origin = URL.canParse(address) ? new URL(address).origin : '';
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined;
}

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
    const policy = publicPolicy(cspHashesIn(page.html), [themeScriptCspHash]);
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
