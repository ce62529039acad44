import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, afterAll, expect, test } from 'vitest';
import { toEmailKey } from '../../../src/shared/account-fields.ts';
import { foldText } from '../../../src/shared/fold-text.ts';
import { createDay } from '../../support/day.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../../support/real-browser.ts';
import { type RunningServer, removeData, signInToApis, startServer } from '../../support/running-server.ts';

let mail: MailServer;
let server: RunningServer;
let browser: RealBrowser;
beforeAll(async () => {
  mail = await startMailServer();
  [server, browser] = await Promise.all([
    startServer({ SMTP_URL: mail.url, MAIL_FROM: 'office@example.org' }),
    openRealBrowser(),
  ]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await Promise.all([removeData(server), mail.close()]);
});

/** Replaces all messages. Their senders could not send so many within an hour. */
function enterMessages(count: number): void {
  const database = new BetterSqlite3(join(server.dataDir, 'atrium.sqlite'), { timeout: 10_000 });
  database.exec('delete from messages');
  const enter = database.prepare(`insert into messages
    (created_at, last_incoming_at, listed_at, kind, subject, message, name, email, email_key, details, is_read, search_text)
    values (?, ?, ?, 'contact', ?, ?, ?, ?, ?, '{}', 0, ?)`);
  database.transaction(() => {
    for (let number = 1; number <= count; number += 1) {
      const email = `visitor${number}@example.com`;
      const words = [`Letter ${number}`, 'How much is it?', `Visitor ${number}`, email] as const;
      const at = Date.now() - (count - number + 1) * 60_000;
      enter.run(at, at, at, ...words, toEmailKey(email), foldText(...words));
    }
  })();
  database.close();
}

const acts = ['done', 'trash', 'answer', 'note', 'remind', 'spam'] as const;
const actOf = (number: number) => acts[number % acts.length]!;
const numbersOf = (count: number, act: (typeof acts)[number]) =>
  Array.from({ length: count }, (_, index) => index + 1).filter((number) => actOf(number) === act);

/** Each message has become what its act says, and nothing is left to do. */
async function expectWorkedThrough(count: number): Promise<void> {
  const { trpc } = await signInToApis(server);
  const subjectsIn = async (query: Parameters<typeof trpc.inbox.list.query>[0]) =>
    (await trpc.inbox.list.query(query)).messages.map(({ subject }) => subject).toSorted();
  const named = (...names: (typeof acts)[number][]) =>
    names
      .flatMap((act) => numbersOf(count, act))
      .map((number) => `Letter ${number}`)
      .toSorted();
  expect(await subjectsIn({ state: 'open' })).toEqual([]);
  expect(await subjectsIn({ state: 'closed' })).toEqual(named('done', 'answer', 'note', 'remind'));
  expect(await subjectsIn({ folder: 'trash' })).toEqual(named('trash'));
  expect(await subjectsIn({ folder: 'spam' })).toEqual(named('spam'));
  const { messages } = await trpc.inbox.list.query({});
  const reminded = messages.filter(({ remind_at }) => remind_at !== null);
  expect(reminded.map(({ subject }) => subject).toSorted()).toEqual(named('remind'));
  for (const number of numbersOf(count, 'note')) {
    const { id } = messages.find(({ subject }) => subject === `Letter ${number}`)!;
    const { events } = await trpc.inbox.one.query({ id });
    expect(events.map(({ text }) => text)).toContain(`Ask Tom about ${number}`);
  }
  const answers = numbersOf(count, 'answer');
  await expect
    .poll(() => answers.filter((number) => mail.mails.some((one) => one.includes(`Price ${number}.`))).length)
    .toBe(answers.length);
}

const detailsOf = (page: Page) => page.getByRole('dialog', { name: 'Message Details' });
const headingOf = (page: Page, number: number) =>
  detailsOf(page).getByRole('heading', { name: `Letter ${number}`, exact: true });

test('sixty messages are worked through by keyboard alone', { timeout: 600_000 }, async (context) => {
  const count = 60;
  enterMessages(count);
  const page = await openScreen(browser, server, '/admin/inbox?state=open');
  const day = createDay(context, 'Sixty messages by keyboard');
  const isSubjectFocused = (number: number) =>
    headingOf(page, number).evaluate((element) => element === document.activeElement);
  await page.getByText(`Showing 1 to 10 of ${count} messages`).waitFor();
  await day(page, 'Open the first message', async ({ key }) => {
    await key('j');
    await key('Enter');
    await headingOf(page, count).waitFor();
  });
  let clicks = 0;
  for (let first = count; first > 0; first -= 10) {
    const last = first - 9;
    await day(page, `Messages ${count - first + 1} to ${count - last + 1}`, async ({ key, type, counts }) => {
      for (let number = first; number >= last; number -= 1) {
        await expect.poll(() => isSubjectFocused(number), { message: `Letter ${number}` }).toBe(true);
        const act = actOf(number);
        if (act === 'done') await key('e');
        if (act === 'trash') await key('#');
        if (act === 'answer') {
          await key('r');
          const answer = page
            .getByRole('region', { name: 'Answer' })
            .getByRole('textbox', { name: 'Answer' });
          await answer.and(page.locator(':focus')).waitFor();
          await type(`Price ${number}.`);
          await key('Control+Shift+Enter');
        }
        if (act === 'note') {
          await key('n');
          await type(`Ask Tom about ${number}`);
          await key('Control+Shift+Enter');
        }
        if (act === 'remind') {
          await key('h');
          await page.getByRole('menuitem', { name: 'Tomorrow' }).and(page.locator(':focus')).waitFor();
          await key('Enter');
          await detailsOf(page)
            .getByText(/set a reminder for/)
            .waitFor();
          await key('e');
        }
        if (act === 'spam') await key('!');
      }
      clicks += counts.clicks;
    });
  }
  expect(clicks).toBe(0);
  await page.getByText('No messages found').waitFor();
  await expectAccessible(page);
  await expectWorkedThrough(count);
});

test('twenty messages are worked through by thumb on a phone', { timeout: 600_000 }, async (context) => {
  const count = 20;
  enterMessages(count);
  const page = await openScreen(browser, server, '/admin/inbox?state=open', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const day = createDay(context, 'Twenty messages by thumb');
  const details = detailsOf(page);
  await page.getByText(`Showing 1 to 10 of ${count} messages`).waitFor();
  for (let first = count; first > 0; first -= 10) {
    const last = first - 9;
    await day(page, `Messages ${count - first + 1} to ${count - last + 1}`, async ({ counts, type }) => {
      const tap = async (control: Locator) => {
        counts.clicks += 1;
        await control.scrollIntoViewIfNeeded();
        const box = await control.boundingBox();
        expect(Math.min(box!.width, box!.height), `the size of ${control}`).toBeGreaterThanOrEqual(24);
        await control.tap();
      };
      const press = (name: string, inside: Page | Locator = details) =>
        tap(inside.getByRole('button', { name, exact: true }));
      const choose = async (name: string) => {
        await press('More actions');
        await tap(page.getByRole('menuitem', { name, exact: true }));
      };
      for (let number = first; number >= last; number -= 1) {
        await tap(page.getByRole('button', { name: new RegExp(`Letter ${number}\\b`) }));
        await headingOf(page, number).waitFor();
        await details.getByText(/read it ·/).waitFor();
        const act = actOf(number);
        if (act === 'trash') await choose('Move to trash');
        if (act === 'spam') await choose('Move to spam');
        if (act === 'answer') {
          await press('Reply');
          const answer = page.getByRole('region', { name: 'Answer' });
          await answer.getByRole('textbox', { name: 'Answer' }).and(page.locator(':focus')).waitFor();
          await type(`Price ${number}.`);
          await press('Send answer', answer);
        }
        if (act === 'note') {
          const note = details.getByLabel('Note');
          await tap(note);
          await note.and(page.locator(':focus')).waitFor();
          await type(`Ask Tom about ${number}`);
          await press('Add note');
          await details.getByRole('list').getByText(`Ask Tom about ${number}`).waitFor();
        }
        if (act === 'remind') {
          await press('Remind me');
          await tap(page.getByRole('menuitem', { name: 'Tomorrow' }));
          await details.getByText(/set a reminder for/).waitFor();
        }
        if (act !== 'trash' && act !== 'spam') await press('Done');
        await details.waitFor({ state: 'hidden' });
      }
    });
  }
  await page.getByText('No messages found').waitFor();
  await expectAccessible(page);
  await expectWorkedThrough(count);
});
