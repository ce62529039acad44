import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';
import { waitForAnswer, callsOf, openScreen } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const site = useBrowserSite();
/** The panel stores what was typed after a pause of this length. */
const pauseMs = 4000;
const json = { 'content-type': 'application/json' };

async function call(path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const headers = { ...json, ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(site.server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return (await answer.json()) as Record<string, unknown>;
}

const signInAs = async (email: string, password: string) =>
  call('/api/admin/login', { email, password, remember: true }) as Promise<{ token: string; user: object }>;

let jobs = 0;
async function createJob(): Promise<number> {
  jobs += 1;
  const { token } = await signInAs(admin.email, admin.password);
  const job = {
    title: `Keeper ${jobs}`,
    description: 'Looks after the mast.',
    type: 'Full-time',
    location: 'Oslo',
    department: 'Masts',
    requirements: ['Patience'],
    responsibilities: ['Look up'],
    is_active: true,
  };
  return Number((await call('/api/admin/jobs', job, token)).id);
}

/** A colleague's browser with the form of a job. */
async function openAs(name: string, path: string): Promise<Page> {
  const { token } = await signInAs(admin.email, admin.password);
  const person = {
    name,
    email: `${name.toLowerCase()}@example.com`,
    role: 'hr',
    password: 'Walk-by-the-river-9',
  };
  await call('/api/admin/users', { ...person, password_confirmation: person.password }, token);
  const session = await signInAs(person.email, person.password);
  const localStorage = [
    { name: 'admin_token', value: session.token },
    { name: 'admin_user', value: JSON.stringify(session.user) },
  ];
  const origins = [{ origin: site.server.url, localStorage }];
  const page = await site.browser.visit(site.server.url + path, { storageState: { cookies: [], origins } });
  await page.clock.install();
  return page;
}

async function openDevice(path: string): Promise<Page> {
  const page = await openScreen(site.browser, site.server, path);
  await page.clock.install();
  return page;
}
const saved = (page: Page) => waitForAnswer(page, 'workingCopies.jobs.save');
const title = (page: Page) => page.getByLabel('Title', { exact: true });

/** Does something that changes a form, and lets the pause pass after which the panel stores a copy. */
async function storeAfter(page: Page, change: () => Promise<unknown>): Promise<void> {
  let answer: Response | undefined;
  page.on('response', (received) => {
    if (callsOf('workingCopies.jobs.save').test(received.url())) answer ??= received;
  });
  await change();
  await expect
    .poll(async () => {
      await page.clock.fastForward(pauseMs);
      return answer?.ok();
    })
    .toBe(true);
}

test('a device that is closed is continued on another one, whose save ends the copy', async () => {
  const path = `/admin/jobs/${await createJob()}/edit`;
  const one = await openDevice(path);
  await storeAfter(one, () => title(one).fill('Typed on the first device'));
  await one.context().close();

  const other = await openDevice(path);
  await other.getByText('stored on the server').waitFor();
  expect(await title(other).inputValue()).toMatch(/^Keeper/);
  await expectAccessible(other);
  await storeAfter(other, () => other.getByRole('button', { name: 'Restore draft' }).click());
  await expect.poll(() => title(other).inputValue()).toBe('Typed on the first device');
  await title(other).fill('Finished on the second device');
  const removed = waitForAnswer(other, 'workingCopies.jobs.remove');
  await other.getByRole('button', { name: /^(Save|Update)/ }).click();
  await removed;
  await other.waitForURL(/\/admin\/jobs(\?|$)/);
  await other.context().close();

  const third = await openDevice('/admin/dashboard');
  const copies = waitForAnswer(third, 'workingCopies.jobs.list');
  await third.goto(site.server.url + path);
  expect((await (await copies).json()).result.data.copies).toEqual([]);
  expect(await title(third).inputValue()).toBe('Finished on the second device');
  expect(await third.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
  await third.context().close();
});

test('what was typed offline is stored once the connection is back, and words of two devices are merged', async () => {
  const path = `/admin/jobs/${await createJob()}/edit`;
  const one = await openDevice(path);
  await title(one).waitFor();
  await one.context().setOffline(true);
  await one.getByText('You are offline').waitFor();
  await title(one).fill('Typed without a connection');
  const stored = saved(one);
  await one.context().setOffline(false);
  expect((await stored).ok()).toBe(true);
  await one.context().close();

  const other = await openDevice(path);
  await other.getByText('stored on the server').waitFor();
  await other.getByLabel('Location', { exact: true }).fill('Bergen');
  await other.getByRole('button', { name: 'Restore draft' }).click();
  await expect.poll(() => title(other).inputValue()).toBe('Typed without a connection');
  expect(await other.getByLabel('Location', { exact: true }).inputValue()).toBe('Bergen');
  await other.context().close();
});

test.skipIf(isShortForm)('a draft that is discarded is offered nowhere any more', async () => {
  const path = `/admin/jobs/${await createJob()}/edit`;
  const one = await openDevice(path);
  await storeAfter(one, () => title(one).fill('Soon forgotten'));
  const other = await openDevice(path);
  const removed = waitForAnswer(other, 'workingCopies.jobs.remove');
  await other.getByRole('button', { name: 'Discard draft' }).click();
  await removed;
  const listed = waitForAnswer(other, 'workingCopies.jobs.list');
  await other.reload();
  expect((await (await listed).json()).result.data.copies).toEqual([]);
  await Promise.all([one.context().close(), other.context().close()]);
});

test('two people see each other in a form, and one who closes the tab is gone', async () => {
  const path = `/admin/jobs/${await createJob()}/edit`;
  const mine = await openDevice(path);
  await title(mine).waitFor();
  const ada = await openAs('Ada', path);
  await mine.getByText('Ada is here').waitFor();
  await ada.getByText(/is here$/).waitFor();
  await expectAccessible(mine);
  await storeAfter(ada, () => title(ada).fill('Words of Ada'));
  await mine.getByText(/^Ada has unsaved words here since \d\d:\d\d$/).waitFor();
  expect(await mine.content()).not.toContain('Words of Ada');
  await ada.close();
  await expect.poll(() => mine.getByText('Ada is here').count()).toBe(0);
  // The words that Ada left are still hers to continue.
  await mine.getByText(/^Ada has unsaved words here since/).waitFor();
  await mine.context().close();

  const eve = await openAs('Eve', `/admin/jobs/${await createJob()}/edit`);
  await title(eve).waitFor();
  expect(await eve.getByLabel('Others in this form').count()).toBe(0);
  const again = await openDevice(new URL(eve.url()).pathname);
  await again.getByText('Eve is here').waitFor();
  await eve.close();
  await expect.poll(() => again.getByText('Eve is here').count()).toBe(0);
  await again.context().close();
});
