import type { IncomingMessage, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { Schemas } from './index.ts';

type EventName = Schemas['WebhookEvent'];

type EventContent =
  | {
      type: Exclude<
        Extract<EventName, `${string}.created` | `${string}.updated` | `${string}.deleted`>,
        'settings.updated'
      >;
      /** `path` is null while visitors cannot see the row. */
      data: { id: number; path: string | null; is_public: boolean; changed: string[] };
    }
  | { type: 'inbox.received'; data: { id: number; kind: string; about_id: number | null } }
  | { type: 'settings.updated'; data: { group: string } }
  | { type: 'site.changed'; data: Record<string, never> }
  | { type: 'ping'; data: { webhook: string } };

/** An event may come twice, with the same `id`. */
export type AtriumEvent = EventContent & { id: string; timestamp: string };

type NamedHeaders = Headers | Record<string, string | string[] | undefined>;

/** @throws when the body was not signed with the secret, or more than five minutes ago */
export function readEvent(secret: string, headers: NamedHeaders, body: string): AtriumEvent {
  return readSigned(new Webhook(secret), headers, body);
}

function readSigned(webhook: Webhook, headers: NamedHeaders, body: string): AtriumEvent {
  const named = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const content = webhook.verify(body, named as Record<string, string>) as Omit<AtriumEvent, 'id'>;
  return { ...content, id: named['webhook-id'] } as AtriumEvent;
}

/** An event has about 200 bytes. */
const maxBytes = 100_000;

/**
 * A listener for a server of `node:http`. Handles the events one after the other. One that `handle` fails with is sent
 * again, as is one that takes more than ten seconds: `handle` need not wait for what it starts. @throws without a secret
 */
export function receiveEvents(
  secret: string,
  handle: (event: AtriumEvent) => unknown,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const webhook = new Webhook(secret);
  let last = Promise.resolve();
  return async (request, response) => {
    const event = await readBody(request)
      .then((body) => readSigned(webhook, request.headers, body))
      .catch(() => null);
    if (!event) return void response.writeHead(401).end();
    last = last
      .then(() => handle(event))
      .then(
        () => 204,
        (error: unknown) => {
          console.error(error);
          return 500;
        },
      )
      .then((status) => void response.writeHead(status).end());
    await last;
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > maxBytes) throw new Error('This is too large for an event');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
