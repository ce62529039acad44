import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEvent } from 'atrium-client/events';
import { vi } from 'vitest';
import { type DeliveryCtx, findNextTries, sendDueDeliveries } from '../../src/modules/webhooks/deliveries.ts';
import type { Clock } from './clock.ts';

export interface Arrival {
  id: string;
  type: string;
  item: string;
  data: Record<string, unknown>;
  path: string;
  headers: IncomingHttpHeaders;
  isAccepted: boolean;
}

/** `cut` takes the event and breaks the connection, so that the sender cannot know. `hang` never answers. */
export type ReceiverAnswer = number | 'cut' | 'hang' | { status: number; headers: Record<string, string> };

export interface WebhookReceiver {
  /** Host and port. */
  host: string;
  url(path?: string): string;
  arrivals: Arrival[];
  answer: (arrival: Arrival) => ReceiverAnswer | Promise<ReceiverAnswer>;
  /** Checks each signature. Absent: not checked. */
  secret: string | undefined;
  clock: Clock | undefined;
  /** Stops listening until the function that it returns is called. */
  goAway(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export async function startReceiver(clock?: Clock): Promise<WebhookReceiver> {
  const verify = (body: string, headers: IncomingHttpHeaders) => {
    if (!receiver.secret) return;
    // The client compares the time of the signature with that of the machine.
    const now = vi.spyOn(Date, 'now').mockReturnValue(receiver.clock?.now().getTime() ?? Date.now());
    try {
      readEvent(receiver.secret, headers, body);
    } finally {
      now.mockRestore();
    }
  };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', async () => {
      const { type, data } = JSON.parse(body);
      const { headers, url = '' } = request;
      const arrival = { id: String(headers['webhook-id']), type, item: String(data.id), data, path: url };
      const entry: Arrival = { ...arrival, headers, isAccepted: false };
      let answer = await receiver.answer(entry);
      try {
        verify(body, headers);
      } catch {
        answer = 401;
      }
      entry.isAccepted = answer === 'cut' || (typeof answer === 'number' && answer < 300);
      receiver.arrivals.push(entry);
      if (answer === 'cut') request.socket.destroy();
      else if (answer === 'hang') return;
      else if (typeof answer === 'number') response.writeHead(answer).end('private');
      else response.writeHead(answer.status, answer.headers).end();
    });
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const receiver: WebhookReceiver = {
    host: `127.0.0.1:${port}`,
    url: (path = '/') => `http://127.0.0.1:${port}${path}`,
    arrivals: [],
    answer: () => 204,
    secret: undefined,
    clock,
    goAway: async () => {
      await close();
      return () => listen(port);
    },
    close,
  };
  return receiver;
}

/**
 * Sends all that is due, moves the clock to the next try, and so on until nothing waits or `isOver`. With `lateMs`, as a
 * server that comes so late each time.
 */
export async function deliverAll(
  ctx: DeliveryCtx,
  clock: Clock,
  isOver = () => false,
  lateMs = 0,
): Promise<void> {
  for (;;) {
    const next = await findNextTries(ctx);
    if (next.length === 0 || isOver()) return;
    const earliest = Math.min(...next.map(({ at }) => at.getTime()));
    clock.forward(Math.max(0, earliest + lateMs - clock.now().getTime()));
    const due = next.filter(({ at }) => at <= clock.now());
    await Promise.all(due.map(({ webhook_id }) => sendDueDeliveries(ctx, webhook_id)));
  }
}

export class Killed extends Error {}

/** As if the process ended at call number `moment` to the database: each call has a moment before and one after it. */
export function dyingAt(ctx: DeliveryCtx, moment: number): DeliveryCtx & { hasDied: () => boolean } {
  let left = moment;
  const tick = () => {
    left -= 1;
    if (left <= 0) throw new Killed();
  };
  const mortal = (em: DeliveryCtx['em']): DeliveryCtx['em'] =>
    new Proxy(em, {
      get: (target, name) => {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name === 'fork') return () => mortal(target.fork() as DeliveryCtx['em']);
        if (!['nativeUpdate', 'nativeDelete', 'findOne', 'find', 'transactional'].includes(String(name)))
          return value.bind(target);
        return async (...args: unknown[]) => {
          tick();
          const result = await value.apply(target, args);
          tick();
          return result;
        };
      },
    });
  return { ...ctx, em: mortal(ctx.em), hasDied: () => left <= 0 };
}
