import { Readable } from 'node:stream';
import { type AnyRouter, callTRPCProcedure } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from '../../database/ctx.ts';
import type { Storage } from '../../pictures/files/storage.ts';
import { findLibraryFile } from '../../pictures/media.ts';
import type { IsServed } from '../../pictures/files-in-use.ts';
import type { PictureSizes } from '../../pictures/picture-sizes.ts';
import type { FileType } from '../../shared/library-files.ts';
import { pictureKey } from '../../shared/picture-view.ts';
import type { Download } from '../../trpc/download.ts';
import { findMatchingEtag } from '../api/etags.ts';
import type { CreateContext } from '../server/context.ts';

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
function dispositionOf(kind: 'attachment' | 'inline', fileName: string): string {
  // Names that an earlier version stored may be decomposed.
  const name = fileName.toWellFormed().normalize('NFC');
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

type StoredFile = NonNullable<Awaited<ReturnType<Storage['read']>>>;

/** Sends a range if the client asks for one, and 304 if it has the file. `etag` identifies the content. */
function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { etag, type }: { etag: string; type: string },
): FastifyReply {
  reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (findMatchingEtag(request.headers['if-none-match'], [etag])) return reply.code(304).send();

  // Parts of two versions of a file must not be combined.
  const ifRange = request.headers['if-range'];
  const rangeHeader = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = readRange(rangeHeader, file.bytes);
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

/** RFC 9110, 14.2. Undefined means the whole file: there is no valid range, or several. */
function readRange(header: string | undefined, bytes: number): ByteRange | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (!from && !to)) return undefined;
  const start = from ? Number(from) : Math.max(0, bytes - Number(to));
  const end = from && to ? Math.min(Number(to), bytes - 1) : bytes - 1;
  if (from && to && Number(to) < Number(from)) return undefined;
  return start > end ? 'outside' : { start, end };
}

const types: Record<string, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
};

type FileRequest = FastifyRequest<{ Params: { key: string } }>;

/** The names contain a hash, so browsers may cache for ever, but not what is sent in place of a size. */
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

/** Pictures of the trash and of versions, for people who may edit their rows. */
export function serveRetainedPictures(
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

/** In place of a missing picture. */
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

const openDocument = 'application/vnd.oasis.opendocument';
const openXml = 'application/vnd.openxmlformats-officedocument';

const libraryTypes: Readonly<Record<FileType, string>> = {
  pdf: 'application/pdf',
  docx: `${openXml}.wordprocessingml.document`,
  xlsx: `${openXml}.spreadsheetml.sheet`,
  pptx: `${openXml}.presentationml.presentation`,
  odt: `${openDocument}.text`,
  ods: `${openDocument}.spreadsheet`,
  zip: 'application/zip',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** Browsers show a PDF in their own viewer, which stays empty in a sandbox and runs no script of ours. */
const viewerPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const libraryFilePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Files that are not pictures. A replaced one keeps its address, so browsers must revalidate. */
export function serveLibraryFiles(app: FastifyInstance, storage: Storage, read: Reader): void {
  const handler = async (request: FileRequest, reply: FastifyReply) => {
    const item = await findLibraryFile({ read }, request.params.key);
    const file = item && (await storage.read(item.key));
    if (!file?.bytes) return reply.callNotFound();
    const isShown = item!.type === 'pdf';
    reply.headers({
      'cache-control': 'public, no-cache',
      'content-disposition': dispositionOf(isShown ? 'inline' : 'attachment', item!.name),
      'content-security-policy': isShown ? viewerPolicy : libraryFilePolicy,
      'x-content-type-options': 'nosniff',
    });
    const etag = `"${item!.key.slice(0, item!.key.lastIndexOf('.'))}"`;
    return sendStored(request, reply, file, { etag, type: libraryTypes[item!.type] });
  };
  app.route({ method: ['GET', 'HEAD'], url: '/uploads/:key/:name', handler });
}
