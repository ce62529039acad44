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

// The script sets `data-loaded` when the page is complete. Links of a closed menu do not count.
const menu = ':root[data-loaded] :is(.site-nav, .mobile-menu) a:not([aria-current])';

const rules = {
  // Each page of the menu has about 4 kB. Prefetching makes a click on it open the page without a request.
  prefetch: [{ where: { selector_matches: menu }, eagerness: 'immediate' }],
  // Other links prerender only while the pointer rests on them, because a pointer crosses many links on its way.
  prerender: [
    { where: { selector_matches: menu }, eagerness: 'eager' },
    { where: pages, eagerness: 'moderate' },
  ],
};

const script = JSON.stringify(rules);

/**
 * The rules are in the page itself. A file named by a header would be requested before the styles and cost a round trip
 * on HTTP/1.1. The rules are the same on every page, so the content security policy allows them by their hash.
 */
export const speculationScript = `<script type="speculationrules">${script}</script>`;
export const speculationSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
