import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { openScreen, readJournal } from '../support/panel-screens.ts';
import { admin, signInToApis } from '../support/running-server.ts';

const { server, browser } = useBrowserSite('starter');

const form = '/admin/jobs/new';
const words = 'Nobody else reads this';
const values = { Title: words, Description: 'Cards in.', Department: 'Weaving', Location: 'Lyon' };

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('DU10 whoever else signs in over unsaved words sees none of them, and they wait for their owner', async () => {
  const { api } = await signInToApis(server);
  const other = { name: 'Hanna', email: 'journal@example.com', password: 'correct-horse-9', role: 'hr' };
  await api('POST', '/api/admin/users', other);
  const page = await openScreen(browser, server, form);
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
  await field(page, 'Requirement 1').fill('Patience');
  await field(page, 'Responsibility 1').fill('Weave');
  await expect.poll(() => readJournal(page)).toContain(words);
  const token = await page.evaluate(() => localStorage.getItem('admin_token'));
  await fetch(`${server.url}/api/admin/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  await press(page, 'Create Job');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Email').fill(other.email);
  await dialog.getByLabel('Password', { exact: true }).fill(other.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  await page.getByText('Welcome back, Hanna').waitFor();
  await page.goto(server.url + form);
  await field(page, 'Title').waitFor();
  // The form offers drafts once it has read the same storage.
  expect(await readJournal(page)).toContain(words);
  expect(await page.content()).not.toContain('Nobody else');
  expect(await field(page, 'Title').inputValue()).toBe('');

  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.context().clearCookies();
  await page.goto(`${server.url}/admin/login`);
  await field(page, 'Email').fill(admin.email);
  await field(page, 'Password').fill(admin.password);
  await press(page, 'Sign in');
  await page.waitForURL('**/admin/dashboard');
  await page.goto(server.url + form);
  await page.getByRole('region', { name: 'You have an unsaved draft' }).getByText(words).waitFor();
  await press(page, 'Restore draft');
  await press(page, 'Create Job');
  await page.waitForURL((url) => url.pathname === '/admin/jobs');
  const { jobs } = await api('GET', `/api/admin/jobs?search=${encodeURIComponent(words)}`);
  expect(jobs).toMatchObject([{ title: words }]);
  await expect.poll(() => readJournal(page)).not.toContain(words);
});
