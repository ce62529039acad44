import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { stdSerializers } from 'pino';
import { translateError } from '../../trpc/errors.ts';
import { clientAddress } from './client-address.ts';
import { toSourceStack } from './source-stack.ts';

type Logger = FastifyServerOptions['logger'];

/**
 * Returns logger options that leave out the query of each address. Queries may contain names, or secrets of single
 * sign-on. Headers and bodies are never logged.
 */
export function withoutQueries(logger: Logger): Logger {
  if (!logger) return logger;
  const options = logger === true ? {} : logger;
  return { ...options, serializers: { ...options.serializers, req: toLogged, err: toLoggedError } };
}

function toLogged(request: FastifyRequest) {
  const { method, url, headers, routeOptions } = request;
  const route = routeOptions.url ?? 'none';
  const remoteAddress = clientAddress(request);
  return { method, url: pathOf(url), route, remoteAddress, ...aheadOf(headers) };
}

/**
 * Returns `isAhead` for a page that a browser requests before the visitor clicks. The visitor may never see this page.
 */
function aheadOf(headers: IncomingHttpHeaders): { isAhead?: true } {
  return headers['sec-purpose'] ? { isAhead: true } : {};
}

/**
 * Translates the stack of a defect into source lines. Refusals and outages need no source lines. Each translation takes
 * tens of milliseconds, so translating a flood of refusals would take too long.
 */
function toLoggedError(error: Error) {
  const logged = stdSerializers.err(error);
  return translateError(error).status === 500 ? { ...logged, stack: toSourceStack(logged.stack) } : logged;
}

const pathOf = (url: string) => url.split('?', 1)[0];
