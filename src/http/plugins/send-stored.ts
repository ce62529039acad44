import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Storage } from '../../pictures/files/storage.ts';
import { findKnownTag } from '../api/etags.ts';

export type StoredFile = NonNullable<Awaited<ReturnType<Storage['read']>>>;

/**
 * Sends a stored file, or the range of the file that the client requests. Sends 304 to a client that already
 * has the file. `etag` identifies the content of the file.
 */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { etag, type }: { etag: string; type: string },
): FastifyReply {
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (findKnownTag(request.headers['if-none-match'], [etag])) return reply.code(304).send();

  // A range is ignored when the client has parts of another version of the file, because parts of two
  // versions must not be combined.
  const ifRange = request.headers['if-range'];
  const wanted = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = readRange(wanted, file.bytes);
  if (range === 'outside') {
    return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  reply.headers({ 'content-type': type, 'content-length': end - start + 1 });
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
  return request.method === 'HEAD' ? reply.send() : reply.send(file.open(range));
}

interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header (RFC 9110, 14.2). Returns `'outside'` for a range after the end of the file. Returns
 * undefined when the whole file must be sent, because the header has no valid range or several ranges.
 */
function readRange(header: string | undefined, bytes: number): ByteRange | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (!from && !to)) return undefined;
  const start = from ? Number(from) : Math.max(0, bytes - Number(to));
  const end = from && to ? Math.min(Number(to), bytes - 1) : bytes - 1;
  if (from && to && Number(to) < Number(from)) return undefined;
  return start > end ? 'outside' : { start, end };
}
