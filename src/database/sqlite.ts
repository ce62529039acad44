import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/sqlite';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { type Database, type DatabaseOptions, sharedConfig } from './database.ts';
import { LocalSignals } from './local-signals.ts';
import type { Reader } from './work.ts';

const busyTimeoutMs = 5000;
const maxPreparedStatements = 500;

/** Opens the SQLite file: one connection that writes, one that only reads and never waits for a write. */
export async function openSqlite(options: DatabaseOptions, file: string): Promise<Database> {
  const orm = await MikroORM.init({ ...sharedConfig(options), extensions: [Migrator], dbName: file });
  const signals = new LocalSignals();
  orm.em.getEventManager().registerSubscriber(signals);
  const connection = orm.em.getConnection();
  // FULL: an answered write survives a loss of power, not only the end of the process.
  for (const pragma of ['journal_mode = wal', 'synchronous = full', `busy_timeout = ${busyTimeoutMs}`]) {
    await connection.execute(`pragma ${pragma}`);
  }
  const reading = new BetterSqlite3(file, { readonly: true, timeout: busyTimeoutMs });
  keepPrepared(reading);
  const read: Reader = new Kysely({ dialect: new SqliteDialect({ database: reading }) });
  return {
    kind: 'sqlite',
    orm,
    migrationNames: options.migrations.map(({ name }) => name),
    fork: () => orm.em.fork(),
    read,
    signals,
    ping: async () => void reading.prepare('select 1').get(),
    close: async () => {
      await read.destroy();
      await orm.close();
    },
  };
}

/** Preparing a statement costs more than running it: keep the latest ones, by their text. */
function keepPrepared(database: BetterSqlite3.Database): void {
  const prepare = database.prepare.bind(database);
  const kept = new Map<string, BetterSqlite3.Statement>();
  database.prepare = ((text: string) => {
    const known = kept.get(text);
    if (known && !known.busy) return known;
    const statement = prepare(text);
    kept.set(text, statement);
    if (kept.size > maxPreparedStatements) kept.delete(kept.keys().next().value ?? '');
    return statement;
  }) as typeof database.prepare;
}
