import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { capitalised } from '../../../client/admin/core/labels.ts';
import { chooseByForm, isShortForm } from '../../support/test-form.ts';
import { findFreePort } from '../../support/free-port.ts';
import {
  waitForAnswer,
  cardOf,
  failAsOffline,
  failAsBusy,
  linesOf,
  openScreen,
  removeListedRows,
  tabTo,
} from '../../support/panel-screens.ts';
import { expectAccessible, openRealBrowser, type RealBrowser, signIn } from '../../support/real-browser.ts';
import { signInToApis, type RunningServer, removeData } from '../../support/running-server.ts';
import { startStarterServer } from '../../support/starter-server.ts';

let server: RunningServer;
let browser: RealBrowser;
/** The same server by a name that no browser takes for its own machine: without https it offers less there. */
let plainUrl: string;
beforeAll(async () => {
  const port = await findFreePort();
  plainUrl = `http://panel.test:${port}`;
  [server, browser] = await Promise.all([
    startStarterServer({ PORT: String(port), PUBLIC_URL: plainUrl }),
    openRealBrowser(['--host-resolver-rules=MAP panel.test 127.0.0.1']),
  ]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

const modules = [
  {
    path: '/admin/blog-posts',
    noun: 'post',
    nouns: 'posts',
    answer: 'Delete Post',
    title: 'Blog Trash',
  },
  {
    path: '/admin/team',
    noun: 'team member',
    nouns: 'team members',
    answer: 'Delete Member',
    title: 'Team Trash',
  },
  { path: '/admin/jobs', noun: 'job', nouns: 'jobs', answer: 'Delete Job', title: 'Job Trash' },
  {
    path: '/admin/portfolio',
    noun: 'project',
    nouns: 'projects',
    answer: 'Delete Project',
    title: 'Portfolio Trash',
  },
];

/** The kit makes undo and trash for all modules. */
const shown = chooseByForm(modules, modules.slice(0, 1));

// Each test begins with an empty trash.
afterEach(async () => {
  const { trpc } = await signInToApis(server);
  const { blog, team, jobs, portfolio } = trpc.trash;
  for (const trash of [blog, team, jobs, portfolio]) {
    const { items } = await trash.list.query({ per_page: 100 });
    if (items.length > 0) await trash.restoreMany.mutate({ ids: items.map(({ id }) => id) });
  }
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const firstTitle = async (page: Page) => page.getByRole('listitem').getByRole('heading').first().innerText();
/** Deletes the first row of a list; gives its title. */
async function deleteFirst(page: Page, answer: string): Promise<string> {
  const title = await firstTitle(page);
  await press(page, `Delete ${title}`);
  await press(page, answer);
  await cardOf(page, title).waitFor({ state: 'detached' });
  return title;
}

test.each(shown)('a deleted $noun comes back by Undo, its picture too', async (module) => {
  const { path, noun, answer } = module;
  const page = await openScreen(browser, server, path);
  const card = cardOf(page, await firstTitle(page));
  await card.getByText('Sample', { exact: true }).waitFor();
  const before = await linesOf(card);
  const picture = card.locator('img');
  const address = (await picture.count()) > 0 ? await picture.first().getAttribute('src') : undefined;
  const title = await deleteFirst(page, answer);
  const notice = page.getByRole('status').filter({ hasText: `${capitalised(noun)} deleted` });
  await notice.getByText(title, { exact: true }).waitFor();
  await expectAccessible(page);
  const statusOf = async () => (await page.request.get(server.url + address)).status();
  if (address) expect(await statusOf()).toBe(404);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`${capitalised(noun)} restored`).waitFor();
  await cardOf(page, title).waitFor();
  await expect.poll(() => linesOf(cardOf(page, title))).toEqual(before);
  if (address) expect(await statusOf()).toBe(200);
  await notice.waitFor({ state: 'detached' });
});

test.each(shown)('the trash of the $nouns restores and deletes for good', async (module) => {
  const { path, noun, nouns, answer, title } = module;
  const page = await openScreen(browser, server, path);
  const [one, other] = [await deleteFirst(page, answer), await deleteFirst(page, answer)];
  await page.getByRole('link', { name: 'Trash', exact: true }).click();
  await page.waitForURL(`**${path}/trash`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect((await linesOf(rowOf(page, one))).join(' ')).toMatch(/Just now\s+Administrator\s+30 days/);
  await expectAccessible(page);

  await press(page, `Restore ${one}`);
  await rowOf(page, one).waitFor({ state: 'detached' });
  await page.getByText(`${capitalised(noun)} restored`).waitFor();
  await press(page, `Delete permanently: ${other}`);
  const dialog = page.getByRole('dialog', { name: 'Delete permanently' });
  expect(await linesOf(dialog)).toEqual([
    'Delete permanently',
    `Permanently delete "${other}"? It can’t be restored afterwards.`,
    'Cancel',
    'Delete permanently',
  ]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
  await page.getByText(`${capitalised(noun)} permanently deleted`).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: `Back to ${nouns}` }).click();
  await cardOf(page, one).waitFor();
  expect(await cardOf(page, other).count()).toBe(0);
});

test('what is deleted comes back on plain http too, once for a double click', async () => {
  const page = await browser.visit(`${plainUrl}/admin/login`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await signIn(page, { ...server, url: plainUrl });
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  const title = await deleteFirst(page, 'Delete Job');
  const restored: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('trash.jobs.restore')) restored.push(request.url());
  });
  await page.getByRole('button', { name: 'Undo' }).dblclick();
  await page.getByText('Job restored').waitFor();
  await cardOf(page, title).waitFor();
  expect(restored).toHaveLength(1);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test.skipIf(isShortForm)('the keyboard alone undoes, and from another screen too', async () => {
  const page = await openScreen(browser, server, '/admin/jobs');
  const title = await deleteFirst(page, 'Delete Job');
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Team Management' }).waitFor();
  await tabTo(page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await page.getByText('Job restored').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await cardOf(page, title).waitFor();
});

test.skipIf(isShortForm)('what fails is said, and what somebody else has done already', async () => {
  const page = await openScreen(browser, server, '/admin/jobs');
  const title = await deleteFirst(page, 'Delete Job');
  const reconnect = await failAsOffline(page, 'trash.jobs.restore');
  await press(page, 'Undo');
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t restore the job' });
  await alert.getByText('Can’t reach the server.').waitFor();
  await reconnect();

  await page.goto(`${server.url}/admin/jobs/trash`);
  await rowOf(page, title).waitFor();
  const colleague = await openScreen(browser, server, '/admin/jobs/trash');
  await press(colleague, `Restore ${title}`);
  await colleague.getByText('Job restored').waitFor();
  await press(page, `Restore ${title}`);
  await alert.getByText('This has been restored already.').waitFor();
  await rowOf(page, title).waitFor({ state: 'detached' });

  const calmDown = await failAsBusy(page, 'trash.jobs.list');
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t load the trash' });
  await failure.getByText('req-7').waitFor();
  await expectAccessible(page);
  await calmDown();
  const again = waitForAnswer(page, 'trash.jobs.list');
  await press(page, 'Try again');
  await again;
  await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
});

test.skipIf(isShortForm)('a full trash has pages, and fits a phone', async () => {
  await removeListedRows(server, '/api/admin/jobs', 'jobs');
  const page = await openScreen(browser, server, '/admin/jobs/trash', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: '2' }).click();
  await page.waitForURL('**/trash?page=2');
  await page.getByRole('row').nth(1).waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
