import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Passwords } from '../../security/passwords.ts';
import { Unavailable } from '../../shared/errors.ts';
import { isApiPath } from './errors.ts';

const leastMs = 1000;
const retryAfter = 2;
export const busyMessage = 'The service is busy. Please try again in a moment.';

const ofOperators = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Returns whether the request is for operators: a health check or the metrics. Such a request is never
 * refused or delayed. Otherwise a supervisor would end a busy process, and an operator could not see the
 * cause.
 */
export function isForOperators({ routeOptions }: FastifyRequest): boolean {
  return ofOperators.has(routeOptions.url ?? '');
}

/**
 * Returns whether the request might cost little. Files, redirects and cached responses cost little. While the server is
 * busy, a page that is not cached is refused just before it is rendered.
 */
function isCheap({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !isApiPath(url);
}

/**
 * Refuses costly requests while the event loop lags, because each accepted request would delay all others. If
 * `maxLoopDelayMs` is 0, nothing is refused.
 */
export async function refuseOverload(app: FastifyInstance, maxLoopDelayMs: number): Promise<void> {
  if (maxLoopDelayMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    // The library treats a loop that is blocked for a whole interval as infinitely delayed. If the interval were
    // shorter than the limit, delays below the limit would be refused too.
    sampleInterval: Math.max(leastMs, maxLoopDelayMs),
    pressureHandler: async (request) => {
      if (!isForOperators(request) && !isCheap(request)) throw new Unavailable(busyMessage, { retryAfter });
    },
  });
}

/**
 * Checks that the server is not busy, before costly work for a request that {@link refuseOverload} lets
 * through.
 * @throws {Unavailable} when the server is busy
 */
export function refuseWhileBusy(app: FastifyInstance): void {
  if (isBusy(app)) throw new Unavailable(busyMessage, { retryAfter });
}

export function isBusy(app: FastifyInstance): boolean {
  return app.hasDecorator('isUnderPressure') && app.isUnderPressure();
}

/**
 * Adds a hook that refuses sign-ins while the queue of password checks is full, because a flood sends many more
 * passwords than the server can check. The hook runs before the body is read.
 */
export function refuseFloods(app: FastifyInstance, passwords: Pick<Passwords, 'assertCapacity'>): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isSignIn(request)) passwords.assertCapacity();
    done();
  });
}

function isSignIn({ method, routeOptions: { url }, params }: FastifyRequest): boolean {
  if (method !== 'POST') return false;
  const isCall = url === '/trpc/:path' && (params as { path?: string }).path === 'auth.login';
  return isCall || url === '/api/admin/login';
}
