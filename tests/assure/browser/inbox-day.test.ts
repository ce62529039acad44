import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { toEmailKey } from '../../../src/shared/account-fields.ts';
import { foldText } from '../../../src/shared/fold-text.ts';
import { useBrowserSite } from '../../support/browser-site.ts';
import { openScreen, tabTo } from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { admin } from '../../support/running-server.ts';

const { server, browser } = useBrowserSite();

/** Six forms, two of them about jobs. */
const forms = ['contact', 'quotation', 'internship', 'application', 'application', 'form'] as const;
const jobs = ['Mason', 'Carpenter'];
const count = 200;
/** One in six messages is an application for the first job. */
const applications = Array.from({ length: count }, (_, number) => number).filter(
  (number) => number % 6 === 3,
).length;

beforeAll(async () => {
  const { token } = await post('/api/admin/login', admin);
  for (const title of jobs) {
    await post(
      '/api/admin/jobs',
      {
        title,
        type: 'Full-time',
        location: 'Ghent',
        department: 'Building',
        description: 'Builds.',
        requirements: ['Patience'],
        responsibilities: ['Build'],
        is_active: true,
      },
      token,
    );
  }
}, 60_000);

async function post(path: string, body: object, token?: string) {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as { token: string };
}

/** Replaces all messages by 200. Their senders could not send so many within an hour. */
function enterMessages(): void {
  const database = new BetterSqlite3(join(server.dataDir, 'atrium.sqlite'), { timeout: 10_000 });
  database.exec('delete from messages');
  const enter = database.prepare(`insert into messages
    (created_at, kind, subject, message, name, email, email_key, details, is_read, search_text, about_id)
    values (?, ?, ?, ?, ?, ?, ?, '{}', 0, ?, ?)`);
  database.transaction(() => {
    for (let number = 0; number < count; number += 1) {
      const kind = forms[number % forms.length]!;
      const subject = `Letter ${number}`;
      const email = number === 57 ? 'éva.çelik@möbel.example' : `visitor${number}@example.com`;
      const job = kind === 'application' ? 1 + (number % 2 === 1 ? 0 : 1) : null;
      const words = [subject, 'How much is it?', `Visitor ${number}`, email] as const;
      const at = Date.now() - (count - number) * 60_000;
      enter.run(at, kind, ...words, toEmailKey(email), foldText(...words), job);
    }
  })();
  database.close();
}

const shown = (page: Page, text: string) =>
  page.getByText(`Showing ${text} messages`, { exact: true }).waitFor();
const said = (page: Page, text: string | RegExp) => page.getByText(text).last().waitFor();

test('a day in the inbox, by keyboard alone', { timeout: 180_000 }, async () => {
  enterMessages();
  const page = await openScreen(browser, server, '/admin/inbox');
  const { keyboard } = page;
  await shown(page, `1 to 10 of ${count}`);

  // Find a message by the address of its sender
  await page.locator('h1').focus();
  await keyboard.press('/');
  await keyboard.type('eva.celik@mobel');
  await shown(page, '1 to 1 of 1');
  await tabTo(page.getByRole('button', { name: /Letter 57/ }));
  await keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Message Details' });
  await details.getByRole('heading', { name: 'Letter 57' }).waitFor();

  // Assign it, note something, done
  await keyboard.press('a');
  await keyboard.press('ArrowDown');
  await said(page, /took it ·/);
  await keyboard.press('Tab');
  await tabTo(details.getByLabel('Note'));
  await keyboard.type('Ask Tom for the price of oak');
  await tabTo(details.getByRole('button', { name: 'Add note' }));
  await keyboard.press('Enter');
  await said(page, 'Note added');
  await expectAccessible(page);
  await details.getByRole('heading', { name: 'Letter 57' }).focus();
  await keyboard.press('e');
  await said(page, 'Message done');

  // Three to the trash, and back
  await page.goto(`${server.url}/admin/inbox`);
  await shown(page, `1 to 10 of ${count}`);
  for (let row = 0; row < 3; row += 1) {
    await keyboard.press('j');
    await keyboard.press('x');
  }
  await page.getByText('3 selected').waitFor();
  await page.locator('h1').focus();
  await tabTo(page.getByRole('button', { name: 'Move to trash' }));
  await keyboard.press('Enter');
  await said(page, '3 messages moved to the trash');
  await shown(page, `1 to 10 of ${count - 3}`);
  await tabTo(page.getByRole('button', { name: 'Undo' }).last());
  await keyboard.press('Enter');
  await shown(page, `1 to 10 of ${count}`);

  // Mark one as unread, block the sender of the next
  await keyboard.press('j');
  await keyboard.press('Enter');
  await details.getByRole('heading', { name: 'Letter 199' }).waitFor();
  await page
    .getByRole('button', { name: /Letter 199/ })
    .getByText('Read:')
    .waitFor();
  await keyboard.press('u');
  await said(page, 'Marked as unread');
  await page
    .getByRole('button', { name: /Letter 199/ })
    .getByText('Unread:')
    .waitFor();
  await keyboard.press('j');
  await keyboard.press('Enter');
  await details.getByRole('heading', { name: 'Letter 198' }).waitFor();
  await tabTo(details.getByRole('button', { name: 'More actions' }));
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Block sender…' }).waitFor();
  await keyboard.press('ArrowUp');
  await keyboard.press('Enter');
  await tabTo(page.getByRole('dialog', { name: 'Block sender' }).getByRole('button', { name: 'Block' }));
  await keyboard.press('Enter');
  await said(page, 'visitor198@example.com is blocked');
  await shown(page, `1 to 10 of ${count - 1}`);

  // All applications for one job
  await page.locator('h1').focus();
  await tabTo(page.getByLabel('Form'));
  await keyboard.type('App');
  await tabTo(page.getByLabel('Job'));
  await keyboard.type('Mas');
  await shown(page, `1 to 10 of ${applications}`);
});

test('a day in the inbox, by touch on a phone', { timeout: 180_000 }, async () => {
  enterMessages();
  const page = await openScreen(browser, server, '/admin/inbox', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await shown(page, `1 to 10 of ${count}`);
  await page.getByRole('searchbox').tap();
  await page.keyboard.type('eva.celik@mobel');
  await shown(page, '1 to 1 of 1');
  await page.getByRole('button', { name: /Letter 57/ }).tap();
  const details = page.getByRole('dialog', { name: 'Message Details' });
  await details.getByLabel('Assigned to').selectOption({ index: 1 });
  await said(page, /took it ·/);
  await details.getByLabel('Note').tap();
  await page.keyboard.type('Ask Tom');
  await details.getByRole('button', { name: 'Add note' }).tap();
  await said(page, 'Note added');
  await details.getByRole('button', { name: 'Done' }).tap();
  await details.waitFor({ state: 'hidden' });

  await page.goto(`${server.url}/admin/inbox`);
  for (const number of [199, 198])
    await page.getByRole('checkbox', { name: `Select Letter ${number}` }).tap();
  await page.getByRole('button', { name: 'Move to trash' }).tap();
  await shown(page, `1 to 10 of ${count - 2}`);
  await page.getByRole('button', { name: 'Undo' }).last().tap();
  await shown(page, `1 to 10 of ${count}`);

  await page.getByRole('button', { name: /^Filters/ }).tap();
  await page.getByLabel('Form').selectOption('Application');
  await page.getByLabel('Job').selectOption('Mason');
  await shown(page, `1 to 10 of ${applications}`);
  await expectAccessible(page);
});

test('a note is in the other open panels at once', { timeout: 120_000 }, async () => {
  enterMessages();
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const page = await openScreen(browser, server, '/admin/inbox');
      await page.getByRole('button', { name: /Letter 190/ }).click();
      await page.getByLabel('Note').waitFor();
      return page;
    }),
  );
  await one!.getByLabel('Note').fill('The oak is dry');
  await one!.getByRole('button', { name: 'Add note' }).click();
  const stored = one!.getByRole('list', { name: 'Timeline' }).getByText('The oak is dry');
  await stored.waitFor();
  const since = performance.now();
  await other!.getByRole('list', { name: 'Timeline' }).getByText('The oak is dry').waitFor();
  console.log(`the note was at the other person ${Math.round(performance.now() - since)} ms later`);
});
