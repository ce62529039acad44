import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { openScreen, tabTo, waitForAnswer } from '../../support/panel-screens.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../../support/real-browser.ts';
import { type RunningServer, removeData, signInToApis, startServer } from '../../support/running-server.ts';

const count = 60;

let mail: MailServer;
let server: RunningServer;
let browser: RealBrowser;
let board: string;
beforeAll(async () => {
  mail = await startMailServer();
  [server, browser] = await Promise.all([
    startServer({ SMTP_URL: mail.url, MAIL_FROM: 'office@example.org', TRUST_PROXY: '127.0.0.1' }),
    openRealBrowser(),
  ]);
  const { api, trpc } = await signInToApis(server);
  const { job } = await api('POST', '/api/admin/jobs', {
    title: 'Gardener',
    description: 'Trees and paths.',
    type: 'Full-time',
    location: 'Leeds',
    department: 'Parks',
    requirements: ['Boots'],
    responsibilities: ['Hedges'],
    is_internship: false,
    is_active: true,
  });
  board = `/admin/jobs/${job.id}/applicants`;
  await trpc.settings.update.mutate({
    group: 'answers',
    version: 0,
    value: {
      templates: [
        {
          key: 'no',
          name: 'Refusal',
          kind: 'application',
          subject: '',
          text: 'Dear {name},\n\nthe post “{job}” went to somebody else.',
        },
      ],
    },
  });
  for (let place = 1; place <= count; place++) {
    const form = new FormData();
    const fields = {
      name: `Applicant ${String(place).padStart(2, '0')}`,
      email: `applicant${place}@example.com`,
      message: `I have ${place} years of hedges behind me.\nMay I come by?`,
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('cv', new Blob(['%PDF-1.7\nCV'], { type: 'application/pdf' }), 'cv.pdf');
    const answer = await fetch(`${server.url}/api/jobs/${job.id}/applications`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `198.51.100.${place}` },
      body: form,
    });
    expect(answer.status).toBe(201);
  }
}, 180_000);
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await Promise.all([removeData(server), mail.close()]);
});

const shots = process.env.SHOTS;
const look = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
};
/** How long something took, in a file beside the pictures. */
const measure = async (name: string, start: number) => {
  if (shots) await appendFile(join(shots, 'times.txt'), `${name}: ${Date.now() - start} ms\n`);
};
const cards = (page: Page, stage: string) =>
  page.getByRole('region', { name: stage, exact: true }).getByRole('checkbox');

test('60 applicants are sorted by keys alone and by the pointer, and a colleague sees each move', async () => {
  const [page, colleague] = [
    await openScreen(browser, server, board),
    await openScreen(browser, server, board),
  ];
  for (const one of [page, colleague]) {
    await one.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => cards(one, 'New').count()).toBe(count);
  }
  await look(page, 'board-1440-light');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Unread:\s*Applicant 60$/ }).focus();
  for (const [key, stage] of [
    ['Shift+ArrowRight', 'In talks'],
    ['Shift+ArrowRight', 'Offer'],
    ['Shift+ArrowLeft', 'In talks'],
    ['Shift+ArrowRight', 'Offer'],
    ['Shift+ArrowLeft', 'In talks'],
  ] as const) {
    const start = Date.now();
    await page.keyboard.press(key);
    await cards(colleague, stage).waitFor();
    await measure(`a move to ${stage} seen by a colleague`, start);
    // The card keeps the focus in its new column.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/Applicant 60$/);
  }
  const moved = waitForAnswer(page, 'inbox.setStage');
  await page.keyboard.press('3');
  await expect.poll(() => cards(colleague, 'Offer').count()).toBe(1);
  await moved;
  await page.getByText('Applicant 60 moved to Offer').last().waitFor();
  await page.keyboard.press('z');
  await expect.poll(() => cards(colleague, 'In talks').count()).toBe(1);
  await colleague.close();

  // By the pointer
  const handle = page.getByRole('region', { name: 'New', exact: true }).getByTitle('Drag to another stage');
  await handle.first().hover();
  await page.mouse.down();
  await page.getByRole('heading', { name: /^Offer/ }).hover();
  await look(page, 'drag-1440-light');
  await page.mouse.up();
  await expect.poll(() => cards(page, 'Offer').count()).toBe(1);
  await page.close();
}, 120_000);

/** Selects applicants by keys. */
async function choose(page: Page, count: number): Promise<void> {
  for (let place = 0; place < count; place++) {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
  }
  await page.getByText(`${count} selected`).waitFor();
}

/** Fills the form of an answer to several, and goes on to the list of who gets what, without the pointer. */
async function writeByKeys(
  page: Page,
  { template, text, stage }: { template?: string; text?: string; stage: string },
): Promise<void> {
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: /^Answer \d+ applicants$/ });
  if (template) {
    await tabTo(dialog.getByLabel('Template'));
    await page.keyboard.type(template);
    await page.keyboard.press('Enter');
  }
  if (text) {
    await tabTo(dialog.getByLabel('Answer', { exact: true }));
    await page.keyboard.type(text);
  }
  await tabTo(dialog.getByLabel('Move them to'));
  await page.keyboard.type(stage);
  await expectAccessible(page);
  await tabTo(dialog.getByRole('button', { name: 'Check' }));
  await page.keyboard.press('Enter');
  // Its button to send has the focus.
  await page.getByRole('dialog', { name: 'Who gets what' }).getByRole('listitem').first().waitFor();
}

for (const [width, scheme, sent] of [
  [1440, 'light', 12],
  [390, 'dark', 24],
] as const) {
  test(`12 applicants are refused in one step with their mails, by keys alone, at ${width} px`, async () => {
    const page = await openScreen(browser, server, board);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    await cards(page, 'New').first().waitFor();
    const left = await cards(page, 'New').count();
    await look(page, `board-${width}-${scheme}`);
    await choose(page, 12);
    await look(page, `selected-${width}-${scheme}`);
    await writeByKeys(page, { template: 'Ref', stage: 'Ref' });
    const list = page.getByRole('dialog', { name: 'Who gets what' });
    expect(await list.getByText(/went to somebody else/).count()).toBe(12);
    expect(await list.getByRole('listitem').count()).toBe(12);
    await look(page, `check-${width}-${scheme}`);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText('12 answers go out in 10 seconds').waitFor();
    await expect.poll(() => cards(page, 'New').count()).toBe(left - 12);
    // The first time, they are all taken back.
    await page.keyboard.press('z');
    await page.getByText('Answers cancelled').waitFor();
    await expect.poll(() => cards(page, 'New').count()).toBe(left);
    await choose(page, 12);
    await writeByKeys(page, { text: 'Dear {name}, not for “{job}”.', stage: 'Ref' });
    await list
      .getByText(/not for “Gardener”/)
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('12 answers go out in 10 seconds').waitFor();
    await expect.poll(() => mail.mails.length, { timeout: 60_000 }).toBe(sent);
    const addresses = mail.mails.map((text) => /^To: .*?(applicant\d+@example\.com)/m.exec(text)?.[1]);
    expect(new Set(addresses).size).toBe(sent);
    await page.close();
  }, 180_000);
}

test('a job that closes asks once what becomes of its open applicants', async () => {
  const { api } = await signInToApis(server);
  await api('PATCH', `/api/admin/jobs/${/\d+/.exec(board)![0]}`, { is_active: false });
  for (const [width, scheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    const page = await openScreen(browser, server, board);
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 844 });
    await page.getByText('This job is closed').waitFor();
    await look(page, `closed-${width}-${scheme}`);
    await expectAccessible(page);
    await page.close();
  }
  const [page, colleague] = [
    await openScreen(browser, server, board),
    await openScreen(browser, server, board),
  ];
  await colleague.getByText('This job is closed').waitFor();
  await tabTo(page.getByRole('button', { name: 'Keep them' }));
  await page.keyboard.press('Enter');
  for (const one of [page, colleague]) {
    await one.getByText('This job is closed').waitFor({ state: 'detached' });
    await one.close();
  }
});
