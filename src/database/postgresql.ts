import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { watchChanges } from './content.ts';
import { type Database, type DatabaseOptions, sharedConfig } from './database.ts';
import { giveBackFailed } from './failed-transactions.ts';
import { createChangeSignals } from './postgresql-changes.ts';
import { createPostgresqlSignals } from './postgresql-signals.ts';
import { createLane, runOn } from './search-lanes.ts';
import { refuseWhileSilent } from './silent-database.ts';
import { declareTrigrams } from './trigrams.ts';
import type { Connection } from './work.ts';

// Bounded waits: a slow or lost database is answered with "try again", not with a pile of waiting requests.
const connectTimeoutMs = 3000;
const statementTimeoutMs = 10_000;
const maxConnections = 10;
// Searches leave connections to everybody else.
const indexedSearches = 4;
const scanningSearches = 2;

/** Opens a pool of connections to PostgreSQL; the reader shares it, as readers never wait for writers there. */
export async function openPostgresql(options: DatabaseOptions, url: string): Promise<Database> {
  const signals = createPostgresqlSignals(url);
  const changes = createChangeSignals(signals, async () => {
    const [first] = await connection.execute<{ state: string }[]>(
      'select pg_current_snapshot()::text as state',
    );
    return first!.state;
  });
  const orm = await MikroORM.init({
    ...sharedConfig(options),
    extensions: [Migrator],
    discovery: { onMetadata: declareTrigrams },
    clientUrl: url,
    pool: { max: maxConnections },
    onCreateConnection: async (created) => {
      giveBackFailed(created);
      watchChanges(created, changes.listener);
    },
    driverOptions: {
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    },
  });
  const connection = orm.em.getConnection();
  // A client of our own, as the lanes of the search are hung upon it.
  const reader: Connection = connection.getClient().withTables();
  const run = runOn(reader);
  const search = { indexed: createLane(indexedSearches, run), scanning: createLane(scanningSearches, run) };
  const pool = await connection.getNativeClient();
  refuseWhileSilent(pool, signals);
  return {
    kind: 'postgresql',
    orm,
    migrationNames: options.migrations.map(({ name }) => name),
    fork: () => orm.em.fork(),
    read: Object.assign(reader, { search }),
    signals,
    content: changes.content,
    state: changes.state,
    pool: () => ({
      idle: pool.idleCount,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ping: async () => void (await connection.execute('select 1')),
    close: async () => {
      await signals.close();
      await orm.close();
    },
  };
}
