import type { FastifyInstance } from 'fastify';
import type { OpenApiRouter } from 'trpc-openapi';
import type { SiteSettingsSource } from '../../shared/settings/site.ts';

interface OpenApiParts {
  router: OpenApiRouter;
  publicUrl: string;
  siteSettings: SiteSettingsSource;
}

/** The first request generates the document, because that takes longer than the rest of the start. */
export function serveOpenApi(app: FastifyInstance, { router, publicUrl, siteSettings }: OpenApiParts): void {
  let made: { name: string; text: string } | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    const { describeApi } = await import('./openapi.ts');
    const { name } = (await siteSettings.current()).company;
    if (made?.name !== name) made = { name, text: JSON.stringify(describeApi(router, publicUrl, name)) };
    return reply.type('application/json').send(made.text);
  });
}
