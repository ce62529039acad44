import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { admin } from '../../support/running-server.ts';

// The server has a mail server, so that staff answer in the panel.
const { server, browser } = useBrowserSite({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'office@example.org',
});

function enterMessages(): void {
  const database = new BetterSqlite3(join(server.dataDir, 'atrium.sqlite'), { timeout: 10_000 });
  const enter = database.prepare(`insert into messages
    (created_at, kind, subject, message, name, email, email_key, details, is_read, search_text)
    values (?, 'contact', ?, 'How much is it?', 'Rex', 'rex@example.com', 'rex@example.com', '{}', 0, ?)`);
  for (let number = 0; number < 8; number += 1)
    enter.run(Date.now() - number * 60_000, `Letter ${number}`, `letter ${number}`);
  database.close();
}

const job = {
  title: 'Mason',
  type: 'Full-time',
  location: 'Ghent',
  department: 'Building',
  description: 'Builds.',
  requirements: ['Patience'],
  responsibilities: ['Build'],
  is_active: true,
};

/** Stores a row as the first admin. */
async function post(path: string, body: object): Promise<void> {
  const send = (to: string, content: object, token = '') =>
    fetch(server.url + to, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(content),
    });
  const { token } = (await (await send('/api/admin/login', admin)).json()) as { token: string };
  expect((await send(path, body, token)).ok).toBe(true);
}

/** Records a page's calls of some routers. Returns a function that counts them by procedure. */
function recordCalls(page: Page, routers: readonly string[]) {
  const calls: Record<string, number> = {};
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/trpc/')) return;
    for (const path of pathname.slice('/trpc/'.length).split(','))
      if (routers.includes(path.split('.')[0]!)) calls[path] = (calls[path] ?? 0) + 1;
  });
  return () => ({ ...calls });
}

test('acts on messages load what has changed once, and nothing else loads the inbox', async () => {
  enterMessages();
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const page = await openScreen(browser, server, '/admin/inbox', {
        viewport: { width: 1440, height: 900 },
      });
      await page.getByRole('button', { name: /Letter 7/ }).waitFor();
      await page.waitForLoadState('networkidle').catch(() => {});
      return page;
    }),
  );
  const [ofOne, ofOther] = [recordCalls(one!, ['inbox']), recordCalls(other!, ['inbox'])];
  const row = (page: Page, name: string) => page.getByRole('button', { name });
  const timeline = one!.getByRole('list', { name: 'Timeline' });

  await row(one!, 'Unread: Rex rex@example.com Letter 1').click();
  await timeline.getByText('read it').waitFor();
  await row(other!, 'Read: Rex rex@example.com Letter 1').waitFor();
  const opened = { 'inbox.markRead': 1, 'inbox.list': 1, 'inbox.counts': 1, 'inbox.one': 1 };
  expect(ofOne()).toEqual(opened);
  expect(ofOther()).toEqual({ 'inbox.list': 1, 'inbox.counts': 1 });

  await one!.getByRole('button', { name: 'Done' }).click();
  await one!.getByRole('heading', { level: 3, name: 'Letter 0' }).waitFor();
  await timeline.getByText('read it').waitFor();
  await row(other!, 'Read: Rex rex@example.com Letter 0').waitFor();
  const done = {
    'inbox.markRead': 2,
    'inbox.list': 2,
    'inbox.counts': 2,
    'inbox.one': 2,
    'inbox.setState': 1,
  };
  expect(ofOne()).toEqual(done);
  expect(ofOther()).toEqual({ 'inbox.list': 2, 'inbox.counts': 2 });

  await one!.getByRole('button', { name: 'Undo' }).last().click();
  await other!
    .locator('[data-row]', { hasText: 'Letter 1' })
    .getByLabel('Done')
    .waitFor({ state: 'detached' });
  await one!.locator('[data-row]', { hasText: 'Letter 1' }).getByLabel('Done').waitFor({ state: 'detached' });
  const undone = { ...done, 'inbox.list': 3, 'inbox.counts': 3, 'inbox.undo': 1 };
  expect(ofOne()).toEqual(undone);
  expect(ofOther()).toEqual({ 'inbox.list': 3, 'inbox.counts': 3 });

  const log = await openScreen(browser, server, '/admin/activities');
  const form = await openScreen(browser, server, '/admin/blog/new');
  await form.getByLabel(/^Title/).fill('A post');
  await post('/api/admin/jobs', job);
  // The entry in the log has come with the event that the other windows get too.
  await log.getByText('Mason').first().waitFor();
  expect(ofOne()).toEqual(undone);
  expect(ofOther()).toEqual({ 'inbox.list': 3, 'inbox.counts': 3 });

  await other!.reload();
  await row(other!, 'Unread: Rex rex@example.com Letter 7').waitFor();
  await other!.getByText('Showing 1 to 8').waitFor();
  expect(ofOther()).toEqual({ 'inbox.list': 4, 'inbox.counts': 4, 'inbox.assignees': 1, 'inbox.state': 1 });
});

test('Ctrl+S in the settings makes one call, and the cursor stays', async () => {
  const page = await openScreen(browser, server, '/admin/settings/company');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Brightforge');
  const preview = page.frameLocator('iframe').getByText('Brightforge').first();
  await preview.waitFor();
  const calls = recordCalls(page, ['settings', 'site', 'onboarding', 'inbox', 'blog', 'rowLanguages']);
  await name.press('Home');
  await name.press('Control+s');
  await page.getByText('Saved. Visitors see it now.').waitFor();
  expect(await name.evaluate((input) => document.activeElement === input)).toBe(true);
  expect(calls()).toEqual({ 'settings.update': 1 });
  await name.pressSequentially('The ');
  expect(await name.inputValue()).toBe('The Brightforge');
});
