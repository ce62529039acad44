import { afterEach, expect, test, vi } from 'vitest';
import { createBackgroundTasks } from '../../src/shared/background-tasks.ts';

afterEach(() => {
  vi.useRealTimers();
});

const fail = (error: unknown) => {
  throw error;
};

test('a delayed job begins after its delay and not before', async () => {
  vi.useFakeTimers();
  const background = createBackgroundTasks();
  const job = vi.fn(async () => {});
  background.run(job, fail, 3000);
  await vi.advanceTimersByTimeAsync(2999);
  expect(job).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(job).toHaveBeenCalledOnce();
});

test('delayed jobs are done before the server stops, without waiting for their time', async () => {
  const background = createBackgroundTasks();
  const done: string[] = [];
  background.run(async () => void done.push('late'), fail, 3_600_000);
  background.run(async () => void done.push('soon'), fail);
  await background.settled();
  expect(done.toSorted()).toEqual(['late', 'soon']);
});

test('beyond a thousand delayed jobs the next ones start at once', async () => {
  vi.useFakeTimers();
  const background = createBackgroundTasks();
  const job = vi.fn(async () => {});
  for (let i = 0; i < 1003; i += 1) background.run(job, fail, 3000);
  await vi.advanceTimersByTimeAsync(1);
  expect(job).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(3000);
});
