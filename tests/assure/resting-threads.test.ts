import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createSearchThread } from '../../src/database/search/search-pool.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { Unavailable } from '../../src/shared/errors.ts';
import { createWorkerPool } from '../../src/workers/worker-pool.ts';
import { countingThreads, type Threads } from '../support/threads.ts';

const allEnd = (threads: Threads, number: number) =>
  expect.poll(() => [threads.started, threads.ended]).toEqual([number, number]);

test(
  'an idle password thread ends, and another checks the next password',
  countingThreads(async (threads) => {
    const { hash, verify } = createPasswords({ idleMs: 1 });
    const stored = await hash('a long password');
    await allEnd(threads, 1);
    expect(await verify(stored, 'a long password')).toBe(true);
    await allEnd(threads, 2);
    expect(await verify(stored, 'another password')).toBe(false);
    await allEnd(threads, 3);
  }),
);

const brokenWorker = new URL('../support/broken-hash-worker.ts', import.meta.url);

test(
  'a call whose password thread exits fails, and another thread takes the next one',
  countingThreads(async (threads) => {
    const { hash } = createPasswords({ program: brokenWorker, maxThreads: 1 });
    await expect(hash('dies')).rejects.toThrow();
    expect(await hash('another password')).toBe('hashed');
    expect(threads.started).toBe(2);
  }),
);

test(
  'calls behind one whose password thread exits run on another thread',
  countingThreads(async (threads) => {
    const { hash } = createPasswords({ program: brokenWorker, maxThreads: 1 });
    const calls = await Promise.allSettled(['dies', 'one', 'dies', 'other'].map(hash));
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(threads.started).toBe(3);
  }),
);

test('calls behind one that hangs run on another thread', async () => {
  const pool = createWorkerPool(brokenWorker, { maxThreads: 1 });
  const late = () => new Error('late');
  const endless = pool.run('hash', 'never ends', late, 2000);
  const next = pool.run('hash', 'another password', late);
  await expect(endless).rejects.toThrow('late');
  expect(await next).toBe('hashed');
  await pool.close();
});

test(
  'a call whose thread exits during its start fails',
  countingThreads(async (threads) => {
    const { hash } = createPasswords({ program: brokenWorker, maxThreads: 1 });
    const dies = threads.first.then((thread) => thread.terminate());
    const calls = await Promise.allSettled([hash('one'), hash('other'), dies]);
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(calls[0]).toMatchObject({ reason: { message: 'the thread ended before it was done' } });
  }),
);

test(
  'a password thread that hangs is ended at the deadline and replaced',
  countingThreads(async (threads) => {
    const { hash } = createPasswords({ program: brokenWorker, maxThreads: 1, deadlineMs: 2000 });
    await expect(hash('never ends')).rejects.toBeInstanceOf(Unavailable);
    await allEnd(threads, 1);
    // The deadline includes the start of the other thread, which may take longer.
    await expect.poll(() => hash('another password')).toBe('hashed');
  }),
);

const searchOf = async (options: Parameters<typeof createSearchThread>[2]) => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-threads-'));
  const file = join(folder, 'searched.sqlite');
  new BetterSqlite3(file).exec('create table words (word text)').close();
  const { run, close } = createSearchThread(file, 1000, options);
  const end = async () => {
    await close();
    await rm(folder, { recursive: true });
  };
  return { run, close: end };
};
const task = { text: 'select ? as word', parameters: ['found'] };

test(
  'an idle search thread ends, and another runs the next search',
  countingThreads(async (threads) => {
    const { run, close } = await searchOf({ restMs: 1 });
    expect(await run(task)).toEqual([{ word: 'found' }]);
    await allEnd(threads, 1);
    expect(await run(task)).toEqual([{ word: 'found' }]);
    await close();
  }),
);

test(
  'a thread for searches that dies fails what it was doing, and what waits is done by another',
  countingThreads(async (threads) => {
    const { run, close } = await searchOf({});
    const dies = threads.first.then((thread) => thread.terminate());
    const answers = await Promise.allSettled([run(task), run(task), dies]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    await close();
  }),
);

test(
  'a search that takes too long is refused with a message, as are those behind it, and its thread is replaced',
  countingThreads(async (threads) => {
    const worker = new URL('../support/endless-search-worker.ts', import.meta.url);
    const { run, close } = await searchOf({ deadlineMs: 2000, worker });
    const endless = { text: 'endless', parameters: [] };
    const answers = await Promise.allSettled([run(endless), run(task)]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { message: /takes too long/ } });
    }
    await expect.poll(() => run(task)).toEqual([]);
    expect(threads.started).toBeGreaterThan(1);
    await close();
  }),
);

test('twenty searches wait at most', async () => {
  const { run, close } = await searchOf({});
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => run(task)));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused).toHaveLength(9);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(Unavailable);
  await close();
});
