import { expect, test } from 'vitest';
import { Unavailable } from '../../src/shared/errors.ts';
import { createHtmlCleaner } from '../../src/workers/html-cleaner.ts';
import { buildFormData } from '../support/callers.ts';
import { testApp } from '../support/test-app.ts';
import { countingThreads } from '../support/threads.ts';
import { isShortForm } from '../support/test-form.ts';

/** No test takes so long. */
const noLimitMs = 600_000;
const worker = new URL('../support/endless-clean-worker.ts', import.meta.url);
const long = (begin: string) => begin.padEnd(10_001, ' word');

test(
  'short texts need no thread, long ones share one that ends when none comes',
  countingThreads(async (threads) => {
    const cleaner = createHtmlCleaner({ restMs: 1, deadlineMs: noLimitMs });
    expect(await cleaner.clean('<b>x</b>'.padEnd(10_000))).toMatchObject({ html: '<strong>x</strong>' });
    expect(threads.started).toBe(0);
    const cleaned = await Promise.all([cleaner.clean(long('<b>1</b>')), cleaner.clean(long('<b>2</b>'))]);
    expect(cleaned.map(({ html }) => html.slice(0, 19))).toEqual([
      '<strong>1</strong> ',
      '<strong>2</strong> ',
    ]);
    expect(threads.started).toBe(1);
    await expect.poll(() => threads.ended).toBe(1);
    expect((await cleaner.clean(long('again'))).html).toMatch(/^again word/);
    expect(threads.started).toBe(2);
    await cleaner.close();
  }),
);

test(
  'a text that takes too long is a 503 to be repeated, its thread is ended, and the next one is cleaned',
  countingThreads(async (threads) => {
    const cleaner = createHtmlCleaner({ deadlineMs: 300, worker });
    const refused = await cleaner.clean(long('endless')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Unavailable);
    expect(refused).toMatchObject({ retryAfter: 10, message: expect.stringContaining('try again') });
    await expect.poll(() => [threads.started, threads.ended]).toEqual([1, 1]);
    // On a busy machine, a text that is cleaned in no time may be late too.
    await expect.poll(async () => (await cleaner.clean(long('next'))).html).toMatch(/^next word/);
    await cleaner.close();
  }),
);

test('eight long texts wait at most', async () => {
  const cleaner = createHtmlCleaner({ deadlineMs: noLimitMs });
  const cleaned = await Promise.allSettled(Array.from({ length: 10 }, () => cleaner.clean(long('waits'))));
  const statuses = cleaned.map(({ status }) => status);
  expect(statuses).toEqual([...Array(9).fill('fulfilled'), 'rejected']);
  expect(cleaned.at(-1)).toMatchObject({ reason: expect.any(Unavailable) });
  await cleaner.close();
});

test.skipIf(isShortForm)(
  'a post of a megabyte of nested lists is accepted or refused with a message, and blocks no other request',
  async () => {
    const site = await testApp();
    const post = { title: 'T', excerpt: 'E', category: 'Technology' };
    const create = (content: string) =>
      site.rest('admin').post('/api/admin/blog-posts', buildFormData({ ...post, content }));
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
  },
);

test('a text is measured as it is stored, so every stored text can be saved again', async () => {
  const site = await testApp();
  const rest = site.rest('admin');
  const answer = (signs: number) => [
    { kind: 'faq', entries: [{ question: 'Q', answer: '&'.repeat(signs) }] },
  ];
  const tooLong = {
    'blocks.0.entries.0.answer': ['Answer may have at most 5,000 characters, with its formats'],
  };
  const page = { title: 'T', place: 'Page' };
  const created = await rest.post('/api/admin/pages', { ...page, blocks: answer(1000) });
  expect(created.status).toBe(201);
  const { id, blocks } = created.body.page;
  expect(blocks[0].entries[0].answer).toHaveLength(5000);
  const refusals = [
    await rest.post('/api/admin/pages', { ...page, blocks: answer(1001) }),
    await rest.put(`/api/admin/pages/${id}`, { ...page, blocks: answer(1001) }),
    await rest.patch(`/api/admin/pages/${id}`, { blocks: answer(1001) }),
  ];
  for (const { status, body } of refusals) expect([status, body.errors]).toEqual([422, tooLong]);
  expect((await rest.put(`/api/admin/pages/${id}`, { ...page, blocks })).status).toBe(200);
  await site.close();
});
