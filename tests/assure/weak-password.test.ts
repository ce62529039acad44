import { hash } from '@node-rs/argon2';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { expectAccessible } from '../support/real-browser.ts';
import { admin } from '../support/running-server.ts';

const { server, browser } = useBrowserSite({});

const folder = process.env.SCREENSHOTS;

test('a password from before the rule signs in, the panel asks for another one, and the hint helps to choose it', async () => {
  const weak = 'Summer2025!';
  const database = new Database(join(server.dataDir, 'atrium.sqlite'));
  database.prepare('update users set password_hash = ?').run(await hash(weak));
  database.close();

  const page = await browser.visit(`${server.url}/admin/login`, { viewport: { width: 390, height: 844 } });
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(weak);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const notice = page.getByText('Please choose another password');
  await notice.waitFor();
  await expectAccessible(page);
  if (folder) await page.screenshot({ path: join(folder, 'notice-390.png') });
  await page.reload();
  await page.getByRole('link', { name: 'Change password' }).click();

  await page.getByLabel('Current password').fill(weak);
  await page.getByLabel('New password').fill('Liverpool#1');
  await page.getByText('only a common word').waitFor();
  await expectAccessible(page);
  if (folder) await page.screenshot({ path: join(folder, 'hint-390.png'), fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  if (folder) await page.screenshot({ path: join(folder, 'hint-1440-dark.png') });
  await page.getByLabel('New password').fill('sunflower7house');
  await page.getByText('You can use this password').waitFor();
  await page.getByRole('button', { name: 'Change password' }).click();
  await notice.waitFor({ state: 'detached' });
  await page.goto(`${server.url}/admin/users/new`);
  await page.getByLabel('Password', { exact: true }).fill('P@ssw0rd2026');
  await page.getByText('only a common word').waitFor();
  if (folder) await page.screenshot({ path: join(folder, 'user-form-1440-dark.png') });
  expect(await notice.count()).toBe(0);
});
