import type { FastifyInstance } from 'fastify';
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-openapi';

/** The OpenAPI 3.1 description of every REST row, made from the procedures themselves. */
export function describeApi(router: OpenApiRouter, publicUrl: string) {
  return generateOpenApiDocument(router, {
    title: 'Atrium',
    description: 'The REST face of the company website and its staff panel.',
    version: '1',
    openApiVersion: '3.1.0',
    baseUrl: `${publicUrl}/api`,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  });
}

/** Serves the description; it is made at the first request, as it takes longer than the rest of the start. */
export function serveOpenApi(app: FastifyInstance, router: OpenApiRouter, publicUrl: string): void {
  let text: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(describeApi(router, publicUrl));
    return reply.type('application/json').send(text);
  });
}
