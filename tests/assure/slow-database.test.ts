import { expect, test } from 'vitest';
import { openWrittenSite } from '../support/kill-while-writing.ts';
import { startPostgresql } from '../support/postgresql.ts';
import { randomFrom, seed } from '../support/random.ts';
import { runWithSlowDatabase } from '../support/slow-database.ts';
import { openDatabaseProxy } from '../support/database-proxy.ts';
import type { Visits } from '../support/visits.ts';
import { chooseByForm } from '../support/test-form.ts';
import { percentile, addFigures } from './figures.ts';

/** The limits for a cached page, and for a call that waits for several queries. */
const longestCachedMs = 100;
const longestWaitMs = 20_000;
const milliseconds = chooseByForm(120_000, 40_000);

test('DU4 a PostgreSQL that answers slowly is survived', async (context) => {
  const postgresql = await startPostgresql({ isDurable: true });
  const line = await openDatabaseProxy(await postgresql.createDatabase('slow'), randomFrom(seed));
  const site = await openWrittenSite('postgresql', { DATABASE_URL: line.url });
  const seen = await runWithSlowDatabase(site, { line, milliseconds, delays: [200, 800] });
  const lost = await site.compare(true);
  const { acknowledged, requests } = site.memory;
  const ms = (value: number) => `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`;
  const p95 = ({ times }: Visits) => percentile(times, 0.95);
  addFigures(context, {
    faults: 1,
    requests,
    acknowledged,
    lost: lost.length,
    notes: [
      `p95 of public pages ${ms(p95(seen.before))}, with a slow database ${ms(p95(seen.quiet))}, and with writers ${ms(p95(seen.written))} ${JSON.stringify(seen.written.others)}`,
      `calls ${JSON.stringify(seen.statuses)}, the slowest ${ms(seen.slowest)}, at most ${seen.mostOpen} open`,
      `${seen.acknowledged} writes acknowledged meanwhile`,
      `as before after ${ms(seen.normalAfter)}`,
      `memory ${Math.round(seen.memory)} MB more`,
    ],
  });
  await site.close();
  await line.close();
  await postgresql.stop();
  expect(lost).toEqual([]);
  expect(seen.problems).toEqual([]);
  // Every visitor gets a page, and cached pages are as fast as usual.
  expect([seen.quiet.others, seen.written.others]).toEqual([{}, {}]);
  expect(p95(seen.quiet)).toBeLessThan(longestCachedMs);
  expect(seen.slowest).toBeLessThan(longestWaitMs);
  expect(seen.normalAfter).toBeLessThan(5000);
});
