import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/sqlite';
import BetterSqlite3 from 'better-sqlite3';
import { Kysely, type RawBuilder, SqliteDialect } from 'kysely';
import { type ContentVersion, isSeen, watchChanges } from './content.ts';
import { type Database, type DatabaseOptions, sharedConfig } from './database.ts';
import { giveBackFailed } from './failed-transactions.ts';
import { LocalSignals } from './local-signals.ts';
import { createLane } from './search-lanes.ts';
import { createSearchThread, type SearchThread } from './search-thread.ts';
import { SharedCommits } from './shared-commits.ts';
import { waitForTurn } from './sqlite-turns.ts';
import type { Reader } from './work.ts';

/** How long a read waits that meets the file in the middle of being put in order. */
const busyTimeoutMs = 5000;
const maxPreparedStatements = 500;
const longestKept = 4000;

/** Opens the SQLite file: one connection that writes, one that only reads and never waits for a write. */
export async function openSqlite(options: DatabaseOptions, file: string): Promise<Database> {
  const commits = new SharedCommits(`${file}-wal`);
  const orm = await MikroORM.init({
    ...sharedConfig(options),
    extensions: [Migrator],
    dbName: file,
    onCreateConnection: async (created) => {
      waitForTurn(created);
      watchChanges(created, {
        committing: async (tables) => {
          if ([...tables].some(isSeen)) raiseVersion(writing);
        },
      });
      commits.share(created);
      giveBackFailed(created);
    },
  });
  orm.em.getEventManager().registerSubscriber(commits);
  const signals = new LocalSignals();
  orm.em.getEventManager().registerSubscriber(signals);
  const writing = await orm.em.getConnection().getNativeClient();
  keepPrepared(writing);
  const connection = orm.em.getConnection();
  // NORMAL: the flush to the disk is for `SharedCommits`, without which no change is answered.
  for (const pragma of ['busy_timeout = 0', 'journal_mode = wal', 'synchronous = normal']) {
    await connection.execute(`pragma ${pragma}`);
  }
  const reading = new BetterSqlite3(file, { readonly: true, timeout: busyTimeoutMs });
  keepPrepared(reading);
  // Another number whenever anybody else, in whichever process, has committed to the file.
  const version = reading.prepare('pragma data_version').pluck();
  const reader = new Kysely({ dialect: new SqliteDialect({ database: reading }) });
  const threads = [0, 1].map(() => createSearchThread(file, busyTimeoutMs)) as [SearchThread, SearchThread];
  const laneOf = (thread: SearchThread) =>
    createLane(1, async <Row>(query: RawBuilder<Row>) => {
      const { sql: text, parameters } = query.compile(reader);
      return (await thread.ask({ text, parameters })) as Row[];
    });
  const search = { indexed: laneOf(threads[0]), scanning: laneOf(threads[1]) };
  const read: Reader = Object.assign(reader, { search });
  return {
    kind: 'sqlite',
    orm,
    migrationNames: options.migrations.map(({ name }) => name),
    fork: () => orm.em.fork(),
    read,
    readFor: () => read,
    signals,
    content: storedVersion(reading),
    state: () => Number(version.get()),
    pool: () => undefined,
    reads: () => undefined,
    ping: async () => void reading.prepare('select 1').get(),
    close: async () => {
      for (const thread of threads) await thread.close();
      await read.destroy();
      await commits.close();
      await orm.close();
    },
  };
}

const versions = 2 ** 31;

/** SQLite keeps a number of ours in the file's head. It is written with the transaction, so every process sees it with the change. */
function raiseVersion(database: BetterSqlite3.Database): void {
  const { user_version } = database.prepare<[], { user_version: number }>('pragma user_version').get()!;
  database.exec(`pragma user_version = ${(user_version + 1) % versions}`);
}

function storedVersion(reading: BetterSqlite3.Database): ContentVersion {
  const read = reading.prepare('pragma user_version').pluck();
  let latest = 0;
  const known = () => {
    try {
      latest = Number(read.get());
    } catch {
      // A file that can not be read now says nothing newer.
    }
    return latest;
  };
  return { known, ask: async () => known() };
}

/**
 * Preparing a statement costs more than running it: keep the latest ones, by their text. The entity manager writes its values into the
 * text, which hardly ever comes again: long ones are not kept.
 */
function keepPrepared(database: BetterSqlite3.Database): void {
  const prepare = database.prepare.bind(database);
  const kept = new Map<string, BetterSqlite3.Statement>();
  database.prepare = ((text: string) => {
    const known = kept.get(text);
    if (known && !known.busy) return known;
    const statement = prepare(text);
    if (text.length > longestKept) return statement;
    kept.set(text, statement);
    if (kept.size > maxPreparedStatements) kept.delete(kept.keys().next().value ?? '');
    return statement;
  }) as typeof database.prepare;
}
