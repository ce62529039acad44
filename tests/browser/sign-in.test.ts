import { expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import { expectAccessible } from '../support/real-browser.ts';
import { signInToApis } from '../support/running-server.ts';

const password = 'correct-horse-9';
const { server, browser } = useBrowserSite('starter');

test('the sign-in page says what went wrong and when to try again, and leads where the role permits', async () => {
  const { api } = await signInToApis(server);
  const hanna = { name: 'Hanna', email: 'hanna@example.com', password, role: 'hr' };
  await api('POST', '/api/admin/users', hanna);
  const page = await browser.visit(`${server.url}/admin/users`);
  const restsAt = (path: string) => page.waitForURL(server.url + path);
  const signInAs = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await restsAt('/admin/login');
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
  await signInAs('nobody@example.com');
  await page.getByRole('alert').getByText('The e-mail or password is incorrect.').waitFor();
  await expectAccessible(page);
  const wrong = { email: 'nobody@example.com', password };
  await Promise.all(Array.from({ length: 4 }, () => api('POST', '/api/admin/login', wrong)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page
    .getByRole('alert')
    .getByText(/try again/i)
    .waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(wrong.email);

  await signInAs(hanna.email);
  await restsAt('/admin/dashboard');
  for (const [path, end] of [
    ['/admin/%75sers/new', '/admin/dashboard'],
    ['/admin/jobs/new', '/admin/jobs/new'],
  ] as const) {
    await page.goto(server.url + path);
    await restsAt(end);
    await page.locator('h1').first().waitFor();
  }
});
