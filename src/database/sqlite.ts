import { fdatasync } from 'node:fs';
import { promisify } from 'node:util';
import { TransactionContext, type TransactionOptions } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import { EntityManager, MikroORM, type SqliteDriver } from '@mikro-orm/sqlite';
import BetterSqlite3 from 'better-sqlite3';
import {
  type ControlledTransaction,
  type Dialect,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { ChangedTables, type ContentVersion, isPublicTable } from './content-version.ts';
import { type Database, type DatabaseOptions, sharedOrmConfig } from './database.ts';
import { LocalEvents, tablesChangedTopic, toTablesChanged } from './events/events.ts';
import type { Connection, Reader } from './ctx.ts';
import { createStatementCache, type SqliteDriverOptions, SqliteWriteDriver } from './sqlite-driver.ts';
import { createSearchThread, type SearchPool } from './search/search-pool.ts';

/** How long a read waits while SQLite recovers or checkpoints the file. */
const busyTimeoutMs = 5000;

export async function openSqlite(
  options: DatabaseOptions,
  file: string,
  driverOptions: Partial<SqliteDriverOptions> = {},
): Promise<Database> {
  const driver = new SqliteWriteDriver(file, {
    sync: promisify(fdatasync),
    onRefusedFlush: endProcess,
    expectOutside,
    ...driverOptions,
  });
  const orm = await MikroORM.init({
    ...sharedOrmConfig(options),
    extensions: [Migrator],
    dbName: file,
    entityManager: OneConnectionEntityManager,
    driverOptions: sqliteWriteDialect(driver),
  });
  await orm.em.getConnection().execute('select 1');
  const reading = new BetterSqlite3(file, { readonly: true, timeout: busyTimeoutMs });
  const content = storedVersion(reading);
  const events = new LocalEvents();
  const changes = new ChangedTables({
    committing: async (tables) => {
      if (tables.some(isPublicTable)) raiseVersion(driver.database);
    },
    committed: (tables) => {
      content.forget();
      events.send(undefined, { topic: tablesChangedTopic, text: toTablesChanged('', tables) });
    },
  });
  for (const subscriber of [changes, events]) orm.em.getEventManager().registerSubscriber(subscriber);
  const reader = readerOf(reading);
  const thread = createSearchThread(file, busyTimeoutMs);
  const search: SearchPool = async <Row>(query: RawBuilder<Row>) => {
    const { sql: text, parameters } = query.compile(reader);
    return (await thread.run({ text, parameters })) as Row[];
  };
  const atOneMoment: Reader['atOneMoment'] = async (act) => {
    const own = readerOf(new BetterSqlite3(file, { readonly: true, timeout: busyTimeoutMs }));
    return own
      .transaction()
      .execute(act)
      .finally(() => own.destroy());
  };
  const read: Reader = Object.assign(reader, { search, atOneMoment });
  return {
    kind: 'sqlite',
    orm,
    migrations: options.migrations,
    fork: () => orm.em.fork(),
    read,
    visitors: read,
    events,
    content,
    pool: () => undefined,
    ping: async () => void reading.prepare('select 1').get(),
    close: async () => {
      await thread.close();
      await read.destroy();
      await orm.close();
    },
  };
}

function sqliteWriteDialect(driver: SqliteWriteDriver): Dialect {
  return {
    createAdapter: () => new QueueingAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteCompiler(),
  };
}

class SqliteCompiler extends SqliteQueryCompiler {
  protected override addParameter(value: unknown): void {
    if (value instanceof Date) super.addParameter(value.getTime());
    else super.addParameter(typeof value === 'boolean' ? Number(value) : value);
  }
}

export class SqliteReadDialect extends SqliteDialect {
  override createQueryCompiler(): SqliteCompiler {
    return new SqliteCompiler();
  }
}

class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function readerOf(reading: BetterSqlite3.Database): Connection {
  return new Kysely({
    dialect: new SqliteReadDialect({
      database: { prepare: createStatementCache(reading), close: () => void reading.close() },
    }),
  });
}

const versions = 2 ** 31;

/** SQLite stores the content version as `user_version`. Other processes see it once the transaction is committed. */
function raiseVersion(database: BetterSqlite3.Database): void {
  const { user_version } = database.prepare<[], { user_version: number }>('pragma user_version').get()!;
  database.exec(`pragma user_version = ${(user_version + 1) % versions}`);
}

/** Read at most once in a turn of the event loop: it costs as much as sending a short response. */
function storedVersion(reading: BetterSqlite3.Database): ContentVersion & { forget(): void } {
  const read = reading.prepare('pragma user_version').pluck();
  let latest = 0;
  let isOfThisTurn = false;
  const forget = () => {
    isOfThisTurn = false;
  };
  const known = () => {
    if (isOfThisTurn) return latest;
    isOfThisTurn = true;
    setImmediate(forget);
    try {
      latest = Number(read.get());
    } catch {}
    return latest;
  };
  return { known, ask: async () => known(), forget };
}

function expectOutside(): void {
  const open = TransactionContext.getEntityManager()?.getTransactionContext<ControlledTransaction<unknown>>();
  if (open && !open.isCommitted && !open.isRolledBack)
    throw new Error('inside a transaction only its own entity manager may be used');
}

/** Refuses a second transaction inside an open one. MikroORM would make it a savepoint of the first. */
class OneConnectionEntityManager extends EntityManager<SqliteDriver> {
  override async transactional<T>(
    act: (em: this) => T | Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> {
    if (!this.isInTransaction()) expectOutside();
    return super.transactional(act, options);
  }
}

/** Commits that are not on the disk may be lost. No caller was told of them. */
function endProcess(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `The disk refuses to store what was committed (${reason}): the server ends. Start it again.\n`,
  );
  process.exit(1);
}
