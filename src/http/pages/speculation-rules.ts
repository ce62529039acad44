import type { FastifyInstance } from 'fastify';

const path = '/speculation-rules.json';

/** Names the rules by which a browser fetches pages before they are asked for. */
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

// The page's script sets `data-loaded` when all that the page itself needs has come. Links that are not shown, such as those of a closed
// menu, do not count.
const menu = ':root[data-loaded] :is(.site-nav, .mobile-menu) a:not([aria-current])';

const rules = {
  // The few pages of the menu are worth 4 kB each: a press of one then waits for no line.
  prefetch: [{ where: { selector_matches: menu }, eagerness: 'immediate' }],
  // What the pointer rests on, or a finger presses, is made ready to be shown: two pages at most, with their pictures. A link of the menu
  // need only be touched by the pointer; elsewhere, where cards lie under its way, it must rest.
  prerender: [
    { where: { selector_matches: menu }, eagerness: 'eager' },
    { where: pages, eagerness: 'moderate' },
  ],
};

/** Serves the rules. Browsers that know none of them navigate as ever. */
export function serveSpeculationRules(app: FastifyInstance): void {
  const body = JSON.stringify(rules);
  app.get(path, (_request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', 'public, max-age=86400')
      .send(body),
  );
}
