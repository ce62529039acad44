import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import {
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { ChangedTables } from './content-version.ts';
import type { Connection, Reader } from './ctx.ts';
import { type Database, type DatabaseOptions, sharedOrmConfig } from './database.ts';
import {
  createPostgresqlContentVersion,
  createPostgresqlEvents,
  isTimeout,
  type PostgresqlEvents,
} from './events/postgresql-events.ts';
import { createSearchPool } from './search/search-pool.ts';
import { declareTrigrams } from './search/trigrams.ts';

/** Set in every session, whatever the defaults of database and role are. Only their `search_path` stays. */
const reliedOn = {
  DateStyle: 'ISO',
  TimeZone: 'UTC',
  // The entity manager writes values into the text of statements.
  standard_conforming_strings: 'on',
  // Positions of rows are fractions.
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
};

interface SessionLimits {
  /** In milliseconds. 0 means no limit. */
  statementTimeout: number;
  answerTimeout: number;
}

/** Sets by statements what poolers such as PgBouncer refuse at the start of a connection. */
export async function preparePostgresqlSession(
  client: pg.ClientBase,
  { statementTimeout, answerTimeout }: SessionLimits,
): Promise<void> {
  const settings = {
    ...reliedOn,
    statement_timeout: String(statementTimeout),
    idle_in_transaction_session_timeout: String(statementTimeout),
  };
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} to '${value}'`);
  const query = { text: statements.join('; '), query_timeout: answerTimeout };
  await client.query(query);
}

/** Runs `work`, and rejects as soon as the database is known to be unavailable. */
type WhileAvailable = <T>(work: () => Promise<T>) => Promise<T>;

const unavailableError = () =>
  Object.assign(new Error('the database answers nothing'), { code: 'ETIMEDOUT' });

/** Ends the calls that wait for a hanging database, which accepts connections but does not answer. */
function watchAvailability(
  pools: pg.Pool[],
  events: Pick<PostgresqlEvents, 'onAvailability'>,
): WhileAvailable {
  const clients = new Set<pg.PoolClient>();
  const waiting = new Set<(error: Error) => void>();
  let isUnavailable = false;
  for (const pool of pools) {
    pool.on('acquire', (client) => void clients.add(client));
    pool.on('remove', (client) => void clients.delete(client));
  }
  events.onAvailability((state) => {
    isUnavailable = state;
    if (!state) return;
    for (const reject of waiting) reject(unavailableError());
    // A proper end would wait for an answer too.
    for (const client of clients) client.connection.stream.destroy(unavailableError());
  });
  return async (work) => {
    if (isUnavailable) throw unavailableError();
    const { promise, reject } = Promise.withResolvers<never>();
    waiting.add(reject);
    try {
      return await Promise.race([work(), promise]);
    } finally {
      waiting.delete(reject);
    }
  };
}

type PooledConnection = Parameters<PostgresDriver['releaseConnection']>[0];

/**
 * Kysely 0.29 leaks the connection of a transaction that fails to begin or end, so it is released here. Remove
 * `beginTransaction` and `rollbackTransaction` when Kysely does it.
 */
class PooledDriver extends PostgresDriver {
  readonly #whileAvailable: WhileAvailable;

  constructor(pool: pg.Pool, whileAvailable: WhileAvailable) {
    super({ pool });
    this.#whileAvailable = whileAvailable;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    let connecting: Promise<DatabaseConnection> | undefined;
    try {
      return await this.#whileAvailable(() => {
        connecting = super.acquireConnection();
        return connecting;
      });
    } catch (error) {
      // The caller has given up, but the connection might still open.
      connecting?.then((late) => this.releaseConnection(late as PooledConnection)).catch(() => {});
      throw error;
    }
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    try {
      await super.beginTransaction(connection, settings);
    } catch (error) {
      await this.releaseConnection(connection as PooledConnection);
      throw error;
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The connection is lost, and the transaction with it. The pool drops it when it is released.
    }
  }
}

function pooledDialect(pool: pg.Pool, whileAvailable: WhileAvailable): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(pool, whileAvailable),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

// While the database is slow or lost, requests fail with "try again". Without these limits they would pile up.
const usualTimeoutMs = 3000;
const statementTimeoutMs = 10_000;
const maxConnections = { writing: 10, reading: 10, visitors: 5 };
const textArray: number = 1009;
// Some connections remain for other requests.
const maxSearches = 4;

/**
 * Transactions, reads, and reads of visitors have a pool each: otherwise every page would wait while slow transactions
 * or the calls of staff hold all connections.
 */
export async function openPostgresql(options: DatabaseOptions, url: string): Promise<Database> {
  const { answerTimeoutMs = usualTimeoutMs } = options;
  const pools = {
    writing: openPool(url, answerTimeoutMs, maxConnections.writing),
    reading: openPool(url, answerTimeoutMs, maxConnections.reading),
    visitors: openPool(url, answerTimeoutMs, maxConnections.visitors),
  };
  const events = createPostgresqlEvents(url, (isSilent) =>
    isUnanswered(pools.reading, answerTimeoutMs, isSilent),
  );
  const whileAvailable = watchAvailability(Object.values(pools), events);
  const orm = await MikroORM.init({
    ...sharedOrmConfig(options),
    extensions: [Migrator],
    discovery: { onMetadata: declareTrigrams },
    clientUrl: url,
    driverOptions: pooledDialect(pools.writing, whileAvailable),
  });
  const search = createSearchPool(maxSearches, async (query) => (await query.execute(read)).rows);
  const createReader = (pool: pg.Pool): Reader => {
    const reader: Connection = new Kysely({ dialect: pooledDialect(pool, whileAvailable) });
    const atOneMoment: Reader['atOneMoment'] = (act) =>
      reader.transaction().setIsolationLevel('repeatable read').execute(act);
    return Object.assign(reader, { search, atOneMoment });
  };
  const read = createReader(pools.reading);
  const visitors = createReader(pools.visitors);
  const changes = createPostgresqlContentVersion(events, async () => {
    const { rows } = await sql<{ state: string }>`select pg_current_snapshot()::text as state`.execute(
      visitors,
    );
    return rows[0]!.state;
  });
  orm.em.getEventManager().registerSubscriber(new ChangedTables(changes.endings));
  return {
    kind: 'postgresql',
    orm,
    migrations: options.migrations,
    fork: () => orm.em.fork(),
    read,
    visitors,
    events,
    content: changes.content,
    pool: () => countConnections(Object.values(pools)),
    ping: async () => void (await sql`select 1`.execute(read)),
    close: async () => {
      await events.close();
      await Promise.all([read.destroy(), visitors.destroy()]);
      await orm.close();
    },
  };
}

function openPool(url: string, connectionTimeoutMillis: number, max: number): pg.Pool {
  const types = new pg.TypeOverrides();
  const parseArray: (text: string) => string[] = pg.types.getTypeParser(textArray);
  // Times remain text, because the entity manager parses them itself.
  for (const [type, parse] of Object.entries(createPostgreSqlTypeParsers(parseArray)))
    types.setTypeParser(Number(type), parse);
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis,
    types,
    onConnect: (client) =>
      preparePostgresqlSession(client, {
        statementTimeout: statementTimeoutMs,
        answerTimeout: connectionTimeoutMillis,
      }),
  });
  // PostgreSQL may end a connection. Without these listeners, `error` would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}

function countConnections(pools: pg.Pool[]): { idle: number; used: number; waiting: number } {
  const counts = { idle: 0, used: 0, waiting: 0 };
  for (const { totalCount, idleCount, waitingCount } of pools) {
    counts.idle += idleCount;
    counts.used += totalCount - idleCount;
    counts.waiting += waitingCount;
  }
  return counts;
}

/**
 * Whether a query gets no answer in time. An error counts as an answer, because requests then fail quickly. Without
 * an idle connection, the query would wait for a new one, which may just be slow: the result is then true only if a
 * probe got no answer either.
 */
async function isUnanswered(pool: pg.Pool, withinMs: number, isSilent: boolean): Promise<boolean> {
  if (pool.idleCount === 0 && !isSilent) return false;
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), withinMs).unref();
  const answer = pool.query('select 1').then(() => false, isTimeout);
  const isLate = await Promise.race([answer, late]);
  clearTimeout(timer);
  return isLate;
}
