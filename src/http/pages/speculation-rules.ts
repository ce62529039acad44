import type { FastifyInstance } from 'fastify';

const path = '/speculation-rules.json';

export const speculationHeaders = { 'speculation-rules': `"${path}"` };

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
  // Other links prerender only while the pointer rests on them, because it crosses many on its way.
  prerender: [
    { where: { selector_matches: menu }, eagerness: 'eager' },
    { where: pages, eagerness: 'moderate' },
  ],
};

export function serveSpeculationRules(app: FastifyInstance): void {
  const body = JSON.stringify(rules);
  app.get(path, (_request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', 'public, max-age=86400')
      .send(body),
  );
}
