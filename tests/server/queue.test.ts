import { expect, test } from 'vitest';
import { createJobQueue } from '../../src/shared/background-tasks.ts';

const busy = 'Too many.';

test('a queue runs a number of jobs at once, the others in order, and refuses jobs when it is full', async () => {
  const enqueue = createJobQueue({ parallel: 2, maxWaiting: 1, busy });
  const done: number[] = [];
  const ends: (() => void)[] = [];
  const job = (number: number) => () =>
    new Promise<void>((resolve) =>
      ends.push(() => {
        done.push(number);
        resolve();
      }),
    );
  const all = [1, 2].map((number) => enqueue(job(number)));
  expect(enqueue.assertCapacity).not.toThrow();
  all.push(enqueue(job(3)));
  expect(enqueue.load()).toEqual({ running: 2, waiting: 1 });
  expect(enqueue.assertCapacity).toThrow(busy);
  await expect(enqueue(job(4))).rejects.toThrow(busy);
  ends[1]?.();
  await all[1];
  expect(enqueue.assertCapacity).not.toThrow();
  expect(ends).toHaveLength(3);
  for (const end of [ends[0], ends[2]]) end?.();
  await Promise.all(all);
  expect(done).toEqual([2, 1, 3]);
  expect(enqueue.load()).toEqual({ running: 0, waiting: 0 });
});

test('a job that fails frees its slot', async () => {
  const enqueue = createJobQueue({ parallel: 1, maxWaiting: 0, busy });
  await expect(enqueue(() => Promise.reject(new Error('this one')))).rejects.toThrow('this one');
  expect(await enqueue(async () => 'the next')).toBe('the next');
});
