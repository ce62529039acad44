import type { EventSubscriber } from '@mikro-orm/core';
import { sql } from 'kysely';
import { isPostgresql } from '../dialect.ts';
import type { Ctx } from '../ctx.ts';
import type { Tables } from '../tables.ts';
import { eventChannel } from './events.ts';
import { LocalEvents } from './local-events.ts';

/** PostgreSQL limits a payload to less than 8,000 bytes. Store longer content in a table and send its id. */
const maxBytes = 7900;

/**
 * Sends an event when the transaction commits, or at once when no transaction is open. Equal events of one transaction
 * may arrive as a single event.
 * @throws {Error} when topic and text together are longer than 7,900 bytes
 */
export async function sendEvent(tx: Pick<Ctx, 'em'>, topic: string, text = ''): Promise<void> {
  const payload = JSON.stringify([topic, text]);
  if (Buffer.byteLength(payload) > maxBytes) throw new Error(`the event on ${topic} is too long`);
  const db = tx.em.getKysely<Tables>();
  if (isPostgresql(db)) await sql`select pg_notify(${eventChannel}, ${payload})`.execute(db);
  else localEventsOf(tx).send(tx.em.getTransactionContext(), { topic, text });
}

function localEventsOf({ em }: Pick<Ctx, 'em'>): LocalEvents {
  const subscribers: EventSubscriber[] = [...em.getEventManager().getSubscribers()];
  const found = subscribers.find((subscriber) => subscriber instanceof LocalEvents);
  if (!found) throw new Error('this entity manager belongs to no open database');
  return found;
}
