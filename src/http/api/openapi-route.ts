import type { FastifyInstance } from 'fastify';
import type { OpenApiRouter } from 'trpc-openapi';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site.ts';

interface OpenApiParts {
  router: OpenApiRouter;
  publicUrl: string;
  siteSettings: SiteSettingsSource;
}

/** The first request after a change of the settings generates the document, so the start does not wait. */
export function serveOpenApi(app: FastifyInstance, { router, publicUrl, siteSettings }: OpenApiParts): void {
  let made: { of: SiteSettings; text: string } | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    const { describeApi } = await import('./openapi.ts');
    const site = await siteSettings.current();
    if (made?.of !== site) made = { of: site, text: JSON.stringify(describeApi(router, publicUrl, site)) };
    return reply.type('application/json').send(made.text);
  });
}
