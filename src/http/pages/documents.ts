import { defaultLook } from '../../shared/brand/brand-look.ts';
import type { HeadingFontName } from '../../shared/brand/heading-fonts.ts';
import { lookHash } from '../../shared/brand/stylesheet.ts';
import type { RenderedPage } from '../../shared/page-renderer.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';
import { fitWords } from '../typography/headings.ts';
import { stylesheetTag } from './brand-files.ts';
import { readSiteTags } from './client-assets.ts';
import { iconTagsOf } from './icons.ts';
import { speculationScript } from './speculation-rules.ts';
import { themeScript } from './theme-script.ts';

export interface PageDocuments {
  /**
   * Renders the HTML document of a page. If `looksAhead` is true, the document tells the browser to fetch other pages
   * before a click.
   */
  render(page: RenderedPage, site: SiteSettings, options?: { looksAhead: boolean }): Promise<string>;
  /** Renders the HTML document of a page without scripts, for a frame that runs no scripts. */
  renderStill(page: RenderedPage, site: SiteSettings): Promise<string>;
}

export async function createDocuments(clientFolder: string): Promise<PageDocuments> {
  const { styles, script } = await readSiteTags(clientFolder);
  const tagsOf = rememberLast((site: SiteSettings) => {
    const brand = stylesheetTag(lookHash(site.brand));
    return { brand, rest: brand + iconTagsOf(site) + script };
  });
  return {
    async render({ head, html }, site, { looksAhead } = { looksAhead: false }) {
      const { rest } = tagsOf(site);
      return renderHtml({
        lang: site.region.language,
        tags: themeScript + styles,
        head: head + rest + (looksAhead ? speculationScript : ''),
        html: await fitWords(html, site.region.language),
        headingFont: site.brand.heading_font,
      });
    },
    renderStill: async ({ head, html }, site) =>
      renderHtml({
        lang: site.region.language,
        tags: styles,
        head: head + tagsOf(site).brand,
        html: await fitWords(html, site.region.language),
        headingFont: site.brand.heading_font,
      }),
  };
}

/**
 * Returns a function that calls `compute` only when the argument is not the same object as in the last call. The
 * settings remain the same object until they change.
 */
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
}

export function renderHtml(page: Html): string {
  // The attribute tells `tokens.css` to leave out the built-in font.
  const font =
    page.headingFont === defaultLook.heading_font ? '' : ` data-heading-font="${page.headingFont}"`;
  return [
    `<!DOCTYPE html><html lang="${page.lang}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // The styles of the page must follow the shared styles.
    `${page.tags}${page.head}</head>`,
    `<body${font}>${page.html}</body></html>`,
  ].join('');
}
