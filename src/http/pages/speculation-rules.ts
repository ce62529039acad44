import { createHash } from 'node:crypto';

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

// The links of the menus, after the script has set `data-loaded` on the complete page. Browsers ignore the
// links of a closed menu, because these are not rendered.
const menu = ':root[data-loaded] :is(.site-nav, .mobile-menu) a:not([aria-current])';

const rules = {
  // Each page in the menu is only about 4 kB. With prefetching, a click opens such a page without a request.
  prefetch: [{ where: { selector_matches: menu }, eagerness: 'immediate' }],
  // Other links are prerendered only while the pointer rests on a link, because a pointer crosses many links
  // on its way.
  prerender: [
    { where: { selector_matches: menu }, eagerness: 'eager' },
    { where: pages, eagerness: 'moderate' },
  ],
};

const script = JSON.stringify(rules);

/**
 * The rules are in the page itself. A separate file, which a header names, would be requested before the
 * styles and would cost a round trip on HTTP/1.1. The rules are the same on every page, so the content
 * security policy allows them by their hash.
 */
export const speculationScript = `<script type="speculationrules">${script}</script>`;
export const speculationSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
