import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useBrowserSite } from '../support/browser-site.ts';
import type { TrpcCaller } from '../support/callers.ts';
import { isShortForm } from '../support/test-form.ts';
import { expectAccessible, signIn } from '../support/real-browser.ts';
import { signInToApis, removeData, startServer } from '../support/running-server.ts';

const thanks = 'Thank you. Your message has been sent.';
const phone = { viewport: { width: 390, height: 844 } };
const withoutScript = { ...phone, javaScriptEnabled: false };
const cv = { name: 'My CV.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };

const { server, browser } = useBrowserSite();
let trpc: TrpcCaller;
let headers: Record<string, string>;
beforeAll(async () => {
  ({ trpc, headers } = await signInToApis(server));
}, 60_000);

/** All messages, spam included: a form that a program fills in at once may count as spam. */
async function arrived() {
  const [inbox, spam] = await Promise.all([
    trpc.inbox.list.query({}),
    trpc.inbox.list.query({ folder: 'spam' }),
  ]);
  return [...inbox.messages, ...spam.messages];
}

async function fillPerson(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill('ada@example.com');
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

test.skipIf(isShortForm)(
  'the contact form says what is wrong, keeps what was typed, and is stored once',
  async () => {
    const page = await browser.visit(`${server.url}/contact`);
    const button = page.getByRole('button', { name: 'Send message' });
    await page.waitForFunction(() => document.querySelector('form')?.noValidate);
    await page.getByLabel('Subject').fill('Engines');
    await page.getByLabel('Email').fill('ada');
    await button.click();
    await page.getByRole('alert').getByText('Please correct the marked fields.').waitFor();
    await page.getByText('Please fill in this field.').first().waitFor();
    await page.getByText('Please enter a valid email address.').waitFor();
    expect(await focused(page)).toBe('name');
    expect(await page.getByLabel('Name').getAttribute('aria-describedby')).toBe('name-error');
    await expectAccessible(page);

    await page.getByLabel('Email').fill('ada@example');
    await page.getByText('Please enter a valid email address.').waitFor();
    await fillPerson(page, 'Ada');
    expect(await page.locator('.field-error').allTextContents()).toEqual(['Please fill in this field.']);
    expect(await page.locator('[aria-invalid]').count()).toBe(1);
    await page.getByLabel('Message').fill('How much is one?\nAnd two?');
    await page.route('**/contact', (route) => route.abort());
    await button.click();
    await page.getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('How much is one?\nAnd two?');
    await page.unroute('**/contact');

    await button.dblclick();
    await page.getByRole('status').getByText(thanks).waitFor();
    expect(await focused(page)).toBe('site-form');
    // The site has no posts, so the blog is not among the links.
    const onward = page.getByRole('navigation', { name: 'While you wait' }).getByRole('link');
    expect((await onward.allTextContents()).at(-1)).toBe('Back to the home page');
    expect(await onward.getByText('Blog').count()).toBe(0);
    await expectAccessible(page);
    const sent = (await arrived()).filter(({ subject }) => subject === 'Engines');
    expect(sent).toMatchObject([{ kind: 'contact', message: 'How much is one?\nAnd two?' }]);
  },
);

test.skipIf(isShortForm)(
  'without JavaScript the same form posts to its page, which says the same',
  async () => {
    const page = await browser.visit(`${server.url}/contact`, withoutScript);
    // The browser's own checks are left out, to see the server's.
    await page.locator('main form').evaluate((element: HTMLFormElement) => (element.noValidate = true));
    const form = { subject: 'Looms', message: 'Without\nscript', name: 'Grace', email: 'grace@nowhere' };
    await page.getByLabel('Name').fill(form.name);
    await page.getByLabel('Email').fill(form.email);
    await page.getByLabel('Subject').fill(form.subject);
    await page.getByLabel('Message').fill(form.message);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText('Please enter a valid email address.').waitFor();
    await page.getByRole('alert').getByText('Please correct the marked fields.').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe(form.message);
    expect(await page.getByLabel('Name').inputValue()).toBe(form.name);
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByText(thanks).waitFor();
    expect(await page.locator('form').count()).toBe(0);
    const { messages } = await trpc.inbox.list.query({});
    expect(messages[0]).toMatchObject({ name: 'Grace', message: 'Without\nscript', is_read: false });
  },
);

test('an application brings its CV, with and without JavaScript; a wrong file is refused at its field', async () => {
  const { id } = await trpc.jobs.create.mutate({
    title: 'Engineer',
    description: 'Builds.',
    type: 'Full-time',
    location: 'London',
    department: 'Works',
    requirements: ['Patience'],
    responsibilities: ['Build'],
  });
  const page = await browser.visit(`${server.url}/career/${id}`, phone);
  await page.waitForFunction(() => document.querySelector('form')?.noValidate);
  await fillPerson(page, 'Ada');
  await page.getByLabel('Message').fill('Take me.');
  await page.getByLabel('CV').setInputFiles({ ...cv, buffer: Buffer.from('MZ') });
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.getByText('The file must be a PDF.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('CV').setInputFiles(cv);
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.getByText(thanks).waitFor();

  const plain = await browser.visit(`${server.url}/internship`, withoutScript);
  await fillPerson(plain, 'Mary');
  await plain.getByLabel('Field').fill('Mathematics');
  await plain.getByLabel('Message').fill('I would like to learn.');
  await plain.getByLabel('CV').setInputFiles(cv);
  await plain.getByRole('button', { name: 'Send application' }).click();
  await plain.getByText(thanks).waitFor();

  const withFile = (await arrived()).filter(({ attachment }) => attachment);
  expect(withFile.map(({ subject }) => subject).toSorted()).toEqual([
    'Internship application: Mathematics',
    'Job application: Engineer',
  ]);
  for (const { attachment } of withFile) {
    const file = await fetch(server.url + attachment!.path, { headers });
    expect(await file.text()).toBe('%PDF-1.7\n');
    expect(attachment!.name).toBe('My CV.pdf');
  }
});

test.skipIf(isShortForm)('a sixth post says when to try again, and loses nothing', async () => {
  const page = await browser.visit(`${server.url}/quotations`);
  const send = async (details: string) => {
    await page.goto(`${server.url}/quotations`);
    await page.waitForFunction(() => document.querySelector('form')?.noValidate);
    await fillPerson(page, 'Ada');
    await page.getByLabel('Service').selectOption('Cloud Solutions');
    await page.getByLabel('Details').fill(details);
    await page.getByRole('button', { name: 'Request a quotation' }).click();
  };
  await send('The first');
  await page.getByText(thanks).waitFor();
  await send('The second');
  await page.getByRole('alert').getByText('Too many tries. Please try again in').waitFor();
  expect(await page.getByLabel('Details').inputValue()).toBe('The second');
  expect(await page.getByLabel('Service').inputValue()).toBe('Cloud Solutions');
  await expectAccessible(page);
});

test.skipIf(isShortForm)(
  'staff see why a message was held back, take it into the inbox, or delete it',
  async () => {
    const trapped = {
      name: 'Eve',
      email: 'eve@example.com',
      message: 'Buy this.',
      website: 'https://a.example',
    };
    const other = await startServer();
    for (const subject of ['Good', 'Bad']) {
      await fetch(`${other.url}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...trapped, subject }),
      });
    }
    const page = await browser.visit(other.url);
    await signIn(page, other);
    await page.goto(`${other.url}/admin/inbox`);
    await page.getByText('Your inbox is empty').waitFor();
    await page.getByRole('button', { name: 'Spam', exact: true }).click();
    await page.getByText('A field was filled in that people never see.').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /Good/ }).click();
    await page.getByRole('button', { name: 'Not spam' }).click();
    await page.getByText('Moved to inbox').waitFor();
    // The next message opens.
    const details = page.getByRole('dialog', { name: 'Message Details' });
    await details.getByRole('heading', { name: 'Bad' }).waitFor();
    await details.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Message' });
    await dialog.getByRole('button', { name: 'Delete Message' }).click();
    await page.getByText('No spam').waitFor();
    await page.getByRole('tab', { name: 'Unread' }).click();
    await page.getByRole('button', { name: /Good/ }).waitFor();
    await other.end('SIGTERM');
    await removeData(other);
  },
);
