import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { openScreen } from '../../support/panel-screens.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../../support/real-browser.ts';
import { signInToApis, type RunningServer, removeData, startServer } from '../../support/running-server.ts';

let mail: MailServer;
let server: RunningServer;
let browser: RealBrowser;
beforeAll(async () => {
  mail = await startMailServer();
  [server, browser] = await Promise.all([
    startServer({ SMTP_URL: mail.url, MAIL_FROM: 'office@example.org' }),
    openRealBrowser(),
  ]);
  await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Eva Celik',
      email: 'eva@example.com',
      subject: 'Oak stairs',
      message: 'Fourteen steps in oak: what do they cost?\nWe would like to build in spring.',
    }),
  });
  const { trpc } = await signInToApis(server);
  const { group, version } = { group: 'answers' as const, version: 0 };
  const text = 'Dear {name},\n\nthank you for your question about "{subject}". Our offer is attached.';
  const template = { key: 'offer', name: 'Offer', kind: 'all', subject: '', text };
  await trpc.settings.update.mutate({
    group,
    version,
    value: { templates: [template], signature: '{me}\n{company}' },
  });
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await Promise.all([removeData(server), mail.close()]);
});

const shots = process.env.SHOTS;
const look = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
};

test('a message is answered by a template with a PDF on each width, the mail arrives, and its state shows without a reload', async () => {
  const pdf = join(server.dataDir, 'Offer.pdf');
  await writeFile(pdf, '%PDF-1.7\nAn offer');
  for (const [width, scheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    const page = await openScreen(browser, server, '/admin/inbox?message=1');
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    const form = page.getByRole('region', { name: 'Answer' });
    await form.getByLabel('Template').selectOption('Offer');
    await form.locator('input[type=file]').setInputFiles(pdf);
    await form.getByText('Offer.pdf').waitFor();
    await look(page, `composer-${width}-${scheme}`);
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Goes out in a few seconds').waitFor();
    const before = mail.mails.length;
    await page
      .getByText(/Accepted by the mail server/)
      .nth(before)
      .waitFor();
    await look(page, `sent-${width}-${scheme}`);
    expect(mail.mails).toHaveLength(before + 1);
    expect(mail.mails.at(-1)).toContain('filename=Offer.pdf');
    await page.close();
  }
  mail.behave(() => ({ recipient: '550 5.1.1 No such user here' }));
  const page = await openScreen(browser, server, '/admin/inbox?message=1');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await page.getByRole('textbox', { name: 'Answer' }).fill('One more question.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('Not accepted: 550 5.1.1 No such user here').waitFor();
  await look(page, 'refused-1440-light');
  await expectAccessible(page);
});
