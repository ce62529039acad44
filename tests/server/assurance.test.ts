import { expect, test } from 'vitest';
import { findVulnerablePackages } from '../assurance/dependency-advisories.ts';
import { findUntestedChecks } from '../assurance/assurance-page.ts';
import { checkFromOutside } from '../assure/outside-checks.ts';
import { removeData, startServer } from '../support/running-server.ts';
import { isShortForm } from '../support/test-form.ts';

test('every check has a test or a reason for having none', async () => {
  expect(await findUntestedChecks()).toEqual([]);
});

test('no package in use is older than the version that fixes its last known advisory', async () => {
  expect(await findVulnerablePackages()).toEqual([]);
});

test.skipIf(isShortForm)('the checks from outside hold against a real server', async () => {
  const server = await startServer();
  expect(await checkFromOutside(server.url)).toEqual([]);
  await server.end('SIGTERM');
  await removeData(server);
});
