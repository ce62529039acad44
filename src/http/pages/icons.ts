import type { FastifyInstance } from 'fastify';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site.ts';

/** The background colours of the two themes, as in `client/styles/tokens.css`. */
const paper = { light: '#fbfaf6', dark: '#0d1613' };

const files = ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png'];

export const iconTags = [
  '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">',
  ...Object.entries(paper).map(
    ([scheme, colour]) =>
      `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}">`,
  ),
].join('');

function manifestOf({ company }: SiteSettings): string {
  return JSON.stringify({
    name: company.name,
    short_name: company.name,
    start_url: '/',
    display: 'browser',
    background_color: paper.light,
    theme_color: paper.light,
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  });
}

/** Serves the icons and the manifest. Their addresses never change, so they are revalidated every day. */
export function serveIcons(
  app: FastifyInstance,
  clientFolder: string,
  siteSettings: SiteSettingsSource,
): void {
  for (const file of files) {
    app.get(`/${file}`, (_request, reply) =>
      reply.sendFile(file, clientFolder, { immutable: false, maxAge: '1d' }),
    );
  }
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'public, max-age=86400')
      .send(manifestOf(await siteSettings.current())),
  );
}
