import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp('sqlite', { maxLoopDelayMs: 50 });
});
afterAll(() => site.close());

const ask = (url: string) => site.app.inject(url);

/** Keeps the event loop busy, so that it comes round no more than ten times a second. */
async function beLate(): Promise<void> {
  const until = performance.now() + 100;
  while (performance.now() < until);
  await setImmediate();
}

test('LD2 while the event loop is late, requests are refused in words, and taken again afterwards', async () => {
  expect((await ask('/api/test')).statusCode).toBe(200);
  expect((await ask('/api/admin/user')).statusCode).toBe(401);
  while (!site.app.isUnderPressure()) await beLate();
  // A response from the cache costs next to nothing.
  expect((await ask('/api/test')).statusCode).toBe(200);
  const refused = await ask('/api/admin/user');
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.json()).toEqual({
    message: 'The service is busy. Please try again in a moment.',
    request_id: expect.any(String),
  });
  expect((await ask('/healthz')).statusCode).toBe(200);
  expect((await ask('/readyz')).statusCode).toBe(200);
  await expect.poll(async () => (await ask('/api/admin/user')).statusCode, { timeout: 20_000 }).toBe(401);
});
