import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  callsOf,
  failAsBusy,
  failAsOffline,
  openScreen,
  readJournal,
  waitForAnswer,
} from '../../support/panel-screens.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../../support/real-browser.ts';
import { admin, type RunningServer, removeData, startServer } from '../../support/running-server.ts';
import { panelClient, type SsoProvider, startSsoProvider } from '../../support/sso-provider.ts';
import { addProviderUser } from '../../support/sso-site.ts';

let server: RunningServer;
let browser: RealBrowser;
let provider: SsoProvider;
let settings: Record<string, string>;
beforeAll(async () => {
  [provider, browser] = await Promise.all([startSsoProvider(), openRealBrowser()]);
  settings = {
    SSO_ISSUER: provider.issuer,
    SSO_CLIENT_ID: panelClient.id,
    SSO_CLIENT_SECRET: panelClient.secret,
  };
  server = await startServer(settings);
  provider.allowBack(`${server.url}/admin/sso/callback`);
}, 60_000);
const pages: Page[] = [];
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
  await provider.close();
});

const list = '/admin/jobs';
const words = {
  title: 'Loom Operator',
  description: 'Cards in.',
  type: 'Full-time',
  location: 'Lyon',
  department: 'Weaving',
  requirements: ['Patience'],
  responsibilities: ['Weave'],
};

async function open(path: string): Promise<Page> {
  const page = await openScreen(browser, server, path);
  pages.push(page);
  return page;
}

async function rest(method: string, path: string, body?: object, token?: string) {
  const answer = await fetch(server.url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      authorization: `Bearer ${token ?? (await adminToken())}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

let known: Promise<string> | undefined;
function adminToken(): Promise<string> {
  known ??= fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
    .then((answer) => answer.json())
    .then(({ token }) => token);
  return known;
}

const jobs = async (title: string) =>
  (await rest('GET', `/api/admin/jobs?search=${encodeURIComponent(title)}`)).jobs;
const createJob = async (more: object = {}) =>
  (await rest('POST', '/api/admin/jobs', { ...words, ...more })).job;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const values = { Title: 'title', Description: 'description', Department: 'department', Location: 'location' };

/** Fills the form of a new job in. */
async function fillNew(page: Page, title: string): Promise<void> {
  for (const [label, name] of Object.entries(values)) {
    await field(page, label).fill(label === 'Title' ? title : String(words[name as keyof typeof words]));
  }
  await field(page, 'Requirement 1').fill('Patience');
  await field(page, 'Responsibility 1').fill('Weave');
}

/** Resolves when the journal holds a text. */
async function journalHas(page: Page, text: string): Promise<void> {
  await expect.poll(() => readJournal(page)).toContain(text);
}

/** Ends the session of a page on the server, as an admin or the time does. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(
    () => localStorage.getItem('admin_token') ?? sessionStorage.getItem('admin_token'),
  );
  await rest('POST', '/api/admin/logout', {}, token!);
}

async function expectSaved(page: Page, title: string, more: object = {}): Promise<void> {
  await page.waitForURL((url) => url.pathname === list);
  expect(await jobs(title)).toMatchObject([{ title, ...more }]);
  await expect.poll(() => readJournal(page)).not.toContain(title);
}

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });
const leftBehind = (page: Page) => page.getByRole('region', { name: 'You have an unsaved draft' });

test('DU8 two people on one job: what one did not touch is merged, the rest is chosen', async () => {
  const { id } = await createJob({ title: 'Shared job' });
  const [first, second] = [await open(`${list}/${id}/edit`), await open(`${list}/${id}/edit`)];
  await field(second, 'Title').fill('Second title');
  await field(second, 'Department').fill('Second department');
  await field(first, 'Title').fill('First title');
  await field(first, 'Location').fill('First location');
  await press(first, 'Update Job');
  await first.waitForURL((url) => url.pathname === list);

  await press(second, 'Update Job');
  const notice = second.getByRole('alert').filter({ hasText: 'someone else has changed this' });
  await notice.getByText('Updated with their changes: Location.').waitFor();
  expect(await notice.locator('legend').allTextContents()).toEqual(['Title']);
  expect(await field(second, 'Location').inputValue()).toBe('First location');
  expect(await field(second, 'Department').inputValue()).toBe('Second department');
  await expectAccessible(second);
  await press(second, 'Update Job');
  await second.getByText('Choose a version.').waitFor();
  await expectAccessible(second);
  await second.getByRole('radio', { name: /^Their version/ }).check();
  expect(await field(second, 'Title').inputValue()).toBe('First title');
  await second.getByRole('radio', { name: /^Your version/ }).check();
  expect(await field(second, 'Title').inputValue()).toBe('Second title');
  await press(second, 'Update Job');
  await expectSaved(second, 'Second title', {
    location: 'First location',
    department: 'Second department',
    version: 3,
  });
});

test('DU10 a session that ends while somebody types is signed in again in place, and the same save goes on', async () => {
  const page = await open(`${list}/new`);
  await fillNew(page, 'Typed into an ended session');
  await endSession(page);
  await press(page, 'Create Job');
  const dialog = signInDialog(page);
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByText('The e-mail or password is incorrect.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(admin.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Job created').waitFor();
  await expectSaved(page, 'Typed into an ended session');
});

test('who came by single sign-on signs in again in a new tab, which hands the session back', async () => {
  provider.visitor = addProviderUser(provider, ['hr']).subject;
  const page = await browser.visit(`${server.url}/admin/login`);
  pages.push(page);
  await press(page, 'Single sign-on');
  await page.waitForURL('**/admin/dashboard');
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await page.goto(`${server.url}${list}/new`);
  await fillNew(page, 'By single sign-on');
  await endSession(page);
  await press(page, 'Create Job');
  const opened = page.context().waitForEvent('page');
  await signInDialog(page).getByRole('link', { name: 'Sign in another way, in a new tab' }).click();
  const tab = await opened;
  await press(tab, 'Single sign-on');
  await tab.waitForURL('**/admin/dashboard');
  await page.getByText('Job created').waitFor();
  await expectSaved(page, 'By single sign-on');
});

test('DU10 a crashed tab, a reload and a closed browser lose nothing', async () => {
  const page = await open(`${list}/new`);
  await fillNew(page, 'Typed before the crash');
  await journalHas(page, 'Typed before the crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => {});
  await page.waitForEvent('crash');

  const again = await page.context().newPage();
  await again.goto(`${server.url}${list}/new`);
  await leftBehind(again).getByText('Typed before the crash').waitFor();
  await expectAccessible(again);
  await press(again, 'Restore draft');
  expect(await field(again, 'Title').inputValue()).toBe('Typed before the crash');
  await field(again, 'Location').fill('Marseille');
  await journalHas(again, 'Marseille');
  again.on('dialog', (dialog) => dialog.accept());
  await again.reload();
  await leftBehind(again).getByText('Marseille').waitFor();
  await press(again, 'Restore draft');
  await press(again, 'Create Job');
  await expectSaved(again, 'Typed before the crash', { location: 'Marseille' });
  const copies = waitForAnswer(again, 'workingCopies.jobs.list');
  await again.goto(`${server.url}${list}/new`);
  expect((await (await copies).json()).result.data.copies).toEqual([]);
  await field(again, 'Title').waitFor();
  expect(await leftBehind(again).count()).toBe(0);
});

test('a chosen picture comes back too, and what is discarded is gone', async () => {
  const page = await open('/admin/team/new');
  page.on('dialog', (dialog) => dialog.accept());
  await field(page, 'Name').fill('Ada Byron');
  await field(page, 'Expertise').fill('Looms');
  await page.setInputFiles('input[type=file]', {
    name: 'ada.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await (await picture()).arrayBuffer()),
  });
  await page.getByText('ada.png').waitFor();
  await journalHas(page, 'Looms');
  await expect.poll(() => countFiles(page)).toBe(1);
  await page.reload();
  await leftBehind(page).getByText('New file: ada.png').waitFor();
  await press(page, 'Restore draft');
  await page.getByText('ada.png', { exact: true }).waitFor();
  expect(await field(page, 'Expertise').inputValue()).toBe('Looms');
  await field(page, 'Role').selectOption('Senior Developer');
  await field(page, 'Description').fill('Counts.');
  await press(page, 'Save');
  await page.getByText('Team member added').waitFor();
  const { team } = await rest('GET', '/api/admin/team');
  expect(team).toMatchObject([{ name: 'Ada Byron', expertise: ['Looms'], image: expect.any(String) }]);
  await expect.poll(() => countFiles(page)).toBe(0);

  await page.goto(`${server.url}/admin/team/new`);
  await field(page, 'Name').fill('Not wanted');
  await journalHas(page, 'Not wanted');
  await page.reload();
  await press(page, 'Discard draft');
  await expect.poll(() => readJournal(page)).not.toContain('Not wanted');
});

const countFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('atrium-journal');
        request.onsuccess = () => {
          const count = request.result.transaction('files').objectStore('files').count();
          count.onsuccess = () => {
            request.result.close();
            resolve(count.result);
          };
        };
      }),
  );

test('words that were left behind meet what has been saved since', async () => {
  const { id, version } = await createJob({ title: 'Moves on' });
  const page = await open(`${list}/${id}/edit`);
  page.on('dialog', (dialog) => dialog.accept());
  await field(page, 'Title').fill('Left behind');
  await journalHas(page, 'Left behind');
  await page.goto('about:blank');
  await rest('PUT', `/api/admin/jobs/${id}`, { ...words, id, version, title: 'Moved on', location: 'Paris' });
  await page.goto(`${server.url}${list}/${id}/edit`);
  await press(page, 'Restore draft');
  await page.getByText('Updated with their changes: Location.').waitFor();
  await page.getByRole('radio', { name: /^Your version/ }).check();
  await press(page, 'Update Job');
  await expectSaved(page, 'Left behind', { location: 'Paris' });
});

test('DU10 leaving asks first: a link, Cancel, Back, closing the tab', async () => {
  const page = await open(list);
  await press(page, 'Create New Job');
  await field(page, 'Title').fill('Half a job');
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  const ways = [
    () => page.getByRole('link', { name: 'Inbox' }).click(),
    () => press(page, 'Cancel'),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    await leave();
    await question.waitFor();
    if (leave === ways[0]) await expectAccessible(page);
    await press(page, 'Keep editing');
    await question.waitFor({ state: 'detached' });
    expect(await field(page, 'Title').inputValue()).toBe('Half a job');
  }
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await page.goBack();
  await press(page, 'Discard changes');
  await page.getByRole('button', { name: 'Create New Job' }).waitFor();
  await expect.poll(() => readJournal(page)).not.toContain('Half a job');
  // Nothing typed, nothing asked.
  await press(page, 'Create New Job');
  await press(page, 'Cancel');
  await page.getByRole('button', { name: 'Create New Job' }).waitFor();
});

test('DU9 ten clicks at once make one row', async () => {
  const page = await open(`${list}/new`);
  await fillNew(page, 'Clicked ten times');
  await page.evaluate(() => {
    const save = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Create Job',
    )!;
    for (let clicks = 0; clicks < 10; clicks += 1) save.click();
  });
  await expectSaved(page, 'Clicked ten times');
});

test('DU9 a retry after a lost answer carries the key of the first try', async () => {
  const page = await open(`${list}/new`);
  await fillNew(page, 'Its answer was lost');
  const keys = keysSent(page.context());
  await page.route(callsOf('jobs.create'), async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, 'Create Job');
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor();
  await page.unroute(callsOf('jobs.create'));
  await press(page, 'Retry');
  await page.waitForURL((url) => url.pathname === list);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(await jobs('Its answer was lost')).toHaveLength(1);
});

function keysSent(context: BrowserContext): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  context.on('request', (request: Request) => {
    if (callsOf('jobs.create').test(request.url())) keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}

test('DU10 a network cut and a busy server are told until the save goes through', async () => {
  const page = await open(`${list}/new`);
  await fillNew(page, 'Through a cut');
  await page.context().setOffline(true);
  await page.getByText('You can keep editing.').waitFor();
  await press(page, 'Create Job');
  await page.getByRole('alert').getByText('You’re offline. Try again when you’re back online.').waitFor();
  expect(await page.getByText('Job created').count()).toBe(0);
  await expectAccessible(page);
  await page.context().setOffline(false);
  const reconnect = await failAsOffline(page, 'jobs.create');
  await press(page, 'Retry');
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor();
  await reconnect();
  const calmDown = await failAsBusy(page, 'jobs.create');
  await press(page, 'Retry');
  await page.getByRole('alert').getByText('req-7').waitFor();
  await calmDown();
  await press(page, 'Retry');
  await expectSaved(page, 'Through a cut');
});

test('what is typed after a save that fails arrives in the text, whatever fails', async () => {
  const page = await open('/admin/blog-posts/new');
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.click();
  await page.keyboard.type('Begun');
  const saveAndTypeOn = async (message: RegExp, word: string) => {
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.keyboard.type(` ${word}`);
    expect(await content.innerText()).toMatch(new RegExp(`${word}$`));
    const box = (await page.getByRole('alert').filter({ hasText: message }).boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(page.viewportSize()!.height);
  };
  await saveAndTypeOn(/Please correct|required/i, 'refused');
  const reconnect = await failAsOffline(page, 'blog.saveDraft');
  await saveAndTypeOn(/Can’t reach the server/, 'unreachable');
  await reconnect();
  const calmDown = await failAsBusy(page, 'blog.saveDraft');
  await saveAndTypeOn(/req-7/, 'busy');
  await calmDown();
  await page.context().setOffline(true);
  await saveAndTypeOn(/You’re offline/, 'offline');
  await page.context().setOffline(false);
  await page.getByText('You’re offline').waitFor({ state: 'detached' });
  await page.keyboard.type(' back');
  expect((await content.innerText()).trim()).toBe('Begun refused unreachable busy offline back');
});

test('a server that is killed and started again between typing and saving costs nothing', async () => {
  const page = await open(`${list}/new`);
  await fillNew(page, 'Over a restart');
  await server.end('SIGKILL');
  await press(page, 'Create Job');
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor();
  server = await startServer({ ...settings, PORT: new URL(server.url).port }, server.dataDir);
  await press(page, 'Retry');
  await expectSaved(page, 'Over a restart');
});
