import { type AnyRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Storage } from '../../pictures/files/storage.ts';
import type { IsServed } from '../../pictures/served-pictures.ts';
import type { PictureSizes } from '../../pictures/picture-sizes.service.ts';
import { pictureKey } from '../../shared/picture-view.ts';
import { sendDownload } from '../api/downloads.ts';
import type { CreateContext } from '../server/context.ts';
import { sendStored } from './send-stored.ts';

const types: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

type FileRequest = FastifyRequest<{ Params: { key: string } }>;

/**
 * Serves uploaded pictures and their sizes. The names contain a hash of the picture, so browsers may cache the files for
 * ever. What is sent in place of a size must not be cached.
 */
export function serveUploads(
  app: FastifyInstance,
  storage: Storage,
  isServed: IsServed,
  sizes: PictureSizes,
): void {
  const handler = async (request: FileRequest, reply: FastifyReply) => {
    const { key } = request.params;
    if (!pictureKey.test(key)) return reply.callNotFound();
    if (!(await isServed(`uploads/${key}`))) return sendMissing(request, reply);
    const file = await storage.read(key);
    // A disk failure can leave an empty file, which counts as missing.
    const sent = file?.bytes
      ? { key, file }
      : await sizes.find(key, (err) => request.log.warn({ err, key }, 'a size of a picture was not made'));
    if (!sent) return sendMissing(request, reply);
    reply.headers({
      'cache-control': sent.key === key ? 'public, max-age=31536000, immutable' : 'no-store',
      'content-security-policy': filePolicy,
      'cross-origin-resource-policy': 'cross-origin',
    });
    const [name = '', extension = ''] = sent.key.split('.');
    return sendStored(request, reply, sent.file, { etag: `"${name}"`, type: types[extension]! });
  };
  app.route({ method: ['GET', 'HEAD'], url: '/uploads/:key', handler });
}

/** Serves pictures of the trash and of versions to people who may edit their rows. */
export function serveKeptPictures(
  app: FastifyInstance,
  router: AnyRouter,
  createContext: CreateContext,
): void {
  app.get('/uploads/kept/:key', async (request: FileRequest, reply) => {
    const ctx = await createContext(request, reply);
    const getRawInput = async () => request.params;
    const call = { router, path: 'media.kept', ctx, getRawInput, signal: undefined, batchIndex: 0 };
    return sendDownload(reply, await callTRPCProcedure({ ...call, type: 'query' }));
  });
}

const filePolicy = "default-src 'none'; sandbox";

/** The drawing that is sent in place of a missing picture. */
const missingImage = [
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800">',
  '<rect width="1200" height="800" fill="#e9e7e1"/>',
  '<path d="M0 800 1200 0" stroke="#c9c5bb" stroke-width="2"/>',
  '</svg>',
].join('');

function sendMissing(request: FileRequest, reply: FastifyReply): FastifyReply {
  request.log.warn({ key: request.params.key }, 'a picture was asked for that is not stored');
  const { accept = '', 'sec-fetch-dest': destination } = request.headers;
  const isForPicture = destination === 'image' || /^image\//.test(accept);
  if (!isForPicture) {
    reply.callNotFound();
    return reply;
  }
  return reply
    .code(404)
    .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'no-store', vary: 'accept, sec-fetch-dest' })
    .headers({ 'content-security-policy': filePolicy, 'cross-origin-resource-policy': 'cross-origin' })
    .send(missingImage);
}
