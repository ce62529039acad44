import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Unavailable } from '../../shared/errors.ts';

const leastMs = 1000;
const retryAfter = 2;
const message = 'The service is busy. Please try again in a moment.';

/** A supervisor that got no response would end the process, and an operator could not see why it is slow. */
const spared = new Set(['/healthz', '/readyz', '/metrics']);

/** An accepted request delays all others while the event loop lags. Cached responses cost little. 0: no limit. */
export async function refuseOverload(app: FastifyInstance, maxLoopDelayMs: number): Promise<void> {
  if (maxLoopDelayMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    // A loop blocked for a whole interval counts as infinitely delayed. So the interval is at least the limit.
    sampleInterval: Math.max(leastMs, maxLoopDelayMs),
    pressureHandler: async ({ routeOptions }) => {
      if (!spared.has(routeOptions.url ?? '')) throw new Unavailable(message, { retryAfter });
    },
  });
}
