import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findVulnerable } from '../assurance/dependencies.ts';
import { findUntested, pagePath, writePage } from '../assurance/page.ts';
import { askFromOutside } from '../assure/against.ts';
import { removeData, startServer } from '../support/running-server.ts';

test('the page of checks tells of the tests that there are', async () => {
  expect(await readFile(pagePath, 'utf8'), 'run `npm run assurance`').toBe(await writePage());
});

test('every check has a test or says why it has none', async () => {
  expect(await findUntested()).toEqual([]);
});

test('no package in use stands below the version that mends its last known advisory', async () => {
  expect(await findVulnerable()).toEqual([]);
});

test('the checks from outside hold against a real server', async () => {
  const server = await startServer();
  expect(await askFromOutside(server.url)).toEqual([]);
  await server.end('SIGTERM');
  await removeData(server);
});
