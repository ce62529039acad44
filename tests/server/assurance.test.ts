import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pagePath, writePage } from '../assurance/page.ts';

test('the page of checks tells of the tests that there are', async () => {
  expect(await readFile(pagePath, 'utf8'), 'run `npm run assurance`').toBe(await writePage());
});
