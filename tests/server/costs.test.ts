import { afterAll, beforeAll, expect, test } from 'vitest';
import { pureOperations, requests } from '../support/costly-operations.ts';
import { findExcess, framesOfUnit } from '../support/costs.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

// The short form of what `npm run assure` does at length.

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

test('an operation that grows faster than its text is found out', async () => {
  const slow = (text: string) => {
    let seen = 0;
    for (const one of text) for (const other of text) seen += Number(one === other);
    return seen;
  };
  const large = (text: string) => new Array(text.length ** 2 / 4).fill(0);
  const found = async (run: (text: string) => unknown, longest: number) =>
    (await findExcess({ name: 'it', run }, longest, { every: 200 })).excess;
  expect(await found(slow, 8000)).not.toEqual([]);
  expect(await found(large, 4000)).not.toEqual([]);
  expect(await found((text) => text.split(''), 64_000)).toEqual([]);
});

test.each(pureOperations)('$name costs time and memory in proportion to the text', async (operation) => {
  expect((await findExcess(operation, 64_000, { every: framesOfUnit })).excess).toEqual([]);
});

test('requests cost time in proportion to their length, and none fails', async () => {
  const token = await site.openSession('admin');
  const excess: string[] = [];
  for (const operation of requests(site, token)) {
    excess.push(...(await findExcess(operation, 64_000, { every: 4 * framesOfUnit + 1 })).excess);
  }
  expect(excess).toEqual([]);
});
