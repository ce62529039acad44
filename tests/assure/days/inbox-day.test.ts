import { expect, onTestFinished, test } from 'vitest';
import { mailOf } from '../../support/arriving-mail.ts';
import { createDay } from '../../support/day.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { cardOf, openScreen } from '../../support/panel-screens.ts';
import { expectAccessible, openRealBrowser } from '../../support/real-browser.ts';
import { removeData, signInToApis, startServer } from '../../support/running-server.ts';

/** As fast as a person types. A form that is sent within two seconds of its opening counts as a robot's. */
const delay = 80;
const pdf = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nA life') };

test('a day of jobs and mail', { timeout: 300_000 }, async (context) => {
  const mail: MailServer = await startMailServer();
  const [server, browser] = await Promise.all([
    startServer({ SMTP_URL: mail.url, MAIL_FROM: 'office@example.org', TRUST_PROXY: '1' }),
    openRealBrowser(),
  ]);
  onTestFinished(async () => {
    await browser.close();
    await server.end('SIGTERM');
    await Promise.all([removeData(server), mail.close()]);
  });
  const { trpc, headers } = await signInToApis(server);
  const page = await openScreen(browser, server, '/admin/jobs/new');
  const day = createDay(context, 'Jobs and mail');
  const details = page.getByRole('dialog', { name: 'Message Details' });

  await day(page, 'Offer a job', async ({ write, press }) => {
    await write('Title', 'Carpenter');
    await write('Description', 'Stairs and railings.');
    await write('Location', 'Ghent');
    await write('Department', 'Workshop');
    await write('Requirement 1', 'Three years at a bench');
    await write('Responsibility 1', 'Build stairs');
    await press('Create Job');
    await cardOf(page, 'Carpenter').waitFor();
  });

  const visitor = await browser.visit(`${server.url}/career`, {
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' },
  });
  await day(visitor, 'Apply on a phone', async ({ click, fill }) => {
    await click(visitor.getByRole('link', { name: /Carpenter/ }).first());
    await fill(visitor.getByLabel('Name', { exact: true }), 'Murat Demir');
    await fill(visitor.getByLabel('Email', { exact: true }), 'murat@example.com');
    await click(visitor.getByLabel('Message', { exact: true }));
    await visitor.keyboard.type('I have built stairs for nine years.', { delay });
    await visitor.locator('input[type=file]').setInputFiles(pdf);
    await click(visitor.getByRole('button', { name: 'Send application' }));
    await visitor.getByText('Thank you. Your message has been sent.').waitFor();
  });
  await day(visitor, 'Ask a question', async ({ fill, click }) => {
    await visitor.goto(`${server.url}/contact`);
    await fill(visitor.getByLabel('Name', { exact: true }), 'Éva Szabó');
    await fill(visitor.getByLabel('Email', { exact: true }), 'eva@example.com');
    await fill(visitor.getByLabel('Subject', { exact: true }), 'Oak stairs');
    await click(visitor.getByLabel('Message', { exact: true }));
    await visitor.keyboard.type('What do fourteen steps in oak cost?', { delay });
    await click(visitor.getByRole('button', { name: 'Send message' }));
    await visitor.getByText('Thank you. Your message has been sent.').waitFor();
  });

  await day(page, 'Read the application', async ({ click }) => {
    await click(page.getByRole('link', { name: /^Inbox/ }).first());
    await click(page.getByRole('button', { name: /Job application: Carpenter/ }));
    await details.getByText('I have built stairs for nine years.').waitFor();
    await details.getByText('cv.pdf').first().waitFor();
    await expectAccessible(page);
  });
  await day(page, 'Answer it', async ({ press, fill }) => {
    await press('Reply', 'button', details);
    const answer = page.getByRole('region', { name: 'Answer' });
    await fill(answer.getByRole('textbox', { name: 'Answer' }), 'Please visit us on Monday.');
    await press('Send answer', 'button', answer);
    await page
      .getByText(/Accepted by the mail server/)
      .first()
      .waitFor();
  });
  await day(page, 'Note something, and be done', async ({ fill, press, key }) => {
    await fill(details.getByLabel('Note'), 'Ask Tom about the bench');
    await press('Add note', 'button', details);
    await page.getByText('Note added').last().waitFor();
    await details.getByRole('heading').first().focus();
    await key('e');
    await page.getByText('Message done').last().waitFor();
  });
  await day(page, 'Find the question by its sender', async ({ key, type }) => {
    await page.goto(`${server.url}/admin/inbox`);
    await page.getByRole('button', { name: /Oak stairs/ }).waitFor();
    await key('/');
    await type('szabo');
    await page.getByText('Showing 1 to 1 of 1 messages').waitFor();
  });
  await day(page, 'Answer it later: keep a draft', async ({ click, press, fill }) => {
    await click(page.getByRole('button', { name: /Oak stairs/ }));
    await press('Reply', 'button', details);
    const answer = page.getByRole('region', { name: 'Answer' });
    await fill(answer.getByRole('textbox', { name: 'Answer' }), 'About four weeks of work.');
    await press('Keep for later', 'button', answer);
    await answer.waitFor({ state: 'hidden' });
  });
  await day(page, 'Read the reply of the applicant, and answer it', async ({ click, press, fill }) => {
    const sent = /^Message-ID: (<.*>)/m.exec(mail.mails.at(-1)!)![1]!;
    await page.goto(`${server.url}/admin/inbox`);
    const handedIn = await fetch(`${server.url}/api/admin/mails`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'message/rfc822' },
      body: mailOf({
        from: 'Murat Demir <murat@example.com>',
        subject: 'Re: Your application',
        headers: [`In-Reply-To: ${sent}`],
        text: 'On Monday I can be there at nine.',
      }),
    });
    expect(await handedIn.json()).toMatchObject({ outcome: 'joined' });
    // The open list shows it by itself, unread again.
    await click(page.getByRole('button', { name: /Job application: Carpenter/ }));
    await details.getByText('On Monday I can be there at nine.').waitFor();
    await press('Reply', 'button', details);
    const answer = page.getByRole('region', { name: 'Answer' });
    await fill(answer.getByRole('textbox', { name: 'Answer' }), 'Nine it is.');
    await press('Send answer', 'button', answer);
    await expect.poll(() => mail.mails.at(-1)).toContain('Nine it is.');
  });
  await day(page, 'Close the job', async ({ press, click }) => {
    await page.goto(`${server.url}/admin/jobs`);
    await press('Edit Carpenter');
    await click(page.getByLabel('Active', { exact: true }));
    await press('Update Job');
    await cardOf(page, 'Carpenter').getByText('Inactive').waitFor();
  });

  expect(mail.mails.filter((each) => /Please visit us on Monday\.|Nine it is\./.test(each))).toHaveLength(2);
  const { messages } = await trpc.inbox.list.query({});
  expect(messages.map(({ subject }) => subject).toSorted()).toEqual([
    'Job application: Carpenter',
    'Oak stairs',
  ]);
});
