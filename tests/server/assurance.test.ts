import { expect, test } from 'vitest';
import { findUntestedChecks } from '../assurance/assurance-page.ts';
import { checkFromOutside } from '../assure/outside-checks.ts';
import { removeData, startServer } from '../support/running-server.ts';
import { isShortForm } from '../support/test-form.ts';

test('every check has a test or a reason for having none', async () => {
  expect(await findUntestedChecks()).toEqual([]);
});

test.skipIf(isShortForm)('the checks from outside hold against a real server', async () => {
  const server = await startServer();
  expect(await checkFromOutside(server.url)).toEqual([]);
  await server.end('SIGTERM');
  await removeData(server);
});
