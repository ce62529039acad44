import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openSqlite } from '../../src/database/sqlite.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { entities } from '../../src/entities.ts';
import { createBackgroundTasks } from '../../src/shared/background-tasks.ts';
import { addKey, storedKeys, storeKey, createContext } from '../support/stored-response-keys.ts';

const headBytes = 32;
const frameHeadBytes = 24;
const ten = Array.from({ length: 10 }, (_, number) => `key ${number}`);

describe('a transaction on SQLite', () => {
  let dataDir: string;
  let file: string;
  let database: Database;
  /** What the disk does with the next flushes. */
  let disk: (fd: number) => Promise<void>;
  let flushes = 0;
  let refused: unknown[];
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'atrium-driver-'));
    file = join(dataDir, 'atrium.sqlite');
    [flushes, refused, disk] = [0, [], async () => {}];
    database = await openSqlite({ entities, migrations, url: undefined, dataDir }, file, {
      sync: (fd) => {
        flushes += 1;
        return disk(fd);
      },
      onRefusedFlush: (error) => void refused.push(error),
    });
    await migrate(database);
  });
  afterEach(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  const store = (key: string, ...more: [meanwhile?: () => Promise<unknown>, answer?: string]) =>
    storeKey(database, key, ...more);
  const execute = (text: string) => database.fork().getConnection().execute(text);
  /** Returns whether a promise settles within a few turns of the event loop. */
  const isSettled = async (promise: Promise<unknown>) => {
    let settled = false;
    promise.then(
      () => (settled = true),
      () => (settled = true),
    );
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    return settled;
  };
  /** Blocks all flushes until `goOn` is called. */
  const holdDisk = () => {
    const held = Promise.withResolvers<void>();
    disk = () => held.promise;
    return { goOn: held.resolve };
  };

  /** Returns the number of commits in the write-ahead log. */
  async function countCommits(): Promise<number> {
    const log = await readFile(`${file}-wal`);
    const frame = frameHeadBytes + log.readUInt32BE(8);
    const salt = log.readBigUInt64BE(16);
    let commits = 0;
    for (let at = headBytes; at + frame <= log.length; at += frame) {
      const isOfThisRound = log.readBigUInt64BE(at + 8) === salt;
      if (isOfThisRound && log.readUInt32BE(at + 4) > 0) commits += 1;
    }
    return commits;
  }

  test('commits by itself, and shares its flush with those that commit meanwhile', async () => {
    await execute('pragma wal_checkpoint(truncate)');
    await store('first');
    const before = await countCommits();
    const { goOn } = holdDisk();
    flushes = 0;
    const all = Promise.all(ten.map((key) => store(key)));
    await expect.poll(() => storedKeys(database)).toEqual(['first', ...ten]);
    goOn();
    expect(await all).toEqual(ten);
    expect((await countCommits()) - before).toBe(ten.length);
    expect(flushes).toBe(2);
  });

  test('is acknowledged when it is on the disk, as is a statement alone', async () => {
    const { goOn } = holdDisk();
    const acts = [
      store('transaction'),
      sql`insert into kept_answers (key, fingerprint, answer, forget_at) values ('alone', '', '', '')`.execute(
        database.fork().getKysely(),
      ),
    ];
    for (const act of acts) expect(await isSettled(act)).toBe(false);
    expect(await storedKeys(database)).toEqual(['alone', 'transaction']);
    goOn();
    await Promise.all(acts);
  });

  test('that changed nothing waits for what it may have read, and for nothing else', async () => {
    const read = () =>
      inTransaction(createContext(database), ({ em }) =>
        sql`select 1 from kept_answers`.execute(em.getKysely()),
      );
    const fail = () =>
      inTransaction(createContext(database), () => Promise.reject(new Error('it is there already')));
    flushes = 0;
    await read();
    await expect(fail()).rejects.toThrow('already');
    expect(flushes).toBe(0);
    const { goOn } = holdDisk();
    const acts = [store('first'), read(), fail()];
    for (const act of acts) expect(await isSettled(act)).toBe(false);
    goOn();
    expect((await Promise.allSettled(acts)).map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected'],
    ]);
  });

  test('is never acknowledged when the disk refuses its flush', async () => {
    const broken = Object.assign(new Error('the disk'), { code: 'EIO' });
    disk = () => Promise.reject(broken);
    expect(await isSettled(store('refused'))).toBe(false);
    expect(refused).toEqual([broken]);
    disk = async () => {};
  });

  test('leaves nothing when it fails, and the others are stored', async () => {
    const fail = () => Promise.reject(new Error('not this one'));
    const ends = await Promise.allSettled(
      ten.map((key, number) => store(key, number % 3 === 0 ? fail : undefined)),
    );
    expect(ends.map(({ status }) => status === 'rejected')).toEqual(ten.map((_, number) => number % 3 === 0));
    expect(await storedKeys(database)).toEqual(ten.filter((_, number) => number % 3 !== 0));
  });

  test('inside another is undone alone when it fails', async () => {
    await storeKey(database, 'outer', async (outer) => {
      await inTransaction(outer, (inside) => addKey(inside, 'stays'));
      const failing = inTransaction(outer, async (inside) => {
        await addKey(inside, 'goes');
        throw new Error('undone');
      });
      await expect(failing).rejects.toThrow('undone');
    });
    expect(await storedKeys(database)).toEqual(['outer', 'stays']);
  });

  test('rolled back by the database itself reports why, and nothing after it is stored outside of it', async () => {
    await execute(
      `create trigger fault before insert on kept_answers when new.key = 'bad'
       begin select raise(rollback, 'all is undone'); end`,
    );
    const ends = await Promise.allSettled(['good', 'bad'].map((key) => store(key)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    const goesOn = storeKey(database, 'before', async (inside) => {
      await addKey(inside, 'bad').catch(() => {});
      await addKey(inside, 'after');
    });
    await expect(goesOn).rejects.toThrow('all is undone');
    const commits = storeKey(database, 'before', (inside) => addKey(inside, 'bad').catch(() => {}));
    await expect(commits).rejects.toThrow('all is undone');
    expect(await storedKeys(database)).toEqual(['good']);
    expect(await store('the next')).toBe('the next');
  });

  test('is stored exactly when it was acknowledged, although the file is full', async () => {
    const [{ page_count }] = (await execute('pragma page_count')) as unknown as [{ page_count: number }];
    await execute(`pragma max_page_count = ${page_count + 20}`);
    const large = 'x'.repeat(20_000);
    const ends = await Promise.allSettled(ten.map((key) => store(key, undefined, large)));
    const stored = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.length).toBeLessThan(ten.length);
    expect(await storedKeys(database)).toEqual(stored);
    await execute(`pragma max_page_count = ${page_count + 10_000}`);
    expect(await store('there is space again', undefined, large)).toBe('there is space again');
  });

  test('refuses another entity manager inside it at once, but not after it', async () => {
    const background = createBackgroundTasks();
    const later: unknown[] = [];
    await store('first', async () => {
      await expect(store('nested')).rejects.toThrow('only its own entity manager');
      await expect(database.fork().transactional(async () => {})).rejects.toThrow(
        'only its own entity manager',
      );
      background.run(
        () => store('later'),
        (error) => void later.push(error),
      );
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    });
    await background.settled();
    expect(later).toEqual([]);
    expect(await storedKeys(database)).toEqual(['first', 'later']);
  });

  test('waits for another process that writes, and holds up no read meanwhile', async () => {
    const other = new BetterSqlite3(file);
    other.exec('begin immediate');
    const waiting = store('waits');
    for (let reads = 0; reads < 20; reads += 1) {
      expect(await storedKeys(database)).toEqual([]);
      await nextTurn();
    }
    other.exec('commit');
    other.close();
    expect(await waiting).toBe('waits');
  });

  test('reads what another process has just changed, and can change it', async () => {
    await store('shared', undefined, '0');
    const other = new BetterSqlite3(file, { timeout: 5000 });
    const raise = other.prepare(`update kept_answers set answer = answer + 1 where key = 'shared'`);
    for (let round = 0; round < 20; round += 1) {
      await inTransaction(createContext(database), async ({ em }) => {
        const db = em.getKysely();
        const { rows } = await sql<{ answer: string }>`select answer from kept_answers`.execute(db);
        await sql`update kept_answers set answer = ${Number(rows[0]!.answer) + 1}`.execute(db);
      });
      raise.run();
    }
    expect(Number(other.prepare('select answer from kept_answers').pluck().get())).toBe(40);
    other.close();
  });
});
