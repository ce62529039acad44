import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { type ChangeListener, type ContentVersion, isSeen } from './content.ts';
import { signalChannel, type Signals } from './signals.ts';

const topic = 'changed tables';

/** What this instance and the others change, as each of them must know it. */
export interface ChangeSignals {
  /** Watches the connections of this instance. */
  listener: ChangeListener;
  content: ContentVersion;
}

/**
 * Makes the version where other instances write too: each tells the others, with the commit, which tables it has changed. While that can not
 * be heard, `readState` tells whether anything was committed at all: the set of transactions that a reader sees. As long as that is the
 * same, so is every row.
 */
export function createChangeSignals(signals: Signals, readState: () => Promise<string>): ChangeSignals {
  const ourselves = randomUUID();
  let version = 0;
  let state = '';
  let isListening = false;

  const hear = (tables: ReadonlySet<string>) => {
    if ([...tables].some(isSeen)) version += 1;
  };
  const listen = () => {
    if (isListening) return;
    isListening = true;
    signals.on(topic, (text) => {
      const [sender, ...tables] = text.split(' ');
      if (sender !== ourselves) hear(new Set(tables));
    });
    // Whatever was sent before the connection stood, or stood again, has been missed. Until then the state is asked for.
    signals.onConnection((isConnected) => {
      if (isConnected) hear(new Set(['*']));
    });
  };

  return {
    listener: {
      committing: async (tables, connection) => {
        const payload = JSON.stringify([topic, [ourselves, ...tables].join(' ')]);
        const send = CompiledQuery.raw('select pg_notify($1, $2)', [signalChannel, payload]);
        await connection.executeQuery(send);
      },
      committed: hear,
    },
    content: {
      known: () => {
        listen();
        return signals.isConnected() ? version : undefined;
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
