import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite();

test.each([
  ['/admin/activities?type=create', '/api/admin/activities.csv?type=create', 'Id,When,Who'],
  [
    '/admin/inbox?tab=unread&search=tram',
    '/api/admin/messages.csv?is_read=false&search=tram',
    'Id,Received,Form',
  ],
])('what %s shows is saved for a spreadsheet', async (screen, path, heading) => {
  const page = await openScreen(browser, server, screen);
  // A link carries the cookie of the session, which only a sign-in in this browser sets.
  await page.context().request.post(`${server.url}/api/admin/login`, { data: admin });
  const link = page.getByRole('link', { name: 'Export CSV' });
  await expect.poll(() => link.getAttribute('href')).toBe(path);
  await expectAccessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^(activities|messages)-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toContain(heading);
});

test.each(['inbox', 'activities'])('the %s fits a phone with it, in the dark', async (screen) => {
  const page = await openScreen(browser, server, `/admin/${screen}`, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await page.getByRole('link', { name: 'Export CSV' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${screen}-390.png` });
});
