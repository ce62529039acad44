import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Unavailable } from '../../shared/errors.ts';

const leastMs = 1000;
const retryAfter = 2;
const message = 'The service is busy. Please try again in a moment.';

/** They say how the process is: who hears nothing from it would end it, or could not see why it is slow. */
const spared = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Refuses requests while the event loop is later than so many milliseconds, on an average of a second: each that is taken then makes all
 * others later. What is kept finished is given on, as it costs next to nothing. 0 refuses nothing.
 */
export async function refuseOverload(app: FastifyInstance, maxLoopDelayMs: number): Promise<void> {
  if (maxLoopDelayMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    // A loop that stood still all the time between two looks counts as late without end: so long may a look take.
    sampleInterval: Math.max(leastMs, maxLoopDelayMs),
    pressureHandler: async ({ routeOptions }) => {
      if (!spared.has(routeOptions.url ?? '')) throw new Unavailable(message, { retryAfter });
    },
  });
}
