import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { smallestNetworkOf } from '../../limits/address-networks.ts';
import type { Passwords } from '../../security/passwords.ts';
import { Unavailable } from '../../shared/errors.ts';
import { isApiPath } from './errors.ts';
import { clientAddress } from './hosts.ts';

const leastMs = 1000;
const retryAfter = 2;
export const busyMessage = 'The service is busy. Please try again in a moment.';

const ofOperators = new Set(['/healthz', '/readyz', '/metrics']);

/** Never refused or delayed: a supervisor would end a busy process, and operators would not see why. */
function isForOperators({ routeOptions }: FastifyRequest): boolean {
  return ofOperators.has(routeOptions.url ?? '');
}

/** Files, redirects and cached responses. A busy server refuses other pages just before it renders them. */
function isCheap({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !isApiPath(url);
}

/** Each accepted request would delay all others. 0 refuses nothing. */
export async function refuseOverload(app: FastifyInstance, maxLoopDelayMs: number): Promise<void> {
  if (maxLoopDelayMs === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    // A loop that is blocked for a whole interval counts as infinitely delayed, so the limit fits into one.
    sampleInterval: Math.max(leastMs, maxLoopDelayMs),
    pressureHandler: async (request) => {
      if (!isForOperators(request) && !isCheap(request)) throw new Unavailable(busyMessage, { retryAfter });
    },
  });
}

/**
 * For what {@link refuseOverload} lets through.
 * @throws {Unavailable} when the server is busy
 */
export function expectNotBusy(app: FastifyInstance): void {
  if (isServerBusy(app)) throw new Unavailable(busyMessage, { retryAfter });
}

export function isServerBusy(app: FastifyInstance): boolean {
  return app.hasDecorator('isUnderPressure') && app.isUnderPressure();
}

/** A flood of sign-ins sends many more passwords than the server can check. Runs before the body is read. */
export function refuseSignInFloods(app: FastifyInstance, passwords: Pick<Passwords, 'assertCapacity'>): void {
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

const turnMs = 10;
const maxOfNetwork = 200;

interface Waiting {
  request: FastifyRequest;
  begin: HookHandlerDoneFunction;
}

/**
 * Requests begin for at most 10 ms of each turn of the event loop, waiting ones one in a turn. Networks
 * alternate, so that none delays another by more than one request.
 */
export function limitRequestsPerTurn(app: FastifyInstance): void {
  const waiting = new Map<string, Waiting[]>();
  let turnBegan: number | undefined;
  const isTurnOver = () => {
    if (turnBegan === undefined) {
      turnBegan = performance.now();
      setImmediate(() => {
        turnBegan = undefined;
      });
    }
    return performance.now() - turnBegan > turnMs;
  };
  const beginNext = () => {
    const next = takeFirst(waiting);
    if (waiting.size > 0) setImmediate(beginNext);
    next?.begin();
  };

  app.addHook('onRequest', (request, _reply, begin) => {
    if (isForOperators(request)) return begin();
    if (waiting.size === 0 && !isTurnOver()) return begin();
    const network = smallestNetworkOf(clientAddress(request));
    const queue = waiting.get(network) ?? [];
    if (queue.length >= maxOfNetwork) return begin(new Unavailable(busyMessage, { retryAfter }));
    if (waiting.size === 0) setImmediate(beginNext);
    waiting.set(network, queue);
    queue.push({ request, begin });
  });
}

/** The oldest of the next network. Skips requests whose client has disconnected. */
function takeFirst(waiting: Map<string, Waiting[]>): Waiting | undefined {
  for (const [network, queue] of waiting) {
    waiting.delete(network);
    const next = takeConnected(queue);
    // The network moves behind the others.
    if (queue.length > 0) waiting.set(network, queue);
    if (next) return next;
  }
  return undefined;
}

function takeConnected(queue: Waiting[]): Waiting | undefined {
  for (;;) {
    const next = queue.shift();
    if (!next?.request.raw.socket.destroyed) return next;
  }
}
