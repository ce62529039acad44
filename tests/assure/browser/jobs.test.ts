import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import {
  waitForAnswer,
  cardOf,
  failAsOffline,
  expectBusyText,
  expectNoListBehind,
  linesOf,
  openScreen,
} from '../../support/panel-screens.ts';
import { expectAccessible } from '../../support/real-browser.ts';

const site = useBrowserSite();

const path = '/admin/jobs';
const open = (at = path) => openScreen(site.browser, site.server, at);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

/** What the browser itself says of a field before anything is sent. */
const checkOf = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field) => {
    const { valueMissing, typeMismatch } = (field as HTMLInputElement).validity;
    return valueMissing ? 'missing' : typeMismatch ? 'other kind' : 'fine';
  });

test('the browser asks for what is required, the server for the rest', async () => {
  const page = await open();
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await press(page, 'Create New Job');
  await page.getByRole('heading', { level: 1, name: 'Create New Job' }).waitFor();
  await expectNoListBehind(page, 'All Types');
  expect(await page.getByLabel('Type').inputValue()).toBe('Full-time');
  expect(await page.getByLabel('Active').isChecked()).toBe(true);
  expect(await page.getByLabel(/^Requirement \d/).count()).toBe(1);
  expect(await page.getByLabel(/^Responsibility \d/).count()).toBe(1);
  await expectAccessible(page);
  await press(page, 'Create Job');
  const required = ['Title', 'Description', 'Location', 'Department', 'Requirement 1', 'Responsibility 1'];
  for (const label of required) expect(await checkOf(page, label), label).toBe('missing');
  expect(await page.evaluate(() => document.activeElement?.matches(':invalid'))).toBe(true);
  await fill(page, 'Application link', 'no address');
  expect(await checkOf(page, 'Application link')).toBe('other kind');
  for (const label of required) await fill(page, label, ' ');
  await press(page, 'Create Job');
  expect(sent).toEqual([]);

  await fill(page, 'Application link', 'ftp://example.com');
  await expectBusyText(page.getByRole('button', { name: 'Create Job' }), 'jobs.create', 'Saving...');
  const errors = ['Title', 'Description', 'Location', 'Department'].map((field) => `${field} is required`);
  for (const words of errors) await page.getByText(words, { exact: true }).waitFor();
  for (const label of required) {
    expect(await page.getByLabel(label, { exact: true }).getAttribute('aria-invalid'), label).toBe('true');
  }
  const link = page.getByLabel('Application link');
  expect(await link.getAttribute('aria-invalid')).toBe('true');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  await expectAccessible(page);
});

test('requirements and responsibilities grow, shrink and change places', async () => {
  const page = await open();
  await press(page, 'Create New Job');
  for (const [label, text] of Object.entries({
    Title: 'Loom Operator',
    Description: 'Cards in, cloth out.',
  })) {
    await fill(page, label, text);
  }
  await fill(page, 'Location', 'Lyon');
  await fill(page, 'Department', 'Weaving');
  const requirements = page.getByLabel(/^Requirement \d/);
  const written = () => requirements.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await fill(page, 'Requirement 1', 'First');
  await press(page, 'Add requirement');
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Third');
  await press(page, 'Move requirement 3 up');
  expect(await written()).toEqual(['First', 'Third', 'Second']);
  const grips = page.getByTitle('Drag to reorder');
  const [from, to] = [await grips.nth(2).boundingBox(), await grips.nth(0).boundingBox()];
  await page.mouse.move(from!.x + 4, from!.y + 4);
  await page.mouse.down();
  await page.mouse.move(to!.x + 4, to!.y - 8, { steps: 4 });
  await page.mouse.up();
  expect(await written()).toEqual(['Second', 'First', 'Third']);
  await press(page, 'Remove requirement 2');
  expect(await written()).toEqual(['Second', 'Third']);
  await press(page, 'Add responsibility');
  await fill(page, 'Responsibility 1', 'Weave');
  await fill(page, 'Responsibility 2', 'Mend');

  expect(await page.getByLabel('Duration').count()).toBe(0);
  await page.getByLabel('Internship').check();
  expect(await page.getByLabel('Duration').getAttribute('placeholder')).toBe('e.g., 3 months');
  await fill(page, 'Duration', '9 weeks');
  const reconnect = await failAsOffline(page, 'jobs.create');
  await press(page, 'Create Job');
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor();
  await reconnect();
  const again = waitForAnswer(page, 'jobs.list');
  await press(page, 'Create Job');
  await again;
  expect((await linesOf(cardOf(page, 'Loom Operator'))).slice(0, 4)).toEqual([
    ...['Internship - 9 weeks', 'Active', 'Loom Operator', 'Weaving · Lyon'],
  ]);
  await press(page, 'Edit Loom Operator');
  await page.getByRole('heading', { level: 1, name: 'Edit Job' }).waitFor();
  await expect.poll(written).toEqual(['Second', 'Third']);
  await page.getByLabel('Internship').uncheck();
  await page.getByLabel('Active').uncheck();
  await expectBusyText(page.getByRole('button', { name: 'Update Job' }), 'jobs.update', 'Saving...');
  await expect
    .poll(async () => (await linesOf(cardOf(page, 'Loom Operator'))).slice(0, 2))
    .toEqual(['Full-time', 'Inactive']);
});
