import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { findFreePort } from '../support/free-port.ts';
import { openScreen } from '../support/panel-screens.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../support/real-browser.ts';
import { admin, type RunningServer, removeData, startServer } from '../support/running-server.ts';

let server: RunningServer;
let browser: RealBrowser;
/** Passkeys belong to a host name, and the address of the other tests has none. */
let url: string;
beforeAll(async () => {
  const port = String(await findFreePort());
  url = `http://localhost:${port}`;
  [server, browser] = await Promise.all([startServer({ PORT: port, PUBLIC_URL: url }), openRealBrowser()]);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

/** For a person who looks at what the test sees. */
const folder = process.env.LOOK_AT;
async function look(page: Page, name: string): Promise<void> {
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

async function post(path: string, body: object, token?: string) {
  const answer = await fetch(`${url}/api/admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const password = 'a walk by the river';

async function createPerson(name: string, email: string): Promise<void> {
  const { token } = (await post('login', admin)).body;
  const created = await post('users', { name, email, role: 'hr', password }, token);
  expect(created.status).toBe(201);
}

async function addPasskey(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.goto(`${url}/admin/account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'I have stored them' }).click();
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** By keyboard alone. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
}

async function answerBy(page: Page, title: string): Promise<void> {
  const cancel = page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Cancel' });
  await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

test.each([1440, 390])(
  'an admin at %i px ends sessions, deactivates somebody and reactivates them',
  {
    timeout: 120_000,
  },
  async (width) => {
    // A word that no line breaks.
    const name = `Veraanastasiaconstantinopolitanischovska ${width}`;
    const email = `vera${width}@example.com`;
    await createPerson(name, email);
    const options = { viewport: { width, height: 844 } };
    const own = await browser.visit(`${url}/admin/login`, options);
    await enterPassword(own, email);
    await own.waitForURL('**/admin/dashboard');
    await post('login', { email, password });

    const page = await openScreen(browser, { ...server, url }, '/admin/users', options);
    await page.getByRole('link', { name, exact: true }).click();
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByText('Chrome on Linux').waitFor();
    await sessions.getByText('A program').waitFor();
    await page.getByText(`Active. ${name} can sign in.`).waitFor();
    await expectAccessible(page);
    await look(page, `1-form-${width}`);
    await press(page, /^End the session of A program/);
    await page.getByText('Device signed out').waitFor();
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Sessions');
    await press(page, 'Sign out all devices');
    await sessions.getByText(`${name} is signed in nowhere.`).waitFor();
    await own.reload();
    await own.waitForURL('**/admin/login**');
    await expectAccessible(page);
    await look(page, `2-no-sessions-${width}`);

    await enterPassword(own, email);
    await own.waitForURL('**/admin/dashboard');
    await addPasskey(own);
    await page.reload();
    await sessions.getByText('Chrome on Linux').waitFor();
    await press(page, 'Deactivate');
    await page.getByRole('dialog', { name: 'Deactivate Account' }).waitFor();
    await expectAccessible(page);
    await look(page, `3-asking-${width}`);
    await answerBy(page, 'Deactivate Account');
    await page.getByText('Account deactivated').waitFor();
    await page.getByText(`${name} cannot sign in.`).waitFor();
    await sessions.getByText(`${name} is signed in nowhere.`).waitFor();
    await expectAccessible(page);
    await look(page, `4-deactivated-${width}`);

    await own.reload();
    await own.waitForURL('**/admin/login**');
    await enterPassword(own, email);
    await own.getByText('The e-mail or password is incorrect.').waitFor();
    await own.getByRole('button', { name: 'Use a passkey' }).click();
    await own.getByText('This passkey is not known here.').waitFor();
    await look(own, `5-refused-${width}`);

    await page.goto(`${url}/admin/users`);
    if (width === 390) await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('State').selectOption('Deactivated');
    await page.waitForURL('**/admin/users?state=deactivated');
    await page.getByRole('button', { name: `Reactivate ${name}` }).waitFor();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
    await page.getByText('Passkey', { exact: true }).first().waitFor();
    await expectAccessible(page);
    await look(page, `6-list-${width}`);
    await press(page, `Reactivate ${name}`);
    await answerBy(page, 'Reactivate Account');
    await page.getByText('Account reactivated').waitFor();
    await page.getByText('No users found').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: `Deactivate ${name}` }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await look(page, `7-all-${width}`);

    await own.getByRole('button', { name: 'Use a passkey' }).click();
    await own.waitForURL('**/admin/dashboard');

    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('link', { name: 'Show in the security log' }).click();
    for (const event of ['Account deactivated', 'Account reactivated']) {
      await page.locator('tbody tr').filter({ hasText: event }).waitFor();
    }
    await expect.poll(() => page.getByLabel('Person').locator('option:checked').innerText()).toBe(name);
    await expectAccessible(page);
    await look(page, `8-security-${width}`);
  },
);

test('commands deactivate and reactivate on the machine, and keep the last active admin', async () => {
  await createPerson('Ida', 'ida@example.com');
  const run = (...words: string[]) => runCommand({ DATA_DIR: server.dataDir }, 'user', words);
  expect(await run('deactivate', 'ida@example.com')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('can no longer sign in'),
  });
  expect((await post('login', { email: 'ida@example.com', password })).status).toBe(422);
  expect(await run('reactivate', 'ida@example.com')).toMatchObject({ code: 0 });
  expect((await post('login', { email: 'ida@example.com', password })).status).toBe(200);
  const last = await run('deactivate', admin.email);
  expect(last).toMatchObject({ code: 1, stderr: expect.stringContaining('last active admin') });
});
