import type { FastifyReply } from 'fastify';
import type { Download } from '../../trpc/download.ts';

/** Sends a file that no browser opens as a page of ours, and that nobody keeps on the way. */
export function sendDownload(reply: FastifyReply, { name, type, bytes, open }: Download): FastifyReply {
  return reply
    .headers({
      'content-type': type,
      ...(bytes !== undefined && { 'content-length': bytes }),
      'content-disposition': asAttachment(name),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(open());
}

/** RFC 6266: the name for every browser, and in plain ASCII for those of long ago. */
function asAttachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
