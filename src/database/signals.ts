import type { EventSubscriber } from '@mikro-orm/core';
import { sql } from 'kysely';
import { isPostgresql } from './dialect.ts';
import { LocalSignals } from './local-signals.ts';
import type { Work } from './work.ts';

/** The one channel of PostgreSQL that carries the signals of all topics. */
export const signalChannel = 'atrium_signals';
/** PostgreSQL carries less than 8,000 bytes; what is longer belongs into a table, and its id into the signal. */
const maxBytes = 7900;

type Stop = () => void;

/** Short words between the instances that share a database. Who sends by {sendSignal} hears it too. */
export interface Signals {
  /**
   * Hears what is sent on a topic from now on, until the function that it gives back is called. The listener is called within
   * milliseconds after the commit; it neither waits nor throws.
   */
  on(topic: string, listener: (text: string) => void): Stop;
  /** Whether signals of all instances arrive here right now; false also before the first connection stands. */
  isConnected(): boolean;
  /**
   * Hears when the connection is lost (false) and stands again (true). What was sent in between never arrives: whoever keeps
   * something by signals looks it up anew.
   */
  onConnection(listener: (isConnected: boolean) => void): Stop;
}

/**
 * Sends a text to everybody who listens to a topic, on every instance, if and when the transaction of `inside` commits; outside
 * of a transaction, at once. Within one transaction the same text on the same topic may arrive once only.
 *
 * @throws when topic and text together are longer than 7,900 bytes
 */
export async function sendSignal(inside: Pick<Work, 'em'>, topic: string, text = ''): Promise<void> {
  const payload = JSON.stringify([topic, text]);
  if (Buffer.byteLength(payload) > maxBytes) throw new Error(`the signal on ${topic} is too long`);
  const db = inside.em.getKysely<unknown>();
  if (isPostgresql(db)) await sql`select pg_notify(${signalChannel}, ${payload})`.execute(db);
  else localSignalsOf(inside).send(inside.em.getTransactionContext(), { topic, text });
}

function localSignalsOf({ em }: Pick<Work, 'em'>): LocalSignals {
  const subscribers: EventSubscriber[] = [...em.getEventManager().getSubscribers()];
  const found = subscribers.find((subscriber) => subscriber instanceof LocalSignals);
  if (!found) throw new Error('this entity manager belongs to no open database');
  return found;
}
