import { randomUUID } from 'node:crypto';
import { type ControlledTransaction, sql } from 'kysely';
import { type ChangedTables, type ContentVersion, isPublicTable } from '../content-version.ts';
import {
  type Events,
  eventChannel,
  readTablesChanged,
  tablesChangedTopic,
  toTablesChanged,
} from './events.ts';

export interface Invalidation {
  endings: ConstructorParameters<typeof ChangedTables>[0];
  content: ContentVersion;
}

/**
 * Creates the content version for PostgreSQL. Instances send each other events about changed tables. While no events
 * can arrive, `readState` shows whether any row has changed.
 */
export function createInvalidation(events: Events, readState: () => Promise<string>): Invalidation {
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
    // Events that were sent before the connection are lost, so a new connection changes the version. While there is no
    // connection, `ask` reads the state.
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
