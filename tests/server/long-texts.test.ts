import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RuleBroken, Unavailable } from '../../src/shared/errors.ts';
import { createCleaner } from '../../src/workers/cleaner.ts';
import { form } from '../support/callers.ts';
import { testApp } from '../support/test-app.ts';

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

const worker = new URL('../support/endless-worker.ts', import.meta.url);
const long = (begin: string) => begin.padEnd(40_001, ' word');

test('short texts need no thread, long ones share one that ends when none comes', async () => {
  const cleaner = createCleaner({ restMs: 1 });
  expect(await cleaner.clean('<b>x</b>'.padEnd(40_000))).toMatchObject({ html: '<strong>x</strong>' });
  expect(started).toBe(0);
  const cleaned = await Promise.all([cleaner.clean(long('<b>1</b>')), cleaner.clean(long('<b>2</b>'))]);
  expect(cleaned.map(({ html }) => html.slice(0, 19))).toEqual([
    '<strong>1</strong> ',
    '<strong>2</strong> ',
  ]);
  expect(started).toBe(1);
  await vi.waitFor(() => expect(ended).toBe(1));
  expect((await cleaner.clean(long('again'))).html).toMatch(/^again word/);
  expect(started).toBe(2);
  await cleaner.close();
});

test('a text that takes too long is refused with a message, its thread is ended, and the next one is cleaned', async () => {
  const cleaner = createCleaner({ deadlineMs: 300, worker });
  const refused = await cleaner.clean(long('endless')).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RuleBroken);
  expect(refused).toMatchObject({ errors: { content: ['This text is too tangled to be read.'] } });
  await vi.waitFor(() => expect([started, ended]).toEqual([1, 1]));
  expect((await cleaner.clean(long('next'))).html).toMatch(/^next word/);
  await cleaner.close();
});

test('eight long texts wait at most', async () => {
  const cleaner = createCleaner({ deadlineMs: 300, worker });
  const running = cleaner.clean(long('endless')).catch((error: unknown) => error);
  const waiting = Array.from({ length: 8 }, () => cleaner.clean(long('waits')));
  await expect(cleaner.clean(long('ninth'))).rejects.toBeInstanceOf(Unavailable);
  expect(await running).toBeInstanceOf(RuleBroken);
  expect((await Promise.all(waiting)).length).toBe(8);
  await cleaner.close();
});

test('a post of a megabyte of nested lists is accepted or refused with a message, and blocks no other request', async () => {
  const site = await testApp();
  const post = { title: 'T', excerpt: 'E', category: 'Technology' };
  const create = (content: string) =>
    site.rest('admin').post('/api/admin/blog-posts', form({ ...post, content }));
  const answers = await Promise.all(
    ['<ul><li>', '<em>', '<div>', '<table><tr><td>', '<'].map((unit) =>
      create(`${unit.repeat(Math.floor(1_000_000 / unit.length) - 10)}words`),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([422, 201, 201, 201, 422]);
  expect(answers[0]!.body.errors.content[0]).toMatch(/too many parts/);
  expect(answers[4]!.body.errors.content[0]).toBe('Content may have at most 1,000,000 characters');
  expect(answers[1]!.body.post?.content ?? JSON.stringify(answers[1]!.body)).toContain('<em>words</em>');
  await site.close();
});
