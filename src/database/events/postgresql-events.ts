import { randomUUID } from 'node:crypto';
import { type ControlledTransaction, sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { type ChangedTables, type ContentVersion, isPublicTable } from '../content-version.ts';
import {
  type AppEvent,
  eventChannel,
  EventListeners,
  type Events,
  readTablesChanged,
  tablesChangedTopic,
  toTablesChanged,
} from './events.ts';

/** Long, because connecting may be slow on a busy machine. No request waits for this connection. */
const connectTimeoutMs = 10_000;
const answerTimeoutMs = 2000;
/** A connection that breaks without an error is noticed within this interval plus `answerTimeoutMs`. */
const probeEveryMs = 2000;
const firstWaitMs = 50;
const longestWaitMs = 2000;

const Payload = z.tuple([z.string(), z.string()]);

/** Events by LISTEN, on a connection of their own. It is open from the first listener until `close`. */
export interface PostgresqlEvents extends Events {
  /** Reports true when neither this connection nor a query gets an answer, and false as soon as one does. */
  onAvailability(listener: (isUnavailable: boolean) => void): void;
  close(): Promise<void>;
}

/** @param isUnanswered - `isSilent` if the database is unavailable already, or the last probe got no answer */
export function createPostgresqlEvents(
  url: string,
  isUnanswered: (isSilent: boolean) => Promise<boolean>,
): PostgresqlEvents {
  const listeners = new EventListeners();
  let current: pg.Client | undefined;
  let isConnected = false;
  let isStarted = false;
  let isClosed = false;
  let isUnavailable = false;
  let isSilent = false;
  const availabilityListeners: ((isUnavailable: boolean) => void)[] = [];
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  const say = (state: boolean) => {
    if (state === isConnected) return;
    isConnected = state;
    listeners.tellConnection(state);
  };

  const recordAvailability = (state: boolean) => {
    if (state === isUnavailable) return;
    isUnavailable = state;
    for (const tell of availabilityListeners) tell(state);
  };

  const lose = (client: pg.Client) => {
    if (current !== client) return;
    current = undefined;
    end(client);
    say(false);
    if (isClosed) return;
    const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures, 10));
    failures += 1;
    after(waitMs * (0.5 + Math.random() / 2), connect);
  };

  const after = (waitMs: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(act, waitMs);
    timer.unref();
  };

  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'atrium signals',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: answerTimeoutMs,
      keepAlive: true,
    });
    current = client;
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    client.on('notification', ({ payload = '' }) => {
      const event = current === client && read(payload);
      if (event) listeners.deliver(event);
    });
    void judge(client);
    try {
      await client.connect();
      await client.query(`listen ${eventChannel}`);
    } catch {
      return lose(client);
    }
    if (current !== client) return;
    recordAvailability(false);
    isSilent = false;
    failures = 0;
    say(true);
    after(probeEveryMs, () => probe(client));
  };

  /** A slow connection alone does not make the database unavailable. An unanswered query does. */
  const judge = async (client: pg.Client) => {
    if (!(await isUnanswered(isSilent || isUnavailable))) return recordAvailability(false);
    if (current !== client || isConnected) return;
    recordAvailability(true);
    lose(client);
  };

  const probe = async (client: pg.Client) => {
    try {
      await client.query('select 1');
      if (current === client) after(probeEveryMs, () => probe(client));
    } catch (error) {
      isSilent = isTimeout(error);
      lose(client);
    }
  };

  const start = () => {
    if (isStarted || isClosed) return;
    isStarted = true;
    void connect();
  };

  return {
    on: (topic, listener) => {
      start();
      return listeners.on(topic, listener);
    },
    onAvailability: (listener) => void availabilityListeners.push(listener),
    isConnected: () => isConnected,
    onConnection: (listener) => {
      start();
      return listeners.onConnection(listener);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      isConnected = false;
      if (client) await end(client);
    },
  };
}

export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'ETIMEDOUT') || /time ?out/i.test(error.message);
}

/** Waits at most a second, because a hanging connection never confirms that it is closed. */
function end(client: pg.Client): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, 1000).unref());
  return Promise.race([client.end().catch(() => {}), patience]);
}

function read(payload: string): AppEvent | undefined {
  try {
    const [topic, text] = Payload.parse(JSON.parse(payload));
    return { topic, text };
  } catch {
    return undefined;
  }
}

interface Invalidation {
  endings: ConstructorParameters<typeof ChangedTables>[0];
  content: ContentVersion;
}

/**
 * The content version for PostgreSQL. Instances send each other events about changed tables. While no events can
 * arrive, `readState` shows whether any row has changed.
 */
export function createPostgresqlContentVersion(
  events: Events,
  readState: () => Promise<string>,
): Invalidation {
  const ourselves = randomUUID();
  let version = 0;
  let state = '';
  let isListening = false;

  const raise = () => {
    version += 1;
  };
  const raiseFor = (tables: readonly string[]) => {
    if (tables.some(isPublicTable)) raise();
  };
  const listen = () => {
    if (isListening) return;
    isListening = true;
    events.on(tablesChangedTopic, (text) => {
      const { sender, tables } = readTablesChanged(text);
      if (sender !== ourselves) raiseFor(tables);
    });
    // Events sent before the connection are lost, so a new connection changes the version. Without one, `ask` reads the
    // state.
    events.onConnection((isConnected) => {
      if (isConnected) raise();
    });
  };

  return {
    endings: {
      committing: async (tables, transaction) => {
        const payload = JSON.stringify([tablesChangedTopic, toTablesChanged(ourselves, tables)]);
        await sql`select pg_notify(${eventChannel}, ${payload})`.execute(
          transaction as ControlledTransaction<unknown>,
        );
      },
      committed: raiseFor,
      rolledBack: raiseFor,
    },
    content: {
      known: () => {
        listen();
        return events.isConnected() ? version : undefined;
      },
      ask: async () => {
        const now = await readState().catch(() => state);
        if (now !== state) version += 1;
        state = now;
        return version;
      },
    },
  };
}
