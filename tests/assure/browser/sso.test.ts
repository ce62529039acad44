import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseByForm, isShortForm } from '../../support/test-form.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../../support/real-browser.ts';
import { admin, type RunningServer, removeData, startServer } from '../../support/running-server.ts';
import { panelClient, type SsoProvider, startSsoProvider } from '../../support/sso-provider.ts';
import { addProviderUser, ssoTexts } from '../../support/sso-site.ts';

/** One panel with a button of its own, one with the provider's. */
let ours: RunningServer;
let theirs: RunningServer;
let browser: RealBrowser;
let provider: SsoProvider;
beforeAll(async () => {
  [provider, browser] = await Promise.all([startSsoProvider(), openRealBrowser()]);
  provider.pages.set('/button.js', { type: 'text/javascript', body: buttonScript });
  const settings = {
    SSO_ISSUER: provider.issuer,
    SSO_CLIENT_ID: panelClient.id,
    SSO_CLIENT_SECRET: panelClient.secret,
  };
  [ours, theirs] = await Promise.all([
    startServer(settings),
    startServer({ ...settings, SSO_SCRIPT_URL: `${provider.issuer}/button.js` }),
  ]);
  for (const { url } of [ours, theirs]) provider.allowBack(`${url}/admin/sso/callback`);
}, 60_000);
afterAll(async () => {
  await browser.close();
  for (const server of [ours, theirs]) {
    await server.end('SIGTERM');
    await removeData(server);
  }
  await provider.close();
});

/** A provider's button that answers through a popup of its own, as docs/product.md, §6.10 says. */
const buttonScript = `window.SSO = {
  render(element, options) {
    window.ssoOptions = JSON.parse(JSON.stringify(options));
    const add = (text, act) => {
      const button = document.createElement('button');
      button.textContent = text;
      button.onclick = act;
      element.append(button);
    };
    const origin = new URL(document.currentScript?.src ?? document.querySelector('script[src*="button.js"]').src).origin;
    add('Sign in with Example', () => {
      addEventListener('message', (event) => event.origin === origin && options.onSuccess(event.data), { once: true });
      open(origin + '/popup', 'popup', 'width=300,height=300');
    });
    add('Fail', () => options.onError(new Error('<b>no</b>')));
    add('Answer nonsense', () => options.onSuccess({ roles: ['admin'] }));
  },
};`;

function popupSays(reply: object): void {
  const body = `<script>opener.postMessage(${JSON.stringify(reply)}, '*'); close();</script>`;
  provider.pages.set('/popup', { type: 'text/html', body });
}

const banner = (page: Page) => page.getByRole('alert').textContent();
const knownUser = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('admin_user') ?? 'null'));

test('our own button leads to the provider and back, signed in', async () => {
  const { subject, email } = addProviderUser(provider, ['hr']);
  provider.visitor = subject;
  const page = await browser.visit(`${ours.url}/admin/login`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Single sign-on' }).click();
  await page.waitForURL('**/admin/dashboard');
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  expect(await knownUser(page)).toMatchObject({ email, role: 'hr' });
});

test.each(chooseByForm([1440, 390], [1440]))(
  'an admin at %i px confirms an address of which the provider says nothing',
  async (width) => {
    const { subject, name } = addProviderUser(provider, ['hr'], { email_verified: undefined });
    provider.visitor = subject;
    const theirPage = await browser.visit(`${ours.url}/admin/login`);
    await theirPage.getByRole('button', { name: 'Single sign-on' }).click();
    await theirPage.waitForURL('**/admin/dashboard');
    const { id } = await knownUser(theirPage);
    const path = `/admin/users/${id}/edit`;
    const page = await openScreen(browser, ours, path, { viewport: { width, height: 844 } });
    const part = page.getByRole('region', { name: 'Single sign-on' });
    await part.getByText(`${name}, `).waitFor();
    await expectAccessible(page);
    if (process.env.LOOK_AT)
      await page.screenshot({ path: `${process.env.LOOK_AT}/address-${width}.png`, fullPage: true });
    await part.getByRole('button', { name: 'Confirm address' }).press('Enter');
    await page.getByText('Email address confirmed').waitFor();
    await expect.poll(() => part.getByRole('button', { name: 'Confirm address' }).count()).toBe(0);
    await page.reload();
    await part.getByText(`${name}, `).waitFor();
    expect(await part.getByText('It gets no mail until you confirm it.').count()).toBe(0);
  },
);

/** As the sessions are eleven minutes after their sign-in. */
function letTimePass({ dataDir }: RunningServer): void {
  const database = new BetterSqlite3(join(dataDir, 'atrium.sqlite'));
  database.prepare('update sessions set proved_at = ?').run(Date.now() - 11 * 60_000);
  database.close();
}

test.each(chooseByForm([1440, 390], [390]))(
  'a sensitive act at %i px asks the provider in another window, and loses nothing',
  async (width) => {
    provider.visitor = addProviderUser(provider, ['admin']).subject;
    const viewport = { width, height: 844 };
    const page = await browser.visit(`${ours.url}/admin/login`, { viewport });
    await page.getByRole('button', { name: 'Single sign-on' }).click();
    await page.waitForURL('**/admin/dashboard');
    await page.goto(`${ours.url}/admin/users/new`);
    const name = `Ada ${width}`;
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Email').fill(`ada${width}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('frequency hopping');
    letTimePass(ours);
    await page.keyboard.press('Enter');
    const again = page.getByRole('button', { name: 'Sign in again' });
    await again.waitFor();
    await expect.poll(() => again.evaluate((button) => button === document.activeElement)).toBe(true);
    await expectAccessible(page);
    if (process.env.LOOK_AT) await page.screenshot({ path: `${process.env.LOOK_AT}/confirm-${width}.png` });
    const opened = page.waitForEvent('popup');
    await page.keyboard.press('Enter');
    const other = await opened;
    await page.getByText('User added').waitFor();
    await page.getByRole('link', { name, exact: true }).first().waitFor();
    await expect.poll(() => other.isClosed()).toBe(true);
  },
);

test('who may not come in is told so on the callback, and what stands in the address leaves it', async () => {
  provider.visitor = addProviderUser(provider, ['user']).subject;
  const page = await browser.visit(`${ours.url}/admin/login`);
  await page.getByRole('button', { name: 'Single sign-on' }).click();
  await page.waitForURL('**/admin/sso/callback');
  expect(await banner(page)).toBe(ssoTexts.unauthorized);
  await expectAccessible(page);
  expect(page.url()).toBe(`${ours.url}/admin/sso/callback`);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
});

test('SO9 hostile text of the provider stays text, and the page stays on the site', async () => {
  const query = new URLSearchParams({
    error: 'access_denied',
    error_description: '<img src=x onerror="window.hacked=1">',
    redirect: '//evil.example.com',
  });
  const page = await browser.visit(`${ours.url}/admin/login`);
  const { address } = await page.evaluate(async () => {
    const answer = await fetch('/trpc/sso.begin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    return (await answer.json()).result.data;
  });
  query.set('state', new URL(address).searchParams.get('state')!);
  query.set('iss', provider.issuer);
  for (const hostile of [
    query,
    new URLSearchParams({ redirect: 'javascript:window.hacked=1', code: '<script>' }),
  ]) {
    await page.goto(`${ours.url}/admin/sso/callback?${hostile}`);
    const text = await banner(page);
    expect([ssoTexts.failed, ssoTexts.refused].some((words) => text?.startsWith(words))).toBe(true);
    if (hostile === query) expect(text).toContain('access_denied: <img src=x');
    expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
    expect(page.url()).toBe(`${ours.url}/admin/sso/callback`);
  }
});

test('SO8 while the provider is away our own button leads nowhere else: the page says so, and passwords work', async () => {
  const page = await browser.visit(`${ours.url}/admin/login`);
  const begin = () => fetch(`${ours.url}/trpc/sso.begin`, { method: 'POST', body: '{}', headers });
  const headers = { 'content-type': 'application/json' };
  expect((await begin()).status).toBe(200);
  provider.mood = 'broken';
  await expect.poll(async () => (await begin()).status).toBe(503);
  await page.getByRole('button', { name: 'Single sign-on' }).click();
  await page.getByText(ssoTexts.failed).waitFor();
  await expectAccessible(page);
  expect(page.url()).toBe(`${ours.url}/admin/login`);
  provider.mood = 'fine';
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
});

test.skipIf(isShortForm)(
  "the provider's own button signs in by its token alone, and its failures have their words",
  async () => {
    const page = await browser.visit(`${theirs.url}/admin/login`);
    await page.getByRole('button', { name: 'Sign in with Example' }).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'ssoOptions'))).toEqual({
      client_id: panelClient.id,
      redirect_uri: `${theirs.url}/admin/sso/callback`,
      theme: 'light',
      size: 'normal',
    });
    await page.getByRole('button', { name: 'Fail' }).click();
    expect(await banner(page)).toBe(ssoTexts.failed);
    await page.getByRole('button', { name: 'Answer nonsense' }).click();
    expect(await banner(page)).toBe(ssoTexts.failed);

    popupSays({ access_token: 'made-up', email: 'a@example.com', name: 'A', roles: ['admin'] });
    await page.getByRole('button', { name: 'Sign in with Example' }).click();
    await page.getByText(ssoTexts.refused).waitFor();
    const nobody = addProviderUser(provider, []);
    popupSays({ access_token: await provider.tokenOf(nobody.subject), roles: ['admin'] });
    await page.getByRole('button', { name: 'Sign in with Example' }).click();
    await page.getByText(ssoTexts.unauthorized).waitFor();

    const { subject, email, name } = addProviderUser(provider, ['HR']);
    const access_token = await provider.tokenOf(subject);
    popupSays({ access_token, email: 'boss@example.com', name: 'Boss', roles: ['admin'] });
    await page.getByRole('button', { name: 'Sign in with Example' }).click();
    await page.waitForURL('**/admin/dashboard');
    expect(await knownUser(page)).toMatchObject({ email, name, role: 'hr' });
  },
);

test.skipIf(isShortForm)(
  'HD4 a script that does not come is said to have failed, and passwords work',
  async () => {
    provider.pages.set('/button.js', { type: 'text/javascript', body: 'window.Other = {};' });
    const page = await browser.visit(`${theirs.url}/admin/login`);
    await page.getByText(ssoTexts.failed).waitFor();
    await page.getByLabel('Email').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The e-mail or password is incorrect.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
  },
);
