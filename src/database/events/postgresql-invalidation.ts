import { randomUUID } from 'node:crypto';
import { type ControlledTransaction, sql } from 'kysely';
import type { ContentChanges, ContentVersion } from '../content-version.ts';
import { type Events, eventChannel } from './events.ts';

const topic = 'changed tables';

/** What this instance and the others change, as each of them must know it. */
export interface Invalidation {
  /** What is to be done when a transaction of this instance ends that has changed such tables. */
  endings: ConstructorParameters<typeof ContentChanges>[0];
  content: ContentVersion;
}

/**
 * Makes the version where other instances write too: each tells the others, with the commit, which tables it has changed. While that can not
 * be heard, `readState` tells whether anything was committed at all: the set of transactions that a reader sees. As long as that is the
 * same, so is every row.
 */
export function createInvalidation(events: Events, readState: () => Promise<string>): Invalidation {
  const ourselves = randomUUID();
  let version = 0;
  let state = '';
  let isListening = false;

  const raise = () => {
    version += 1;
  };
  const listen = () => {
    if (isListening) return;
    isListening = true;
    events.on(topic, (text) => {
      const [sender] = text.split(' ');
      if (sender !== ourselves) raise();
    });
    // Whatever was sent before the connection stood, or stood again, has been missed. Until then the state is asked for.
    events.onConnection((isConnected) => {
      if (isConnected) raise();
    });
  };

  return {
    endings: {
      committing: async (tables, transaction) => {
        const payload = JSON.stringify([topic, [ourselves, ...new Set(tables)].join(' ')]);
        await sql`select pg_notify(${eventChannel}, ${payload})`.execute(
          transaction as ControlledTransaction<unknown>,
        );
      },
      committed: raise,
      rolledBack: raise,
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
