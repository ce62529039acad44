import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { isShortForm } from '../../support/test-form.ts';

const thanks = 'Thank you. Your message has been sent.';
const phone = { viewport: { width: 390, height: 844 } };
const pdf = (bytes: number) => ({
  name: 'cv.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n'.padEnd(bytes, '.')),
});

const { server, browser } = useBrowserSite();

async function open(path: string): Promise<Page> {
  const page = await browser.visit(server.url + path, phone);
  await page.locator(':root[data-enhanced]').waitFor();
  return page;
}

async function fill(page: Page, words: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(words)) await page.getByLabel(label, { exact: true }).fill(text);
}

/** The posts that a page sends from now on. */
function watchPosts(page: Page): string[] {
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  return posts;
}

const person = { Name: 'Ada', Email: 'ada@example.com' };
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

test('a CV of the wrong kind or size is refused before it is sent, and what is right stays chosen', async () => {
  const page = await open('/internship');
  const posts = watchPosts(page);
  await fill(page, person);
  const send = page.getByRole('button', { name: 'Send application' });
  await page.getByLabel('CV').setInputFiles({ ...pdf(10), buffer: Buffer.from('MZ') });
  await send.click();
  await page.getByText('The file must be a PDF.').waitFor();
  expect(await focused(page)).toBe('cv');
  expect(await page.getByLabel('CV').getAttribute('aria-describedby')).toBe('cv-error cv-help');
  await page.getByLabel('CV').setInputFiles(pdf(5 * 1024 * 1024 + 1));
  await send.click();
  await page.getByText('The file may have at most 5 MB.').waitFor();
  expect(await page.locator('.field-error').count()).toBe(1);
  expect(posts).toEqual([]);

  await page.getByLabel('CV').setInputFiles(pdf(1000));
  await send.click();
  await page.locator('#field-error').getByText('Please fill in this field.').waitFor();
  expect(await focused(page)).toBe('field');
  expect(await page.getByLabel('CV').evaluate((input: HTMLInputElement) => input.files?.[0]?.name)).toBe(
    'cv.pdf',
  );
  await page.context().close();
});

test.skipIf(isShortForm)('a large CV on a slow line tells how far it has come', async () => {
  const page = await open('/internship');
  await fill(page, { ...person, Field: 'Mathematics', Message: 'I would like to learn.' });
  await page.getByLabel('CV').setInputFiles(pdf(600_000));
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 300_000,
  });
  await page.getByRole('button', { name: 'Send application' }).click();
  await page.getByRole('button', { name: /Sending… [1-9]\d? %/ }).waitFor();
  expect(await page.locator('form').getAttribute('aria-busy')).toBe('true');
  await page.getByRole('status').getByText(thanks).waitFor();
  await page.context().close();
});

test('typed words are there again after a reload and on the way back, until they are sent', async () => {
  const page = await open('/quotations');
  await fill(page, { ...person, Details: 'Half a sentence' });
  await page.getByLabel('Service').selectOption('Cloud Solutions');
  await page.getByRole('link', { name: 'Privacy' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
  await page.goto(`${server.url}/quotations`);
  await page.locator(':root[data-enhanced]').waitFor();
  await expect.poll(() => page.getByLabel('Details').inputValue()).toBe('Half a sentence');
  expect(await page.getByLabel('Service').inputValue()).toBe('Cloud Solutions');
  await page.getByRole('button', { name: 'Request a quotation' }).click();
  await page.getByText(thanks).waitFor();
  await page.reload();
  await page.locator(':root[data-enhanced]').waitFor();
  expect(await page.getByLabel('Details').inputValue()).toBe('');
  await page.context().close();
});
