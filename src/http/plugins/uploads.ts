import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Storage } from '../../pictures/files/storage.ts';
import { findKnownTag } from '../api/etags.ts';

const types: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};
const keyPattern = /^[0-9a-f]{32}-(?:[0-9a-f]{8}){1,2}(?:-\d{1,5})?\.(jpeg|png|webp|avif)$/;

type FileRequest = FastifyRequest<{ Params: { key: string } }>;

/** The names contain a hash of the content, so browsers may cache the files for ever. */
export function serveUploads(app: FastifyInstance, storage: Storage): void {
  const handler = async (request: FileRequest, reply: FastifyReply) => {
    const { key } = request.params;
    const extension = keyPattern.exec(key)?.[1];
    if (!extension) return reply.callNotFound();
    const file = await storage.read(key);
    // A disk failure can leave an empty file, which counts as missing.
    if (!file?.bytes) return sendMissing(request, reply);
    const etag = `"${key.slice(0, key.lastIndexOf('.'))}"`;
    reply.headers({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': filePolicy,
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (findKnownTag(request.headers['if-none-match'], [etag])) return reply.code(304).send();

    // Ignores the range when the client has parts of another version, because the two must not be combined.
    const ifRange = request.headers['if-range'];
    const wanted = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
    const range = readRange(wanted, file.bytes);
    if (range === 'outside') {
      return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
    }
    const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
    reply.headers({ 'content-type': types[extension], 'content-length': end - start + 1 });
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
    return request.method === 'HEAD' ? reply.send() : reply.send(file.open(range));
  };
  app.route({ method: ['GET', 'HEAD'], url: '/uploads/:key', handler });
}

interface ByteRange {
  start: number;
  end: number;
}

/** Parses a range (RFC 9110, 14.2). Returns `'outside'` after the end, undefined for several ranges. */
function readRange(header: string | undefined, bytes: number): ByteRange | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (!from && !to)) return undefined;
  const start = from ? Number(from) : Math.max(0, bytes - Number(to));
  const end = from && to ? Math.min(Number(to), bytes - 1) : bytes - 1;
  if (from && to && Number(to) < Number(from)) return undefined;
  return start > end ? 'outside' : { start, end };
}

const filePolicy = "default-src 'none'; sandbox";

/** Shown where a picture is missing. */
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
