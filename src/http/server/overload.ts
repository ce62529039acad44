import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Passwords } from '../../security/passwords.ts';
import { Unavailable } from '../../shared/errors.ts';
import { isApi } from './errors.ts';

const leastMs = 1000;
const retryAfter = 2;
export const busyMessage = 'The service is busy. Please try again in a moment.';

const ofOperators = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Returns whether the request is one of an operator. These are never refused or delayed: otherwise a supervisor would
 * end a busy process, and an operator could not see the cause.
 */
export function isForOperators({ routeOptions }: FastifyRequest): boolean {
  return ofOperators.has(routeOptions.url ?? '');
}

/** Files, redirects and cached responses cost little. A page that is not in the cache is refused when it would be made. */
function isCheap({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !isApi(url);
}

/** While the event loop lags, each accepted request would delay all others. 0 means no limit. */
export async function refuseOverload(app: FastifyInstance, maxLoopDelayMs: number): Promise<void> {
  if (maxLoopDelayMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    // A loop blocked for a whole interval counts as infinitely delayed, so the interval is at least the
    // limit.
    sampleInterval: Math.max(leastMs, maxLoopDelayMs),
    pressureHandler: async (request) => {
      if (!isForOperators(request) && !isCheap(request)) throw new Unavailable(busyMessage, { retryAfter });
    },
  });
}

/** Call it before costly work for a request that {@link refuseOverload} lets through. @throws {Unavailable} */
export function refuseWhileBusy(app: FastifyInstance): void {
  if (isBusy(app)) throw new Unavailable(busyMessage, { retryAfter });
}

export function isBusy(app: FastifyInstance): boolean {
  return app.hasDecorator('isUnderPressure') && app.isUnderPressure();
}

/**
 * While the queue of passwords is full, refuses a sign-in before its body is read, because a flood sends many
 * more than can be checked.
 * @throws {Unavailable}
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
