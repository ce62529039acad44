import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWrittenSite } from '../support/kills.ts';
import { type PostgresqlServer, startPostgresql } from '../support/postgresql.ts';
import { withoutDatabase } from '../support/unavailable-database.ts';

let postgresql: PostgresqlServer;
beforeAll(async () => {
  postgresql = await startPostgresql({ isDurable: true });
});
afterAll(() => postgresql.stop());

test.each(['crashes', 'answers nothing'])(
  'DU3 the server survives a PostgreSQL that %s and returns',
  async (way) => {
    const isFrozen = way === 'answers nothing';
    const DATABASE_URL = await postgresql.createDatabase(isFrozen ? 'frozen' : 'crashed');
    const site = await openWrittenSite('postgresql', { DATABASE_URL });
    const { problems, statuses } = await withoutDatabase(site, {
      leave: isFrozen ? postgresql.freeze : postgresql.crash,
      comeBack: isFrozen ? postgresql.thaw : postgresql.start,
      // `npm run assure` judges the durations. Here the outage lasts a second after the server has detected it.
      ...{ milliseconds: 9000, knownWithinMs: 8000, patience: Number.POSITIVE_INFINITY },
    });
    expect(problems).toEqual([]);
    expect(Object.keys(statuses)).toEqual(['503']);
    expect(await site.compare(true)).toEqual([]);
    await site.close();
  },
);
