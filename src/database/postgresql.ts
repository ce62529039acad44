import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { watchChanges } from './content.ts';
import { type Database, type DatabaseOptions, sharedConfig } from './database.ts';
import { giveBackFailed } from './failed-transactions.ts';
import { createChangeSignals } from './postgresql-changes.ts';
import { createPostgresqlSignals } from './postgresql-signals.ts';
import { createPrimaryPosition } from './primary-position.ts';
import { openReplica } from './replica.ts';
import { type Asker, spreadReads } from './replicas.ts';
import { createSharedLane } from './search-lanes.ts';
import { refuseWhileSilent } from './silent-database.ts';
import { declareTrigrams } from './trigrams.ts';
import type { Connection, Reader } from './work.ts';

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
  const urls = options.replicaUrls ?? [];
  const indexed = createSharedLane(indexedSearches * (1 + urls.length));
  const scanning = createSharedLane(scanningSearches * (1 + urls.length));
  const withSearch = (db: Connection): Reader =>
    Object.assign(db, { search: { indexed: indexed(db), scanning: scanning(db) } });
  const read = withSearch(reader);
  const position = createPrimaryPosition(() => askPosition(reader), changes.content.known);
  const replicas =
    urls.length > 0
      ? spreadReads(
          read,
          position,
          urls.map((each) => openReplica(orm.config, each)),
        )
      : undefined;
  const pool = await connection.getNativeClient();
  refuseWhileSilent(pool, signals);
  return {
    kind: 'postgresql',
    orm,
    migrationNames: options.migrations.map(({ name }) => name),
    fork: () => orm.em.fork(),
    read,
    readFor: (asker: Asker) => (replicas ? withSearch(replicas.readerFor(asker)) : read),
    signals,
    content: changes.content,
    // A signal may come a moment after the answer to a logout: who is signed in is looked up each time.
    state: () => undefined,
    pool: () => ({
      idle: pool.idleCount,
      used: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    reads: () => replicas?.reads(),
    ping: async () => void (await connection.execute('select 1')),
    close: async () => {
      await signals.close();
      await replicas?.close();
      await orm.close();
    },
  };
}

/** What was answered as stored is in it: without waiting for the disk, PostgreSQL answers before the log is flushed. */
async function askPosition(db: Connection): Promise<bigint> {
  const { rows } = await sql<{ position: string }>`select (case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end - '0/0')::text as position`.execute(
    db,
  );
  return BigInt(rows[0]!.position);
}
