import type { FastifyInstance, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { smallestNetworkOf } from '../../limits/address-networks.ts';
import { Unavailable } from '../../shared/errors.ts';
import { clientAddress } from './client-address.ts';
import { busyMessage, isForOperators } from './overload.ts';

const turnMs = 10;
const maxOfNetwork = 200;
const retryAfter = 2;

interface Waiting {
  request: FastifyRequest;
  begin: HookHandlerDoneFunction;
}

/**
 * Adds a hook that begins requests for at most 10 ms in each turn of the event loop. Later requests wait. Each further
 * turn begins one waiting request. The networks of the clients are served alternately, so that no network delays
 * another network by more than one request.
 */
export function takeTurns(app: FastifyInstance): void {
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

/**
 * Removes and returns the oldest request of the next network. Skips requests whose client has disconnected.
 * Returns undefined when no request is left.
 */
function takeFirst(waiting: Map<string, Waiting[]>): Waiting | undefined {
  for (const [network, queue] of waiting) {
    waiting.delete(network);
    const next = takeConnected(queue);
    // The network moves behind the other networks.
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
