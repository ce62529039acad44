// On both databases: signals between instances: LISTEN and NOTIFY on PostgreSQL, one process on SQLite.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { type Events, sendEvent } from '../../src/database/events/events.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import {
  copyDatabase,
  createPostgresql,
  databaseKinds,
  openTestDatabase,
  onceInGate,
} from '../support/database.ts';

const workOn = (database: Database) => ({
  em: database.fork(),
  read: database.read,
  viewer: null,
  now: new Date(),
});

/** Resolves when the connection is in the wanted state. */
function becomes(events: Events, wanted: boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = events.onConnection((isConnected) => {
      if (isConnected !== wanted) return;
      stop();
      resolve();
    });
    if (events.isConnected() === wanted) resolve();
  });
}

/** Records the events of a new topic. `heard` waits for a text. */
function ear(events: Events) {
  const topic = `topic ${randomUUID()}`;
  const heard: string[] = [];
  const stop = events.on(topic, (text) => heard.push(text));
  return { topic, heard, stop, until: (text: string) => expect.poll(() => heard).toContain(text) };
}

describe.each(databaseKinds)('signals on %s', (kind) => {
  const testOnce = onceInGate(kind);
  let dataDir: string;
  let database: Database;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'atrium-signals-'));
    database = await copyDatabase(kind, dataDir);
    await becomes(database.events, true);
  });
  afterAll(async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('arrive in their order after the commit, and not before it', async () => {
    const { topic, heard, until } = ear(database.events);
    const other = ear(database.events);
    await inTransaction(workOn(database), async (inside) => {
      await sendEvent(inside, topic, 'one');
      await sendEvent(inside, topic, 'two');
      await sendEvent(workOn(database), other.topic, 'meanwhile');
      await other.until('meanwhile');
      expect(heard).toEqual([]);
    });
    await until('two');
    expect(heard).toEqual(['one', 'two']);
  });

  test('of a transaction that is rolled back never arrive', async () => {
    const { topic, heard, until } = ear(database.events);
    const failed = inTransaction(workOn(database), async (inside) => {
      await sendEvent(inside, topic, 'lost');
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await sendEvent(workOn(database), topic, 'sent');
    await until('sent');
    expect(heard).toEqual(['sent']);
  });

  test('of a part that is rolled back are lost with it, those of a part that stays arrive with the whole', async () => {
    const { topic, heard, until } = ear(database.events);
    await inTransaction(workOn(database), async (inside) => {
      await sendEvent(inside, topic, 'first');
      const part = inTransaction(inside, async (deeper) => {
        await sendEvent(deeper, topic, 'lost');
        throw new Error('only this part');
      });
      await expect(part).rejects.toThrow('only this part');
      await inTransaction(inside, (deeper) => sendEvent(deeper, topic, 'kept'));
      expect(heard).toEqual([]);
      await sendEvent(inside, topic, 'last');
    });
    await until('last');
    expect(heard).toEqual(['first', 'kept', 'last']);
  });

  test('carry any text up to their length, only to the topic and only to current listeners', async () => {
    const { topic, heard, stop, until } = ear(database.events);
    const other = ear(database.events);
    const odd = `"quotes" 'and' \\ – 🏛️ ${'x'.repeat(7000)}`;
    await sendEvent(workOn(database), topic, odd);
    await until(odd);
    stop();
    await sendEvent(workOn(database), topic, 'unheard');
    await sendEvent(workOn(database), other.topic);
    await other.until('');
    expect([heard, other.heard]).toEqual([[odd], ['']]);
    await expect(sendEvent(workOn(database), topic, 'x'.repeat(8000))).rejects.toThrow('too long');
  });

  testOnce('a listener that throws does not affect the others', async () => {
    const topic = `topic ${randomUUID()}`;
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const stop = database.events.on(topic, () => {
      throw new Error('a broken listener');
    });
    const heard: string[] = [];
    database.events.on(topic, (text) => heard.push(text));
    await sendEvent(workOn(database), topic, 'said');
    await expect.poll(() => heard).toEqual(['said']);
    expect(warned).toHaveBeenCalledOnce();
    warned.mockRestore();
    stop();
  });
});

describe('the connection that listens on PostgreSQL', () => {
  let url: string;
  const open = () => openTestDatabase({ url });
  beforeAll(async () => {
    url = await createPostgresql('atrium_base');
  });

  /** Ends every listening connection, as a restart of the database or the network would. */
  async function cutListeners(): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'atrium signals'`,
    );
    await client.end();
  }

  test('carries signals between two instances', async () => {
    const [one, two] = await Promise.all([open(), open()]);
    await becomes(two.events, true);
    const { topic, until } = ear(two.events);
    await inTransaction(workOn(one), (inside) => sendEvent(inside, topic, 'across'));
    await until('across');
    await Promise.all([one.close(), two.close()]);
  });

  test('reports that the connection is lost, and reconnects by itself', async () => {
    const database = await open();
    const { events } = database;
    const { topic, until } = ear(events);
    await becomes(events, true);
    const states: boolean[] = [];
    events.onConnection((isConnected) => states.push(isConnected));
    await cutListeners();
    await expect.poll(() => states).toEqual([false, true]);
    await sendEvent(workOn(database), topic, 'again');
    await until('again');
    await database.close();
    expect(events.isConnected()).toBe(false);
  });

  test('is not opened by a program that only sends', async () => {
    const database = await open();
    await sendEvent(workOn(database), 'topic', 'said');
    expect(database.events.isConnected()).toBe(false);
    await database.close();
  });
});
