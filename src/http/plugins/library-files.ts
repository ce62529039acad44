import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from '../../database/ctx.ts';
import { findLibraryFile } from '../../pictures/media-items.service.ts';
import type { Storage } from '../../pictures/files/storage.ts';
import type { FileType } from '../../shared/library-files.ts';
import { dispositionOf } from '../api/downloads.ts';
import { sendStored } from './send-stored.ts';

const openDocument = 'application/vnd.oasis.opendocument';
const openXml = 'application/vnd.openxmlformats-officedocument';

const types: Readonly<Record<FileType, string>> = {
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

/**
 * The policy for PDFs. Browsers show a PDF in their own viewer, which would remain empty in a sandbox. The
 * viewer runs no script of this site.
 */
const viewerPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

type FileRequest = FastifyRequest<{ Params: { key: string } }>;

/**
 * Serves the files of the library that are not pictures. A replaced file keeps its address, so browsers must
 * revalidate each file.
 */
export function serveLibraryFiles(app: FastifyInstance, storage: Storage, read: Reader): void {
  const handler = async (request: FileRequest, reply: FastifyReply) => {
    const found = await findLibraryFile({ read }, request.params.key);
    const file = found && (await storage.read(found.key));
    if (!file?.bytes) return reply.callNotFound();
    const isShown = found!.type === 'pdf';
    reply.headers({
      'cache-control': 'public, no-cache',
      'content-disposition': dispositionOf(isShown ? 'inline' : 'attachment', found!.name),
      'content-security-policy': isShown ? viewerPolicy : filePolicy,
      'x-content-type-options': 'nosniff',
    });
    const etag = `"${found!.key.slice(0, found!.key.lastIndexOf('.'))}"`;
    return sendStored(request, reply, file, { etag, type: types[found!.type] });
  };
  app.route({ method: ['GET', 'HEAD'], url: '/uploads/:key/:name', handler });
}
