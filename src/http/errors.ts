import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BadRequest, type ErrorBody, NotFound, TooLarge, WrongMediaType } from '../shared/errors.ts';
import { type Translated, translate } from '../trpc/errors.ts';

/** What Fastify itself refuses before a route runs, in our words. */
function explain(error: FastifyError): unknown {
  switch (error.statusCode) {
    case 400:
      return new BadRequest('The request is not valid JSON.', { cause: error });
    case 403:
    case 404:
      return new NotFound('There is nothing at this address.');
    case 413:
      return new TooLarge('The request is too large.', { cause: error });
    case 415:
      return new WrongMediaType('This address does not take that kind of body.', { cause: error });
    default:
      return error;
  }
}

/** Fastify's own refusals, and those of @fastify/static, which forbids a folder's address and has no code for it. */
function isOfServer(error: FastifyError): boolean {
  return error.code?.startsWith('FST_') || error.name === 'ForbiddenError';
}

/** Answers an error in the one shape of errors. */
export function sendError(reply: FastifyReply, { status, body, retryAfter }: Translated): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  return reply.code(status).send({ ...body, request_id: reply.request.id } satisfies ErrorBody);
}

/** Writes what nobody foresaw into the log, with the request it belongs to. */
export function logUnexpected(log: FastifyBaseLogger, error: unknown, { isUnexpected }: Translated): void {
  if (isUnexpected) log.error({ err: error }, 'unexpected error');
}

/** Answers every error that leaves a route, and every unknown address below `/api` and `/trpc`. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const translated = translate(isOfServer(error) ? explain(error) : error);
    logUnexpected(request.log, error, translated);
    return sendError(reply, translated);
  });
}
