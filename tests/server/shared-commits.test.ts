import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { migrations } from '../../prisma-free-migrations/list.ts';
import type { Database } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import type { Work } from '../../src/database/work.ts';
import { entities } from '../../src/entities.ts';

const headBytes = 32;
const frameHeadBytes = 24;

describe('transactions on SQLite that come together', () => {
  let dataDir: string;
  let database: Database;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'atrium-commits-'));
    database = await openDatabase({ entities, migrations, url: undefined, dataDir });
    await migrate(database);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  /** Takes a key in a transaction; `meanwhile` runs before its end. */
  function keep(key: string, meanwhile?: () => Promise<unknown>, answer = ''): Promise<string> {
    const work: Work = { em: database.fork(), read: database.read, viewer: null, now: new Date() };
    return inTransaction(work, async ({ em }) => {
      const row = { key, fingerprint: '', answer, forget_at: '' };
      await em.getKysely<Kept>().insertInto('kept_answers').values(row).execute();
      await meanwhile?.();
      return key;
    });
  }

  async function kept(): Promise<string[]> {
    const rows = await database.read.withTables<Kept>().selectFrom('kept_answers').select('key').execute();
    return rows.map(({ key }) => key).sort();
  }

  /** How often the write-ahead log says that a transaction ends there. */
  async function countCommits(): Promise<number> {
    const log = await readFile(join(dataDir, 'atrium.sqlite-wal'));
    const frame = frameHeadBytes + log.readUInt32BE(8);
    const salt = log.readBigUInt64BE(16);
    let commits = 0;
    for (let at = headBytes; at + frame <= log.length; at += frame) {
      const isOfThisRound = log.readBigUInt64BE(at + 8) === salt;
      if (isOfThisRound && log.readUInt32BE(at + 4) > 0) commits += 1;
    }
    return commits;
  }

  const ten = Array.from({ length: 10 }, (_, place) => `key ${place}`);

  test('are stored by fewer commits than they are', async () => {
    await database.fork().getConnection().execute('pragma wal_checkpoint(truncate)');
    await keep('first');
    const before = await countCommits();
    expect(await Promise.all(ten.map((key) => keep(key)))).toEqual(ten);
    expect(await kept()).toEqual(['first', ...ten]);
    expect((await countCommits()) - before).toBeLessThan(ten.length);
  });

  test('leave nothing of one that fails, and keep the others', async () => {
    const fail = () => Promise.reject(new Error('not this one'));
    const ends = await Promise.allSettled(
      ten.map((key, place) => keep(key, place % 3 === 0 ? fail : undefined)),
    );
    expect(ends.map(({ status }) => status === 'rejected')).toEqual(ten.map((_, place) => place % 3 === 0));
    expect(await kept()).toEqual(ten.filter((_, place) => place % 3 !== 0));
  });

  test('wait for the one among them that takes longer, and are stored with it', async () => {
    const { promise: signal, resolve: goOn } = Promise.withResolvers<void>();
    const quick = keep('quick');
    const slow = keep('slow', () => signal);
    const turn = new Promise((resolve) => setImmediate(resolve)).then(() => 'not yet');
    expect(await Promise.race([Promise.all([quick, slow]), turn])).toBe('not yet');
    goOn();
    expect(await Promise.all([quick, slow])).toEqual(['quick', 'slow']);
    expect(await kept()).toEqual(['quick', 'slow']);
  });

  test('are answered when they are on the disk', async () => {
    const happened: string[] = [];
    const handle = await handlePrototype();
    const { datasync } = handle;
    vi.spyOn(handle, 'datasync').mockImplementation(async function (this: typeof handle) {
      await datasync.call(this);
      happened.push('flushed');
    });
    await Promise.all(ten.map(async (key) => happened.push(await keep(key))));
    await sql`update kept_answers set answer = 'alone'`.execute(database.fork().getKysely());
    happened.push('alone');
    expect(happened[0]).toBe('flushed');
    expect(happened.at(-2)).toBe('flushed');
  });

  test('are refused when the disk refuses to flush, and the next are not', async () => {
    const handle = await handlePrototype();
    vi.spyOn(handle, 'datasync').mockRejectedValueOnce(Object.assign(new Error('the disk'), { code: 'EIO' }));
    await expect(keep('first')).rejects.toThrow('the disk');
    expect(await keep('second')).toBe('second');
    expect(await kept()).toEqual(['first', 'second']);
  });

  test('rest on no log that the disk has refused once', async () => {
    const size = async () => (await stat(join(dataDir, 'atrium.sqlite-wal'))).size;
    const handle = await handlePrototype();
    vi.spyOn(handle, 'datasync').mockRejectedValueOnce(Object.assign(new Error('the disk'), { code: 'EIO' }));
    await expect(keep('refused')).rejects.toThrow('the disk');
    expect(await size()).toBeGreaterThan(0);
    await keep('next');
    expect(await size()).toBe(0);
    await keep('last');
    expect(await size()).toBeGreaterThan(0);
    expect(await kept()).toEqual(['last', 'next', 'refused']);
  });

  test('are refused with what made the database undo them all, as a faulty disk does', async () => {
    await database
      .fork()
      .getConnection()
      .execute(
        `create trigger fault before insert on kept_answers when new.key = 'bad'
         begin select raise(rollback, 'all is undone'); end`,
      );
    const ends = await Promise.allSettled(['good', 'bad'].map((key) => keep(key)));
    const reasons = ends.map((end) => end.status === 'rejected' && String(end.reason));
    expect(reasons).toEqual(Array(2).fill(expect.stringContaining('all is undone')));
    expect(await kept()).toEqual([]);
    expect(await keep('the next')).toBe('the next');
  });

  test('are stored exactly when they were answered so, although the file is full', async () => {
    const connection = database.fork().getConnection();
    const [{ page_count }] = await connection.execute<[{ page_count: number }]>('pragma page_count');
    await connection.execute(`pragma max_page_count = ${page_count + 20}`);
    const large = 'x'.repeat(20_000);
    const ends = await Promise.allSettled(ten.map((key) => keep(key, undefined, large)));
    const stored = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    expect(stored.length).toBeLessThan(ten.length);
    expect(await kept()).toEqual(stored);
    await connection.execute(`pragma max_page_count = ${page_count + 10_000}`);
    expect(await keep('there is room again', undefined, large)).toBe('there is room again');
  });

  test('are seen by who asks next on the connection that writes', async () => {
    const ends = ten.map((key) => keep(key));
    const [{ amount }] = await database
      .fork()
      .getConnection()
      .execute<[{ amount: number }]>('select count(*) as amount from kept_answers');
    expect(amount).toBe((await kept()).length);
    await Promise.all(ends);
  });
});

type Kept = { kept_answers: { key: string; fingerprint: string; answer: string; forget_at: string } };

async function handlePrototype() {
  const handle = await open(process.execPath);
  await handle.close();
  return Object.getPrototypeOf(handle) as typeof handle;
}
