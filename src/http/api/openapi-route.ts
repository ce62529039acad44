import type { FastifyInstance } from 'fastify';
import type { OpenApiRouter } from 'trpc-openapi';
import { jsonType, type SendCached } from '../plugins/cached-responses.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site.ts';

interface OpenApiParts {
  router: OpenApiRouter;
  publicUrl: string;
  siteSettings: SiteSettingsSource;
}

/**
 * Serves the OpenAPI document. The first request after a change of the settings generates the document, so
 * that the start of the server does not wait.
 */
export function serveOpenApi(
  app: FastifyInstance,
  { router, publicUrl, siteSettings }: OpenApiParts,
  sendCached: SendCached,
): void {
  let made: { of: SiteSettings; text: string } | undefined;
  app.get('/api/openapi.json', (request, reply) =>
    // All callers share one buffer. Otherwise, each of many slow callers would hold a copy.
    sendCached(request, reply, 'openapi', async () => {
      const { describeApi } = await import('./openapi.ts');
      const site = await siteSettings.current();
      if (made?.of !== site) made = { of: site, text: JSON.stringify(describeApi(router, publicUrl, site)) };
      return { status: 200, body: made.text, headers: { 'content-type': jsonType } };
    }),
  );
}
