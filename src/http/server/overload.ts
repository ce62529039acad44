import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Passwords } from '../../security/passwords.ts';
import { Unavailable } from '../../shared/errors.ts';

const leastMs = 1000;
const retryAfter = 2;
const message = 'The service is busy. Please try again in a moment.';

/**
 * Never refused. Otherwise a supervisor would end a busy process, and an operator could not see the cause.
 */
const spared = new Set(['/healthz', '/readyz', '/metrics']);

/** While the event loop lags, each accepted request would delay all others. 0 means no limit. */
export async function refuseOverload(app: FastifyInstance, maxLoopDelayMs: number): Promise<void> {
  if (maxLoopDelayMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    // A loop blocked for a whole interval counts as infinitely delayed, so the interval is at least the
    // limit.
    sampleInterval: Math.max(leastMs, maxLoopDelayMs),
    pressureHandler: async ({ routeOptions }) => {
      if (!spared.has(routeOptions.url ?? '')) throw new Unavailable(message, { retryAfter });
    },
  });
}

/**
 * While the queue of passwords is full, refuses a sign-in before its body is read, because a flood sends many
 * more than can be checked. @throws {Unavailable}
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
