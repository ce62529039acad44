import { expect, test } from 'vitest';
import { pureOperations, requests } from '../support/costly-operations.ts';
import { type Dearest, findExcess } from '../support/costs.ts';
import { testApp } from '../support/test-app.ts';
import { inForm } from '../support/form.ts';
import { tell } from './figures.ts';

const longest = inForm(256_000, 64_000);

function inWords(dearest: (Dearest | undefined)[]): string[] {
  const known = dearest.filter((one) => one !== undefined).toSorted((a, b) => b.ms - a.ms);
  return known
    .slice(0, 3)
    .map(
      ({ operation, shape, length, ms }) =>
        `${operation}, ${length.toLocaleString('en')} characters like ${shape}: ${Math.round(ms)} ms`,
    );
}

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

test('time and memory per byte: whatever text comes, four times of it cost at most eight times as much', async (context) => {
  const found = [];
  for (const operation of pureOperations) {
    found.push(await findExcess(operation, longest));
  }
  const notes = inWords(found.map(({ dearest }) => dearest));
  tell(context, { requests: found.reduce((sum, { runs }) => sum + runs, 0), notes });
  expect(found.flatMap(({ excess }) => excess)).toEqual([]);
});

test('time per byte of requests: whatever comes, none fails, and four times of it cost at most eight times as much', async (context) => {
  const site = await testApp();
  const found = [];
  for (const operation of requests(site, await site.openSession('admin'))) {
    found.push(await findExcess(operation, inForm(256_000, 64_000), { every: inForm(1, 17) }));
  }
  const notes = inWords(found.map(({ dearest }) => dearest));
  tell(context, { requests: found.reduce((sum, { runs }) => sum + runs, 0), notes });
  await site.close();
  expect(found.flatMap(({ excess }) => excess)).toEqual([]);
});
