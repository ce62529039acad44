import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardOf, openScreen } from '../support/panel-screens.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../support/real-browser.ts';
import { type RunningServer, removeData } from '../support/running-server.ts';
import { startStarterServer } from '../support/starter-folder.ts';

let server: RunningServer;
let browser: RealBrowser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startStarterServer(), openRealBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

test('the picture of a project is taken off with the keyboard, and is gone from site and disk', async () => {
  const page = await openScreen(browser, server, '/admin/portfolio');
  const card = cardOf(page, 'Two lines and a mast');
  const source = await card.locator('img').getAttribute('src');
  await page.getByRole('button', { name: 'Edit Two lines and a mast' }).click();
  const button = page.getByRole('button', { name: 'Remove image' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Will be removed when you save.').waitFor();
  const back = page.getByRole('button', { name: 'Keep current image' });
  expect(await back.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Project' }).click();
  await page.getByText('Project saved').waitFor();
  await expect.poll(() => cardOf(page, 'Two lines and a mast').locator('img').count()).toBe(0);
  expect((await fetch(server.url + source)).status).toBe(404);
});
