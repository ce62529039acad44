import type { FastifyInstance } from 'fastify';
import type { Storage } from '../media/storage.ts';

const types: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};
const keyPattern = /^[0-9a-f]{32}-[0-9a-f]{8}\.(jpeg|png|webp|avif)$/;

/** Serves kept pictures. Their names are made from their content, so a browser may keep them for good. */
export function serveUploads(app: FastifyInstance, storage: Storage): void {
  app.get<{ Params: { key: string } }>('/uploads/:key', async (request, reply) => {
    const { key } = request.params;
    const extension = keyPattern.exec(key)?.[1];
    const file = extension && (await storage.read(key));
    if (!extension || !file) return reply.callNotFound();
    const etag = `"${key.slice(0, 32)}"`;
    reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    reply.headers({ 'content-type': types[extension], 'content-length': file.bytes });
    return reply.send(file.open());
  });
}
