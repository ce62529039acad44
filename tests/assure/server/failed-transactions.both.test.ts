// On both databases: how each database reports a failure, and whether a failed transaction may be repeated.
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import type { Ctx } from '../../../src/database/ctx.ts';
import { inTransaction } from '../../../src/database/transaction.ts';
import { translateError } from '../../../src/trpc/errors.ts';
import { databaseKinds } from '../../support/database.ts';
import { testApp } from '../../support/test-app.ts';

// More than the connections of the pool.
const times = 12;

const run = ({ em }: Ctx, sql: string) =>
  em.getConnection().execute(sql, [], 'all', em.getTransactionContext());

test.each(databaseKinds)(
  'a transaction that its database has ended holds up no later one on %s',
  async (kind) => {
    const site = await testApp(kind);
    for (let time = 0; time < times; time += 1) {
      const failed = inTransaction(site.work(), async (inside) => {
        if (kind === 'sqlite') await run(inside, 'rollback');
        else await endConnection(await pidOf(inside));
        await run(inside, 'select away');
      });
      const error = await failed.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Error);
      if (kind === 'postgresql') expect(translateError(error).status, String(error)).toBe(503);
    }
    const [row] = await inTransaction(site.work(), (inside) => run(inside, 'select 1 as one'));
    expect(row).toEqual({ one: 1 });
    await site.close();
  },
);

test('connections that ended while they were idle do not block transactions either', async () => {
  const site = await testApp('postgresql');
  for (let time = 0; time < times; time += 1) {
    await endConnection(await inTransaction(site.work(), pidOf));
    await inTransaction(site.work(), (inside) => run(inside, 'select 1')).catch(() => {});
  }
  const [row] = await inTransaction(site.work(), (inside) => run(inside, 'select 1 as one'));
  expect(row).toEqual({ one: 1 });
  await site.close();
});

test('reads are answered while open transactions hold all connections for writing', async () => {
  const site = await testApp('postgresql');
  const list = () => site.rest('admin').get('/api/admin/jobs');
  // The first request of a session writes when the session was used.
  await list();
  const { promise: end, resolve: endAll } = Promise.withResolvers<void>();
  const open = Array.from({ length: times }, () =>
    inTransaction(site.work(), async (inside) => {
      await run(inside, 'select 1');
      await end;
    }),
  );
  expect((await list()).status).toBe(200);
  endAll();
  await Promise.all(open);
  await site.close();
});

async function pidOf(inside: Ctx): Promise<number> {
  const [row] = await run(inside, 'select pg_backend_pid() as pid');
  return Number(row?.pid);
}

/** Ends a connection, as a restart of the database does. */
async function endConnection(pid: number): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresql') });
  await client.connect();
  await client.query('select pg_terminate_backend($1)', [pid]);
  // The connection ends a moment later and would respond until then.
  const rows = 'select 1 from pg_stat_activity where pid = $1';
  await expect.poll(async () => (await client.query(rows, [pid])).rowCount).toBe(0);
  await client.end();
}
