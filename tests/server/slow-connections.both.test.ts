// On PostgreSQL: its pools of connections and the connection for events.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { entities } from '../../src/entities.ts';
import { createPostgresql } from '../support/database.ts';
import { testApp } from '../support/test-app.ts';
import { isShortForm } from '../support/test-form.ts';

/** A proxy that can hold new connections back. Those from before go on. */
async function openDoor(databaseUrl: string) {
  const to = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let held: (() => void)[] | undefined;
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {});
    const carry = () => {
      const far = connect(Number(to.port), to.hostname);
      sockets.add(far);
      far.on('error', () => near.destroy());
      far.on('close', () => near.destroy());
      near.on('close', () => far.destroy());
      near.pipe(far).pipe(near);
    };
    if (held) held.push(carry);
    else carry();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    hold: () => (held = []),
    held: () => held?.length ?? 0,
    letIn: () => {
      for (const carry of held ?? []) carry();
      held = undefined;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

// The full form only, because the query must last longer than a connection may take.
test.skipIf(isShortForm)(
  'a slow new connection for events neither ends nor refuses the queries of a healthy PostgreSQL',
  async () => {
    const direct = await createPostgresql('atrium_base');
    const door = await openDoor(direct);
    const database = await openDatabase({ entities, migrations, url: door.url, dataDir: '' });
    const isListening = () => database.events.isConnected();
    database.events.onConnection(() => {});
    await expect.poll(isListening, { timeout: 30_000 }).toBe(true);
    await database.ping();

    door.hold();
    const long = sql<{ done: string }>`select 'done' as done, pg_sleep(6)`.execute(database.read);
    const ended = long.then(
      ({ rows }) => rows[0]?.done,
      (error: Error) => error.message,
    );
    const other = await openDatabase({ entities, migrations, url: direct, dataDir: '' });
    const listening = sql`from pg_stat_activity where application_name = 'atrium signals' and datname = current_database()`;
    await sql`select pg_terminate_backend(pid) ${listening}`.execute(other.read);
    await expect.poll(door.held, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(await ended).toBe('done');
    expect(isListening()).toBe(false);
    await database.ping();

    door.letIn();
    await expect.poll(isListening, { timeout: 30_000 }).toBe(true);
    await Promise.all([database.close(), other.close()]);
    door.close();
  },
);

test('visitors read while the calls of staff and programs hold all their connections', async () => {
  const site = await testApp('postgresql');
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { read } = site.database;
  const holders = Array.from({ length: 12 }, () => read.atOneMoment(() => over).catch(() => {}));
  try {
    await expect.poll(() => site.database.pool()?.waiting).toBeGreaterThan(0);
    expect((await site.rest('anonymous').get('/api/jobs')).status).toBe(200);
    // A page has no user, whoever asks for it.
    expect((await site.rest('admin').get('/sitemap.xml')).status).toBe(200);
  } finally {
    end();
    await Promise.all(holders);
    await site.close();
  }
});
