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
  'DU3 a PostgreSQL that %s and comes back is survived',
  async (way) => {
    const isFrozen = way === 'answers nothing';
    const DATABASE_URL = await postgresql.createDatabase(isFrozen ? 'frozen' : 'crashed');
    const site = await openWrittenSite('postgresql', 1, { DATABASE_URL });
    const { problems, statuses } = await withoutDatabase(site, {
      leave: isFrozen ? postgresql.freeze : postgresql.crash,
      comeBack: isFrozen ? postgresql.thaw : postgresql.start,
      // How long it takes is measured by `npm run assure`: here a busy machine may take longer.
      ...{ milliseconds: isFrozen ? 9000 : 2000, knownWithinMs: isFrozen ? 8000 : 500, patience: 5 },
    });
    expect(problems).toEqual([]);
    expect(Object.keys(statuses)).toEqual(['503']);
    expect(await site.compare(true)).toEqual([]);
    await site.close();
  },
);
