import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite();

test('an admin comes from the users to the security log, filters it and searches it', async () => {
  const wrong = JSON.stringify({ email: admin.email, password: 'a wrong one' });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${server.url}/api/admin/login`, { method: 'POST', headers, body: wrong });
  const { token } = (await (
    await fetch(`${server.url}/api/admin/login`, { method: 'POST', headers, body: JSON.stringify(admin) })
  ).json()) as { token: string };
  const person = { name: 'Ida Holm', email: 'ida@example.com', role: 'hr', password: 'a-quiet-Harbour-7' };
  await fetch(`${server.url}/api/admin/users`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify(person),
  });
  const page = await openScreen(browser, server, '/admin/users');
  const inMenu = page.getByRole('navigation', { name: 'Panel' }).getByText('Security log');
  await page.getByRole('link', { name: 'Security log' }).click();
  await page.getByRole('heading', { level: 1, name: 'Security log' }).waitFor();
  expect(await inMenu.count()).toBe(0);
  const rows = page.locator('tbody tr');
  await expect.poll(() => rows.filter({ hasText: 'Signed in' }).count()).toBeGreaterThan(0);
  expect(await rows.filter({ hasText: 'Account created' }).innerText()).toContain(
    'Ida Holm (ida@example.com) · Human resources',
  );
  await expectAccessible(page);

  await page.getByLabel('Event').selectOption('Sign-in failed');
  await page.waitForURL('**/admin/security?type=sign_in_refused');
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.innerText()).toContain(admin.email);
  await page.getByLabel('Search').fill('nobody at all');
  await page.getByText('No events found').waitFor();
  await page.getByText('Try a different search or event.').waitFor();
});

test('it can be read on a phone in the dark', async () => {
  const page = await openScreen(browser, server, '/admin/security', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await page.locator('tbody tr').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessible(page);
});
