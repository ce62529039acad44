import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isShortForm } from '../../support/test-form.ts';
import { callsOf } from '../../support/panel-screens.ts';
import { expectAccessible, openRealBrowser, type RealBrowser, signIn } from '../../support/real-browser.ts';
import { admin, type RunningServer, removeData, startServer } from '../../support/running-server.ts';

let server: RunningServer;
let browser: RealBrowser;
beforeAll(async () => {
  // Behind a proxy, each visitor comes from an address of their own, and has five posts.
  [server, browser] = await Promise.all([startServer({ TRUST_PROXY: '127.0.0.1' }), openRealBrowser()]);
});
afterAll(async () => {
  await browser.close();
  expect(await server.end('SIGTERM')).toBe(0);
  await removeData(server);
});

afterEach(() => readAll());

let visitors = 0;
/** A visitor writes; gives the subject. */
async function write(fields: Record<string, string> = {}): Promise<string> {
  visitors += 1;
  const subject = `Question ${visitors}`;
  const answer = await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${visitors}` },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', subject, message: 'How?', ...fields }),
  });
  expect(answer.status).toBe(201);
  return subject;
}

async function api(path: string, body: object | undefined, token?: string, method = 'POST') {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

/** Reads everything, as another person would. */
async function readAll(): Promise<void> {
  const { token } = await api('/api/admin/login', admin);
  const { messages } = await api('/api/admin/messages/unread', undefined, token, 'GET');
  for (const { id } of messages) await api(`/api/admin/messages/${id}/read`, undefined, token, 'PATCH');
  await api('/api/admin/logout', undefined, token);
}

const inboxLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Panel' }).getByRole('link', { name: 'Inbox' });
const unreadIs = (page: Page, words: string) =>
  inboxLink(page).getByText(words).waitFor({ state: 'attached' });
const noneUnread = (page: Page) => inboxLink(page).getByText('unread').waitFor({ state: 'detached' });

/** Signs in and waits until it is known how the inbox stands. */
async function signInAndWait(page: Page): Promise<void> {
  const known = page.waitForResponse(callsOf('inbox.state'));
  await signIn(page, server);
  await (await known).finished();
}

/** Counts the streams that a page opens. */
function countStreams(page: Page): () => number {
  let streams = 0;
  page.on('request', (request) => {
    if (callsOf('panel.live').test(request.url())) streams += 1;
  });
  return () => streams;
}

test('a message shows in the navigation, on the dashboard and in the inbox without a reload', async () => {
  const page = await browser.visit(server.url);
  await signInAndWait(page);
  const subject = await write();
  await unreadIs(page, '1 unread');
  await page.getByRole('region', { name: 'Unread Messages' }).getByText(subject).waitFor();
  await page.getByRole('status').getByText('New message. 1 unread.').waitFor({ state: 'attached' });
  await expectAccessible(page);

  await inboxLink(page).click();
  await page.getByRole('button', { name: subject }).waitFor();
  const second = await write();
  await page.getByRole('button', { name: second }).waitFor();
  await unreadIs(page, '2 unread');
  await readAll();
  await noneUnread(page);
  await page.getByRole('button', { name: `Unread: ` }).first().waitFor({ state: 'detached' });
  await page.context().close();
});

test('spam raises no count', async () => {
  const page = await browser.visit(server.url);
  await signInAndWait(page);
  await write({ website: 'http://spam.example' });
  await write();
  await unreadIs(page, '1 unread');
  await page.context().close();
});

test.skipIf(isShortForm)(
  'an older answer that comes late does not overwrite what the stream has told',
  async () => {
    const page = await browser.visit(server.url);
    const released = Promise.withResolvers<void>();
    await page.route(callsOf('inbox.state'), async (route) => {
      const response = await route.fetch();
      await released.promise;
      await route.fulfill({ response });
    });
    const asked = page.waitForRequest(callsOf('inbox.state'));
    const streaming = page.waitForResponse(callsOf('panel.live'));
    await signIn(page, server);
    await Promise.all([asked, streaming]);
    const subject = await write();
    await unreadIs(page, '1 unread');
    const late = page.waitForResponse(callsOf('inbox.state'));
    released.resolve();
    await (await late).finished();
    await page.getByRole('region', { name: 'Unread Messages' }).getByText(subject).waitFor();
    expect(await inboxLink(page).getByText('1 unread').count()).toBe(1);
    await page.context().close();
  },
);

test('two tabs share one stream, and when the tab that holds it goes, the other goes on', async () => {
  const first = await browser.visit(server.url);
  const ofFirst = countStreams(first);
  await signInAndWait(first);
  await expect.poll(ofFirst).toBe(1);
  const second = await first.context().newPage();
  const ofSecond = countStreams(second);
  await second.goto(`${server.url}/admin/dashboard`);
  await inboxLink(second).waitFor();

  await write();
  await Promise.all([unreadIs(first, '1 unread'), unreadIs(second, '1 unread')]);
  expect([ofFirst(), ofSecond()]).toEqual([1, 0]);

  await first.close();
  await expect.poll(ofSecond).toBe(1);
  await write();
  await unreadIs(second, '2 unread');
  await readAll();
  await noneUnread(second);
  await second.context().close();
});

test.skipIf(isShortForm)('where the stream cannot be opened, the panel asks every 30 seconds', async () => {
  const page = await browser.visit(server.url);
  await page.route(callsOf('panel.live'), (route) => route.fulfill({ status: 502, body: 'no streams here' }));
  const ofPage = countStreams(page);
  await page.clock.install();
  await signInAndWait(page);
  await expect.poll(ofPage).toBeGreaterThan(0);
  const subject = await write();
  await page.clock.fastForward(31_000);
  await unreadIs(page, '1 unread');
  await page.getByRole('region', { name: 'Unread Messages' }).getByText(subject).waitFor();

  // It tries again meanwhile, and goes over to the stream when that stands.
  await page.unroute(callsOf('panel.live'));
  await page.clock.fastForward(61_000);
  await page.clock.resume();
  await write();
  await unreadIs(page, '2 unread');
  await page.context().close();
});
