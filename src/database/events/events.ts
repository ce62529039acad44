import type { EventSubscriber, TransactionEventArgs } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import { isPostgresql } from '../is-postgresql.ts';
import type { Tables } from '../table-types.ts';

type Transaction = NonNullable<TransactionEventArgs['transaction']>;

interface Endings<T> {
  committing?(items: readonly T[], transaction: Transaction): Promise<void>;
  committed(items: readonly T[]): void;
  /** Called before a rollback, and when it is unknown whether the commit succeeded. */
  rolledBack?(items: readonly T[]): void;
}

/** Collects items until the outermost transaction ends. A rolled back savepoint passes its own to `rolledBack`. */
export class TransactionCollector<T> implements EventSubscriber {
  readonly #endings: Endings<T>;
  readonly #items = new WeakMap<object, T[]>();
  readonly #outer = new WeakMap<object, object>();
  readonly #beginning = new WeakMap<object, object>();

  constructor(endings: Endings<T>) {
    this.#endings = endings;
  }

  add(transaction: object, items: readonly T[]): void {
    if (items.length > 0) this.#items.set(transaction, [...this.#of(transaction), ...items]);
  }

  beforeTransactionStart({ em, transaction }: TransactionEventArgs): void {
    if (transaction) this.#beginning.set(em, transaction);
  }

  afterTransactionStart({ em, transaction }: TransactionEventArgs): void {
    const outer = this.#beginning.get(em);
    this.#beginning.delete(em);
    if (transaction && outer) this.#outer.set(transaction, outer);
  }

  async beforeTransactionCommit({ transaction }: TransactionEventArgs): Promise<void> {
    if (!transaction || this.#outer.has(transaction)) return;
    const items = this.#of(transaction);
    if (items.length > 0) await this.#endings.committing?.(items, transaction);
  }

  afterTransactionCommit({ transaction }: TransactionEventArgs): void {
    if (!transaction) return;
    const items = this.#of(transaction);
    this.#items.delete(transaction);
    const outer = this.#outer.get(transaction);
    if (outer) this.add(outer, items);
    else if (items.length > 0) this.#endings.committed(items);
  }

  /** Before the rollback, because no event follows one that fails on a lost connection. */
  beforeTransactionRollback({ transaction }: TransactionEventArgs): void {
    if (!transaction) return;
    const items = this.#of(transaction);
    this.#items.delete(transaction);
    if (items.length > 0) this.#endings.rolledBack?.(items);
  }

  #of(transaction: object): readonly T[] {
    return this.#items.get(transaction) ?? [];
  }
}

export const eventChannel = 'atrium_signals';

/** Sent when a commit has changed tables. The text is the sender and the names of the tables, `*` for all. */
export const tablesChangedTopic = 'changed tables';

type Stop = () => void;

/** Events between the instances of the server. An instance also receives its own. */
export interface Events {
  /** Calls the listener within milliseconds after the commit. The listener must neither block nor throw. */
  on(topic: string, listener: (text: string) => void): Stop;
  isConnected(): boolean;
  /** Reports connection and its loss. Events sent meanwhile never arrive, so listeners must read again. */
  onConnection(listener: (isConnected: boolean) => void): Stop;
}

export function toTablesChanged(sender: string, tables: readonly string[]): string {
  return [sender, ...new Set(tables)].join(' ');
}

export function readTablesChanged(text: string): { sender: string; tables: string[] } {
  const [sender = '', ...tables] = text.split(' ');
  return { sender, tables };
}

export interface AppEvent {
  topic: string;
  text: string;
}

export class EventListeners {
  readonly #byTopic = new Map<string, Set<(text: string) => void>>();
  readonly #ofConnection = new Set<(isConnected: boolean) => void>();

  on(topic: string, listener: (text: string) => void): () => void {
    const entry = (text: string) => listener(text);
    const listeners = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, listeners.add(entry));
    return () => {
      listeners.delete(entry);
      if (listeners.size === 0 && this.#byTopic.get(topic) === listeners) this.#byTopic.delete(topic);
    };
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    const entry = (isConnected: boolean) => listener(isConnected);
    this.#ofConnection.add(entry);
    return () => this.#ofConnection.delete(entry);
  }

  deliver({ topic, text }: AppEvent): void {
    for (const listener of [...(this.#byTopic.get(topic) ?? [])]) warned(() => listener(text));
  }

  tellConnection(isConnected: boolean): void {
    for (const listener of [...this.#ofConnection]) warned(() => listener(isConnected));
  }
}

function warned(act: () => void): void {
  try {
    act();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

export class LocalEvents extends TransactionCollector<AppEvent> implements Events {
  readonly #listeners: EventListeners;

  constructor() {
    const listeners = new EventListeners();
    super({
      committed: (events) => {
        for (const event of events) listeners.deliver(event);
      },
    });
    this.#listeners = listeners;
  }

  on(topic: string, listener: (text: string) => void): () => void {
    return this.#listeners.on(topic, listener);
  }

  isConnected(): boolean {
    return true;
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    return this.#listeners.onConnection(listener);
  }

  send(transaction: object | undefined, event: AppEvent): void {
    if (transaction) this.add(transaction, [event]);
    else this.#listeners.deliver(event);
  }
}

/** PostgreSQL limits a payload to less than 8,000 bytes. Store longer content in a table and send its id. */
const maxBytes = 7900;

/**
 * Sends an event when the transaction commits, or at once without a transaction. Equal events of one transaction may
 * arrive as one.
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
  const local = subscribers.find((subscriber) => subscriber instanceof LocalEvents);
  if (!local) throw new Error('this entity manager belongs to no open database');
  return local;
}
