import { expect, test } from 'vitest';
import { textOperations, requestOperations } from '../support/costly-operations.ts';
import { type MostExpensiveRun, findExcessiveGrowth } from '../support/cost-growth.ts';
import { testApp } from '../support/test-app.ts';
import { chooseByForm } from '../support/test-form.ts';
import { addFigures } from './figures.ts';

const longest = chooseByForm(256_000, 64_000);

function inWords(dearest: (MostExpensiveRun | undefined)[]): string[] {
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
    (await findExcessiveGrowth({ name: 'it', run }, longest, { every: 200 })).excess;
  expect(await found(slow, 8000)).not.toEqual([]);
  expect(await found(large, 4000)).not.toEqual([]);
  expect(await found((text) => text.split(''), 64_000)).toEqual([]);
});

test('time and memory per byte: whatever text comes, four times of it cost at most eight times as much', async (context) => {
  const found = [];
  for (const operation of textOperations) {
    found.push(await findExcessiveGrowth(operation, longest));
  }
  const notes = inWords(found.map(({ dearest }) => dearest));
  addFigures(context, { requests: found.reduce((sum, { runs }) => sum + runs, 0), notes });
  expect(found.flatMap(({ excess }) => excess)).toEqual([]);
});

test('time per byte of requests: whatever comes, none fails, and four times of it cost at most eight times as much', async (context) => {
  const site = await testApp();
  const found = [];
  for (const operation of requestOperations(site, await site.openSession('admin'))) {
    found.push(
      await findExcessiveGrowth(operation, chooseByForm(256_000, 64_000), { every: chooseByForm(1, 17) }),
    );
  }
  const notes = inWords(found.map(({ dearest }) => dearest));
  addFigures(context, { requests: found.reduce((sum, { runs }) => sum + runs, 0), notes });
  await site.close();
  expect(found.flatMap(({ excess }) => excess)).toEqual([]);
});
