import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TRPCError } from '@trpc/server';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  BadRequest,
  type ErrorBody,
  fullDiskMessage,
  isDiskFull,
  NotFound,
  TooLarge,
  WrongMediaType,
} from '../../shared/errors.ts';
import { type TranslatedError, translateError } from '../../trpc/errors.ts';
import { rawErrorHeaders, requestIdHeader, type Hsts } from './headers.ts';

const nothingHere = 'There is nothing at this address.';

function explain(error: FastifyError): unknown {
  // Fastify expects a type of the body of QUERY, even where no route takes it.
  if (error.code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return new NotFound(nothingHere);
  switch (error.statusCode) {
    case 400:
      return new BadRequest('The request is not valid JSON.', { cause: error });
    case 403:
    case 404:
      return new NotFound(nothingHere);
    case 413:
      return new TooLarge('The request is too large.', { cause: error });
    case 415:
      return new WrongMediaType('This address does not take that kind of body.', { cause: error });
    default:
      return error;
  }
}

/** For the address of a folder, `@fastify/static` throws a `ForbiddenError`, which has no code. */
function isOfServer(error: FastifyError): boolean {
  return error.code?.startsWith('FST_') || error.name === 'ForbiddenError';
}

/** Headers that were set for the failed response. They do not describe the error. */
const ofAnswer = [
  ...['content-disposition', 'content-encoding', 'content-length', 'content-range'],
  ...['accept-ranges', 'etag', 'last-modified'],
];

export function sendError(reply: FastifyReply, { status, body, retryAfter }: TranslatedError): FastifyReply {
  for (const name of ofAnswer) reply.removeHeader(name);
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  reply.header(requestIdHeader, reply.request.id);
  return reply.code(status).send({ ...body, request_id: reply.request.id } satisfies ErrorBody);
}

const jsonRpcInvalidRequest = -32_600;

/** In the shape that the tRPC client expects. */
function sendTrpcError(reply: FastifyReply, { status, body, retryAfter }: TranslatedError): FastifyReply {
  const data = { httpStatus: status, request_id: reply.request.id, ...body };
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  reply.code(status).header('cache-control', 'no-store');
  return reply.send({ error: { code: jsonRpcInvalidRequest, message: body.message, data } });
}

export function logUnexpected(
  log: FastifyBaseLogger,
  error: unknown,
  { isUnexpected }: TranslatedError,
  procedure?: string,
): void {
  if (!isUnexpected) return;
  // tRPC wraps an error in another one with the same message.
  const err = error instanceof TRPCError && error.cause ? error.cause : error;
  log.error({ err, procedure }, isDiskFull(err) ? fullDiskMessage : 'unexpected error');
}

export function translateThrown(error: FastifyError): TranslatedError {
  return translateError(isOfServer(error) ? explain(error) : error);
}

export type ShowBusy = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Pages that fail with 503 get `showBusy`, all else JSON, below `/trpc/` in the shape of tRPC. */
export function handleErrors(app: FastifyInstance, showBusy?: ShowBusy): void {
  app.setErrorHandler(async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const translated = translateThrown(error);
    logUnexpected(request.log, error, translated);
    if (translated.status === 503 && showBusy && wantsPage(request)) {
      reply.header('retry-after', String(Math.ceil(translated.retryAfter ?? 1)));
      return showBusy(request, reply);
    }
    return request.url.startsWith('/trpc/') ? sendTrpcError(reply, translated) : sendError(reply, translated);
  });
}

function wantsPage({ url, headers }: FastifyRequest): boolean {
  return !isApiPath(url) && (headers.accept?.includes('text/html') ?? false);
}

export function isApiPath(url: string): boolean {
  return /^\/(api|trpc)([/?]|$)/.test(url);
}

/** For requests that Fastify cannot route, which no hook sees. */
export function sendFrameworkError(hsts: Hsts) {
  const fixed = Object.fromEntries(rawErrorHeaders(hsts).map((line) => line.split(/: (.*)/, 2)));
  return (_error: FastifyError, _request: unknown, reply: FastifyReply) =>
    void sendError(reply.headers(fixed), translateError(new NotFound(nothingHere)));
}

/** Of Node's HTTP parser. No hook or handler gets them, because no request exists yet. */
const brokenRequests: Record<string, [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The address or the headers are too long.'],
};

/** Without `connection: close`, a client could send its next request here, and it would be lost. */
export function brokenRequestAnswer(hsts: Hsts) {
  const fixed = rawErrorHeaders(hsts);
  return function answer(this: { log: FastifyBaseLogger }, error: Error, socket: Socket): void {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ECONNRESET' || socket.destroyed) return;
    const [status, message] = brokenRequests[code] ?? [400, 'The request cannot be understood.'];
    const request_id = crypto.randomUUID();
    this.log.info({ code, statusCode: status, reqId: request_id }, 'a request that cannot be read');
    if (!socket.writable) return void socket.destroy();
    const body = JSON.stringify({ message, request_id } satisfies ErrorBody);
    const headers = [
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...fixed,
      `${requestIdHeader}: ${request_id}`,
      'connection: close',
    ];
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`, () =>
      socket.destroy(),
    );
  };
}
