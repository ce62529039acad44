import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../support/commands.ts';
import { findFreePort } from '../support/free-port.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../support/real-browser.ts';
import { admin, type RunningServer, removeData, startServer } from '../support/running-server.ts';
import { totpCodeOf } from '../support/totp.ts';

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

async function addAuthenticator(page: Page): Promise<void> {
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
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openAccount(page: Page): Promise<void> {
  await page.waitForURL('**/admin/dashboard');
  await page.goto(`${url}/admin/account`);
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
}

test('somebody sets factors up, signs in without the password, loses the device and recovers', {
  timeout: 120_000,
}, async () => {
  const page = await browser.visit(`${url}/admin/login`);
  await addAuthenticator(page);
  await enterPassword(page);
  await openAccount(page);
  await page.getByText('Your password alone opens your account.').waitFor();
  await look(page, '01-none');

  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const key = await page.locator('code').first().innerText();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.getByText('This code is wrong.').waitFor();
  await expectAccessible(page);
  await look(page, '02-app');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(totpCodeOf(key));
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await page.getByRole('heading', { name: 'Store your recovery codes' }).waitFor();
  const codes = await page.locator('ol code').allInnerTexts();
  expect(codes).toHaveLength(10);
  // The dialog before it fades out.
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  await expectAccessible(page);
  await look(page, '03-codes');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'I have stored them' }).click();

  const adding = page.waitForRequest(/account\.addPasskey/);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('Chrome on Linux', { exact: true }).first().waitFor();
  const request = await adding;
  const again = await fetch(request.url(), {
    method: 'POST',
    headers: await request.allHeaders(),
    body: request.postData(),
  });
  expect([again.status, await again.text()]).toEqual([
    409,
    expect.stringContaining('This passkey is set up already.'),
  ]);
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
  await page.getByLabel('Name', { exact: true }).last().fill('Work laptop');
  await page.keyboard.press('Enter');
  await page.getByText('Work laptop', { exact: true }).waitFor();
  await expectAccessible(page);
  await look(page, '04-both');

  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${url}/admin/login?fromLogout=true`);
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await expectAccessible(page);
  await look(page, '05-sign-in');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/admin/dashboard');

  // The device is lost: another browser, a phone's width, the keyboard alone.
  const phone = await browser.visit(`${url}/admin/login`, { viewport: { width: 390, height: 844 } });
  await phone.getByLabel('Email').fill(admin.email);
  await phone.keyboard.press('Tab');
  await phone.keyboard.type(admin.password);
  await phone.keyboard.press('Enter');
  await phone.getByRole('textbox', { name: 'Code', exact: true }).waitFor();
  await expect
    .poll(() => phone.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('one-time-code');
  await expectAccessible(phone);
  await look(phone, '06-code-390');
  await phone.keyboard.type('000000');
  await phone.keyboard.press('Enter');
  await phone.getByText('This code is wrong, has expired or was used before.').waitFor();
  await look(phone, '07-wrong-390');
  await phone.getByRole('button', { name: 'Use a recovery code' }).focus();
  await phone.keyboard.press('Enter');
  await phone.getByRole('textbox', { name: 'Recovery code' }).waitFor();
  await expect
    .poll(() => phone.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('one-time-code');
  await expectAccessible(phone);
  await look(phone, '08-recovery-390');
  await phone.keyboard.type(codes[0] ?? '');
  await phone.keyboard.press('Enter');
  await openAccount(phone);
  await phone.getByText('9 of 10 recovery codes left.').waitFor();
  await expectAccessible(phone);
  await look(phone, '09-account-390');
  await phone.getByRole('button', { name: 'Remove Work laptop' }).focus();
  await phone.keyboard.press('Enter');
  await phone.getByText('You can no longer sign in with it.').waitFor();
  await phone.locator('button:focus', { hasText: 'Cancel' }).waitFor();
  await phone.keyboard.press('Tab');
  await phone.keyboard.press('Enter');
  await phone.getByText('Second factor removed').waitFor();
  await expect.poll(() => phone.getByText('Work laptop', { exact: true }).count()).toBe(0);

  // The lost passkey opens nothing any more.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${url}/admin/login?fromLogout=true`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This passkey is not known here.').waitFor();
  await look(page, '10-unknown');

  // The codes are lost too.
  const command = await runCommand({ DATA_DIR: server.dataDir }, 'user', ['remove-factors', admin.email]);
  expect(command, command.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/password alone/) });
  await enterPassword(page);
  await page.waitForURL('**/admin/dashboard');
});

test('a role that needs one leads to the account until it is set up', async () => {
  const strict = await startServer({ SECOND_FACTOR_ROLES: 'admin' });
  try {
    const page = await browser.visit(`${strict.url}/admin/login`, { viewport: { width: 390, height: 844 } });
    await enterPassword(page);
    await page.getByText('Set up a second factor to continue').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/account');
    await expectAccessible(page);
    await look(page, '11-enrolment-390');
    await page.goto(`${strict.url}/admin/users`);
    await page.waitForURL('**/admin/account');
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const key = await page.locator('code').first().innerText();
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(totpCodeOf(key));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await expect.poll(() => page.getByText('Set up a second factor to continue').count()).toBe(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('heading', { name: 'User Management' }).waitFor();
  } finally {
    await strict.end('SIGTERM');
    await removeData(strict);
  }
});

test('where the address has no host name, no passkey is offered', async () => {
  const page = await browser.visit(`${server.url}/admin/login`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.getByRole('button', { name: 'Use a passkey' }).count()).toBe(0);
});
