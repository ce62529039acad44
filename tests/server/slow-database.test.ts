import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { type Clock, minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { isShortForm } from '../support/test-form.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { readEffects } from '../support/stored-effects.ts';

const job = {
  title: 'Engineer',
  description: 'Builds',
  type: 'Full-time',
  location: 'London',
  department: 'IT',
  requirements: ['Patience'],
  responsibilities: ['Build'],
};
// Three times as many as the connections of the pool.
const writers = 30;

describe.each(databaseKinds)('while another program locks the database, on %s', (kind) => {
  let site: TestApp;
  let clock: Clock;
  beforeEach(async () => {
    clock = stoppedClock();
    site = await testApp(kind, { clock: clock.now });
  });
  afterEach(() => site.close());

  /** Locks the table of jobs, as a stuck program or an administrator does. Returns the function that unlocks it. */
  async function hold(): Promise<() => Promise<void>> {
    const run = site.database.fork().getConnection();
    if (kind === 'sqlite') {
      const [{ file }] = await run.execute<[{ file: string }]>('pragma database_list');
      const other = new BetterSqlite3(file);
      other.exec('begin immediate');
      return async () => void other.exec('rollback').close();
    }
    const [{ name }] = await run.execute<[{ name: string }]>('select current_database() as name');
    const url = new URL(inject('postgresql'));
    url.pathname = `/${name}`;
    const other = new pg.Client({ connectionString: url.href });
    await other.connect();
    await other.query('begin; lock table jobs in access exclusive mode');
    return async () => {
      await other.query('rollback');
      await other.end();
    };
  }

  const write = () => site.rest('admin').post('/api/admin/jobs', job);

  test.skipIf(isShortForm)(
    'DU4 changes wait for a bounded time and get a 503 with the time to retry, and nothing piles up',
    async () => {
      await write();
      const before = await readEffects(site, Job);
      const letGo = await hold();
      let answered = 0;
      const all = Promise.all(
        Array.from({ length: writers }, async () => {
          const answer = await write();
          answered += 1;
          return answer;
        }),
      );
      // Requests that do not need the table are answered meanwhile.
      expect((await site.rest('anonymous').get('/healthz')).status).toBe(200);
      if (kind === 'sqlite') {
        expect((await site.rest('anonymous').get('/api/jobs')).status).toBe(200);
        expect((await site.rest('admin').get('/api/admin/jobs')).status).toBe(200);
      }
      expect(answered).toBe(0);

      for (const { status, body, headers } of await all) {
        expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 503, retryAfter: '5' });
        expect(body).toEqual({ message: expect.stringMatching(/busy/), request_id: expect.any(String) });
      }
      // The use of a session is recorded once a minute. A read must succeed even if that is impossible.
      clock.forward(2 * minute);
      expect((await site.rest('admin').get('/api/admin/user')).status).toBe(200);
      await letGo();
      expect(await readEffects(site, Job)).toEqual(before);
      expect((await write()).status).toBe(201);
      expect(site.database.pool()?.waiting ?? 0).toBe(0);
    },
  );
});
