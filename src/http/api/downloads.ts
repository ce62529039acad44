import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Download } from '../../trpc/download.ts';

export function sendDownload(reply: FastifyReply, { name, type, bytes, open }: Download): FastifyReply {
  return reply
    .headers({
      'content-type': type,
      ...(bytes !== undefined && { 'content-length': bytes }),
      'content-disposition': dispositionOf('attachment', name),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(reply.request.method === 'HEAD' ? Readable.from([]) : open());
}

/** RFC 6266: the exact name, and a plain ASCII one for old clients. */
export function dispositionOf(kind: 'attachment' | 'inline', given: string): string {
  // Names that an earlier version stored may be decomposed.
  const name = given.toWellFormed().normalize('NFC');
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
