import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { stdSerializers } from 'pino';
import { translateError } from '../../trpc/errors.ts';
import { toSourceStack } from './source-stack.ts';

type Logger = FastifyServerOptions['logger'];

/**
 * Returns the options of a logger that leaves out queries, because queries may contain names or secrets of
 * single sign-on. Headers and bodies are never logged.
 */
export function withoutQueries(logger: Logger): Logger {
  if (!logger) return logger;
  const options = logger === true ? {} : logger;
  return { ...options, serializers: { ...options.serializers, req: toLogged, err: toLoggedError } };
}

function toLogged({ method, url, ip, headers, routeOptions }: FastifyRequest) {
  const route = routeOptions.url ?? 'none';
  return { method, url: pathOf(url), route, remoteAddress: ip, ...aheadOf(headers) };
}

/** Marks a request for a page that a browser fetches before a click. The visitor may never see this page. */
function aheadOf(headers: IncomingHttpHeaders): { isAhead?: true } {
  return headers['sec-purpose'] ? { isAhead: true } : {};
}

/**
 * Translates only the stack of a defect into source lines, which takes tens of milliseconds. Refusals and
 * outages need no source lines, and a flood of them would take too much time.
 */
function toLoggedError(error: Error) {
  const logged = stdSerializers.err(error);
  return translateError(error).status === 500 ? { ...logged, stack: toSourceStack(logged.stack) } : logged;
}

const pathOf = (url: string) => url.split('?', 1)[0];
