import { expect, test } from 'vitest';
import { openWrittenSite } from '../support/kill-while-writing.ts';
import { startPostgresql } from '../support/postgresql.ts';
import { runDatabaseOutage } from '../support/unavailable-database.ts';
import { chooseByForm } from '../support/test-form.ts';
import { addFigures } from './figures.ts';

const milliseconds = chooseByForm(30_000, 10_000);
const ways = ['has crashed', 'answers nothing'] as const;

test.for(ways)('DU3 a PostgreSQL that %s for 30 s is survived', async (way, context) => {
  const postgresql = await startPostgresql({ isDurable: true });
  const DATABASE_URL = await postgresql.createDatabase('away');
  const site = await openWrittenSite('postgresql', { DATABASE_URL });
  const isFrozen = way === 'answers nothing';
  const outage = await runDatabaseOutage(site, {
    leave: isFrozen ? postgresql.freeze : postgresql.crash,
    comeBack: isFrozen ? postgresql.thaw : postgresql.start,
    milliseconds,
    knownWithinMs: isFrozen ? 8000 : 100,
  });
  const { slowestRefusal, readyAfter, writesAfter, slowestBefore, statuses, problems } = outage;
  const lost = await site.compare(true);
  const { acknowledged, requests } = site.memory;
  const ms = (value: number) => `${Math.round(value)} ms`;
  addFigures(context, {
    faults: 1,
    requests,
    acknowledged,
    lost: lost.length,
    notes: [
      `refused within ${ms(slowestRefusal)}`,
      ...(isFrozen ? [`before it was known ${ms(slowestBefore)}`] : []),
      `ready again after ${ms(readyAfter)}, writing after ${ms(writesAfter)}`,
      JSON.stringify(statuses),
    ],
  });
  await site.close();
  await postgresql.stop();
  expect(lost).toEqual([]);
  expect(problems).toEqual([]);
  expect(Object.keys(statuses)).toEqual(['503']);
  expect(Math.max(readyAfter, writesAfter)).toBeLessThan(5000);
});
