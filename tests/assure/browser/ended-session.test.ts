import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScreen } from '../../support/panel-screens.ts';
import { openRealBrowser, type RealBrowser } from '../../support/real-browser.ts';
import { apiOf, type RunningServer, removeData, startServer } from '../../support/running-server.ts';

let server: RunningServer;
let browser: RealBrowser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openRealBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

test('a panel learns by its stream that another session has ended its own, and leaves', async () => {
  const page = await openScreen(browser, server, '/admin/dashboard');
  await page.locator('h1').first().waitFor();
  const { trpc } = await apiOf(server);
  const { sessions } = await trpc.account.sessions.query();
  for (const { id } of sessions.filter(({ is_current }) => !is_current))
    await trpc.account.endSession.mutate({ id });
  await page.waitForURL(`${server.url}/admin/login`, { timeout: 60_000 });
  expect(page.url()).toContain('/admin/login');
});
