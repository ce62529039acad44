import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Unavailable } from '../../shared/errors.ts';

const leastMs = 1000;
const retryAfter = 2;
const message = 'The service is busy. Please try again in a moment.';

/** These report the state of the process. A supervisor that got no response would end it, and an operator could not see why it is slow. */
const spared = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Refuses requests while the event loop is delayed by more than `maxLoopDelayMs`, averaged over a second, because each accepted request
 * then delays all others. Cached responses are still served, as they cost almost nothing. 0 refuses nothing.
 */
export async function refuseOverload(app: FastifyInstance, maxLoopDelayMs: number): Promise<void> {
  if (maxLoopDelayMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    // A loop that was blocked for a whole sampling interval counts as infinitely delayed, so the interval must be at
    // least as long as the limit.
    sampleInterval: Math.max(leastMs, maxLoopDelayMs),
    pressureHandler: async ({ routeOptions }) => {
      if (!spared.has(routeOptions.url ?? '')) throw new Unavailable(message, { retryAfter });
    },
  });
}
