import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerOf,
  cardOf,
  countsOf,
  cutOff,
  expectBusyText,
  expectListState,
  expectNoListBehind,
  keepBusy,
  linesOf,
  openScreen,
  removeAll,
  tabTo,
} from '../support/panel-screens.ts';
import { expectAccessible, openRealBrowser, type RealBrowser } from '../support/real-browser.ts';
import { type RunningServer, removeData } from '../support/running-server.ts';
import { startStarterServer } from '../support/starter-folder.ts';

let server: RunningServer;
let browser: RealBrowser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startStarterServer(), openRealBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGTERM');
  await removeData(server);
});

const path = '/admin/jobs';
const open = (at = path) => openScreen(browser, server, at);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);

/** What the browser itself says of a field before anything is sent. */
const checkOf = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((field) => {
    const { valueMissing, typeMismatch } = (field as HTMLInputElement).validity;
    return valueMissing ? 'missing' : typeMismatch ? 'other kind' : 'fine';
  });

test('the list shows counts, filter, cards and pages', async () => {
  const page = await open();
  await page.getByRole('heading', { level: 1, name: 'Job Management' }).waitFor();
  await page.getByRole('link', { name: 'Back to Dashboard' }).waitFor();
  await page.getByRole('button', { name: 'Create New Job' }).waitFor();
  expect(await countsOf(page)).toEqual([
    ...['Total jobs: 16', 'Full-time: 7', 'Part-time: 3', 'Contract: 3', 'Internship: 3'],
  ]);
  expect(await page.getByLabel('Type').locator('option').allTextContents()).toEqual([
    ...['All Types', 'Full-time', 'Part-time', 'Contract', 'Internship'],
  ]);
  const card = cardOf(page, 'Cloud and Networks Internship');
  await card.getByText('Sample', { exact: true }).waitFor();
  const intern = await linesOf(card);
  expect(intern.slice(0, 5)).toEqual([
    'Internship - 4 months',
    'Active',
    'Sample',
    'Cloud and Networks Internship',
    'Infrastructure · London',
  ]);
  expect(intern).toHaveLength(8);
  expect(intern.slice(6)).toEqual(['Edit', 'Delete']);
  await expectAccessible(page);
  const filter = {
    label: 'Type',
    all: 'All Types',
    option: 'Internship',
    query: 'type=Internship',
    count: 3,
  };
  await expectListState(page, { path, sizes: [12, 4], filter });
  await page.goto(`${server.url + path}?page=2`);
  expect((await linesOf(cardOf(page, 'Service Desk Coordinator'))).slice(0, 2)).toEqual([
    ...['Full-time', 'Inactive'],
  ]);
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
  const reconnect = await cutOff(page, 'jobs.create');
  await press(page, 'Create Job');
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor();
  await reconnect();
  const again = answerOf(page, 'jobs.list');
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

test('the keyboard alone creates, changes and deletes a job', async () => {
  const page = await open();
  const { keyboard } = page;
  await tabTo(page.getByRole('button', { name: 'Create New Job' }));
  await keyboard.press('Enter');
  const fields = ['Title', 'Description', 'Requirement 1', 'Responsibility 1', 'Department', 'Location'];
  for (const label of fields) {
    await tabTo(page.getByLabel(label, { exact: true }));
    await keyboard.type(`Keys of ${label}`);
  }
  await tabTo(page.getByRole('button', { name: 'Create Job' }));
  await keyboard.press('Enter');
  await page.getByText('Job created').waitFor();
  await tabTo(page.getByRole('button', { name: 'Edit Keys of Title' }));
  await keyboard.press('Enter');
  await tabTo(page.getByLabel('Title', { exact: true }));
  await keyboard.press('End');
  await keyboard.type('s');
  await keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Delete Keys of Titles' }));
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete Job Posting' });
  await dialog.waitFor();
  expect(await linesOf(dialog)).toEqual([
    'Delete Job Posting',
    'Are you sure you want to delete "Keys of Titles"? This action cannot be undone.',
    'The trash keeps a copy for 30 days.',
    'Cancel',
    'Delete Job',
  ]);
  await expectAccessible(page);
  await tabTo(dialog.getByRole('button', { name: 'Delete Job' }));
  await keyboard.press('Enter');
  await page.getByText('Job deleted').waitFor();
  await cardOf(page, 'Keys of Titles').waitFor({ state: 'detached' });
});

test('failures are said, and an empty list says so', async () => {
  const page = await open();
  const reconnect = await cutOff(page, 'jobs.remove');
  await press(page, 'Delete Field Technician');
  await press(page, 'Delete Job');
  await page.getByRole('alert').getByText('Can’t reach the server.').waitFor();
  await reconnect();
  const calmDown = await keepBusy(page, 'jobs.list');
  await expectBusyText(page.getByRole('button', { name: 'Delete Job' }), 'jobs.remove', 'Deleting...');
  const notice = page.getByRole('alert').filter({ hasText: 'Couldn’t refresh the jobs.' });
  await notice.getByText('req-7').waitFor();
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'Couldn’t load the jobs' }).getByText('req-7').waitFor();
  await calmDown();
  await press(page, 'Try again');
  await cardOf(page, 'Cloud Engineer').waitFor();
  expect(await cardOf(page, 'Field Technician').count()).toBe(0);

  await removeAll(server, '/api/admin/jobs', 'jobs');
  await page.getByLabel('Type').selectOption('Contract');
  await page.getByRole('heading', { name: 'No jobs found', exact: true }).waitFor();
  await page.getByLabel('Type').selectOption('All Types');
  await page.getByText('Get started by creating your first job!').waitFor();
  await page.getByRole('heading', { name: 'No jobs found', exact: true }).waitFor();
  await expectAccessible(page);
});
