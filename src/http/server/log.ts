import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { stdSerializers } from 'pino';
import { translate } from '../../trpc/errors.ts';
import { toSourceStack } from './source-stack.ts';

type Logger = FastifyServerOptions['logger'];

/** Omits queries, which may contain names or secrets of single sign-on. Never logs headers and bodies. */
export function withoutQueries(logger: Logger): Logger {
  if (!logger) return logger;
  const options = logger === true ? {} : logger;
  return { ...options, serializers: { ...options.serializers, req: toLogged, err: toLoggedError } };
}

function toLogged({ method, url, ip, headers, routeOptions }: FastifyRequest) {
  const route = routeOptions.url ?? 'none';
  return { method, url: pathOf(url), route, remoteAddress: ip, ...aheadOf(headers) };
}

/** Marks a page that a browser fetches before a click. The visitor may never see it. */
function aheadOf(headers: IncomingHttpHeaders): { isAhead?: true } {
  return headers['sec-purpose'] ? { isAhead: true } : {};
}

/**
 * Translating a stack takes tens of milliseconds. Refusals and outages say what they mean, and a flood or an
 * outage causes many, so only the stack of a defect is translated.
 */
function toLoggedError(error: Error) {
  const logged = stdSerializers.err(error);
  return translate(error).status === 500 ? { ...logged, stack: toSourceStack(logged.stack) } : logged;
}

const pathOf = (url: string) => url.split('?', 1)[0];
