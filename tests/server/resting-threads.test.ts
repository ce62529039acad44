import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSearchThread } from '../../src/database/search-thread.ts';
import { createPasswords } from '../../src/security/passwords.ts';
import { Unavailable } from '../../src/shared/errors.ts';

/** How many threads were started since, and how many of them have ended. */
let [started, ended] = [0, 0];
const note = (worker: Worker) => {
  started += 1;
  worker.once('exit', () => (ended += 1));
};
beforeEach(() => {
  [started, ended] = [0, 0];
  process.on('worker', note);
});
afterEach(() => void process.off('worker', note));
const end = (threads: number) => vi.waitFor(() => expect([started, ended]).toEqual([threads, threads]));

test('an idle password thread ends, and another checks the next password', async () => {
  const { hash, verify } = createPasswords({ idleMs: 1 });
  const stored = await hash('a long password');
  await end(1);
  expect(await verify(stored, 'a long password')).toBe(true);
  await end(2);
  expect(await verify(stored, 'another password')).toBe(false);
  await end(3);
});

const brokenWorker = new URL('../support/broken-worker.ts', import.meta.url);

test('a call whose password thread dies fails, and another thread takes the next one', async () => {
  const { hash } = createPasswords({ program: brokenWorker, maxThreads: 1 });
  await expect(hash('dies')).rejects.toThrow();
  expect(await hash('another password')).toBe('hashed');
  expect(started).toBe(2);
});

test('a password thread that never answers is ended at the deadline and replaced', async () => {
  const { hash } = createPasswords({ program: brokenWorker, maxThreads: 1, deadlineMs: 2000 });
  await expect(hash('never ends')).rejects.toBeInstanceOf(Unavailable);
  await end(1);
  expect(await hash('another password')).toBe('hashed');
});

test('a thread for searches that nobody asks ends, and another runs the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-threads-'));
  const file = join(folder, 'searched.sqlite');
  new BetterSqlite3(file).exec('create table words (word text)').close();
  const thread = createSearchThread(file, 1000, 1);
  const order = { text: 'select ? as word', parameters: ['found'] };
  expect(await thread.ask(order)).toEqual([{ word: 'found' }]);
  await end(1);
  expect(await thread.ask(order)).toEqual([{ word: 'found' }]);
  await thread.close();
  await rm(folder, { recursive: true });
});
