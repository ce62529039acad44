import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { useBrowserSite } from '../../support/browser-site.ts';
import { chooseByForm } from '../../support/test-form.ts';
import {
  cardOf,
  countsOf,
  failAsOffline,
  expectBusyText,
  expectListState,
  failAsBusy,
  linesOf,
  openScreen,
  removeListedRows,
  recordScrolls,
  tabTo,
} from '../../support/panel-screens.ts';
import type { ProcedurePath } from '../../support/procedures.ts';
import { expectAccessible } from '../../support/real-browser.ts';
import { signInToApis } from '../../support/running-server.ts';

interface Screen {
  nouns: string;
  path: string;
  rest: string;
  /** The member of the server's answer that holds the rows. */
  member: string;
  title: string;
  counts: string[];
  card: { title: string; hasPicture: boolean; lines: unknown[] };
  sizes: number[];
  filter: { label: string; all: string; option: string; query: string; count: number };
  calls: { list: ProcedurePath; remove: ProcedurePath };
  add: string;
  /** What is typed into the fields of the form, the title first. */
  keys: [label: string, keys: string][];
  save: string;
  added: string;
  deletion: { title: string; answer: string; deleted: string };
  empty: { heading: string; filtered?: string; words: string };
}

const categories = ['IT Support', 'System Migration', 'Web Development', 'Cloud Solutions'];

const screens: Screen[] = [
  {
    nouns: 'projects',
    path: '/admin/portfolio',
    rest: '/api/admin/portfolios',
    member: 'portfolios',
    title: 'Portfolio Management',
    counts: [
      'Total projects: 20',
      ...categories.map((category) => `${category}: 4`),
      'Network Infrastructure: 4',
    ],
    card: {
      title: 'Two lines and a mast',
      hasPicture: true,
      lines: [
        ...['Network Infrastructure', 'Sample', 'Two lines and a mast', 'A mountain dairy cooperative'],
        expect.any(String),
        ...['Radio link', 'SD-WAN', 'Failover', 'Quality of service', 'Edit', 'Delete'],
      ],
    },
    sizes: [8, 8, 4],
    filter: {
      label: 'Category',
      all: 'All Categories',
      option: 'Cloud Solutions',
      query: 'category=Cloud+Solutions',
      count: 4,
    },
    calls: { list: 'portfolio.list', remove: 'portfolio.remove' },
    add: 'Add Project',
    keys: [
      ['Title', 'Keys of a title'],
      ['Client', 'Keys of a client'],
      ['Description', 'Keys of a description'],
      ['Technologies', 'Keys of a tag\n'],
      ['Category', 'Web'],
    ],
    save: 'Save Project',
    added: 'Project added',
    deletion: { title: 'Delete Project', answer: 'Delete Project', deleted: 'Project deleted' },
    empty: {
      heading: 'No projects found',
      filtered: 'Nothing in the category "Cloud Solutions" yet.',
      words: 'Get started by adding your first project!',
    },
  },
  {
    nouns: 'jobs',
    path: '/admin/jobs',
    rest: '/api/admin/jobs',
    member: 'jobs',
    title: 'Job Management',
    counts: ['Total jobs: 16', 'Full-time: 7', 'Part-time: 3', 'Contract: 3', 'Internship: 3'],
    card: {
      title: 'Cloud and Networks Internship',
      hasPicture: false,
      lines: [
        ...['Internship - 4 months', 'Active', 'Sample', 'Cloud and Networks Internship'],
        ...['Infrastructure · London', expect.any(String), 'Edit', 'Delete'],
      ],
    },
    sizes: [12, 4],
    filter: {
      label: 'Type',
      all: 'All Types',
      option: 'Internship',
      query: 'type=Internship',
      count: 3,
    },
    calls: { list: 'jobs.list', remove: 'jobs.remove' },
    add: 'Create New Job',
    keys: ['Title', 'Description', 'Requirement 1', 'Responsibility 1', 'Department', 'Location'].map(
      (label) => [label, `Keys of ${label}`],
    ),
    save: 'Create Job',
    added: 'Job created',
    deletion: { title: 'Delete Job Posting', answer: 'Delete Job', deleted: 'Job deleted' },
    empty: { heading: 'No jobs found', words: 'Get started by creating your first job!' },
  },
  {
    nouns: 'team members',
    path: '/admin/team',
    rest: '/api/admin/team',
    member: 'team',
    title: 'Team Management',
    counts: [
      ...['Total members: 20', 'Leadership: 7', 'Development: 5', 'Human Resource: 4'],
      'Application Tech Support: 4',
    ],
    card: {
      title: 'Marianne Okafor',
      hasPicture: true,
      lines: [
        ...['Leadership', 'Sample', 'Marianne Okafor', 'Chief Executive Officer'],
        expect.stringMatching(/^Marianne co-founded Atrium in 2013/),
        ...['Company strategy', 'Client relations', 'Quotations', 'Public sector', 'Edit', 'Delete'],
      ],
    },
    sizes: [8, 8, 4],
    filter: {
      label: 'Section',
      all: 'All Sections',
      option: 'Human Resource',
      query: 'section=human-resource',
      count: 4,
    },
    calls: { list: 'team.list', remove: 'team.remove' },
    add: 'Add Team Member',
    keys: [
      ['Name', 'Keys of a name'],
      ['Role', 'HR Officer'],
      ['Description', 'Keys of a description'],
      ['Expertise', 'Keys of a skill\n'],
    ],
    save: 'Save',
    added: 'Team member added',
    deletion: { title: 'Delete Team Member', answer: 'Delete Member', deleted: 'Team member deleted' },
    empty: {
      heading: 'No team members found',
      filtered: 'No team members found in section "Human Resource"',
      words: 'Get started by adding your first team member!',
    },
  },
];

/** The kit makes these walks alike for every module. The gate takes the list with pictures and three pages. */
const walked = chooseByForm(screens, screens.slice(0, 1));
const [projects] = screens;

const site = useBrowserSite('starter');
const open = (path: string, options?: Parameters<typeof openScreen>[3]) =>
  openScreen(site.browser, site.server, path, options);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const firstTitle = (page: Page) => page.getByRole('listitem').getByRole('heading').first().innerText();

// Each test begins with all rows of the starter content, and with no others.
afterEach(async () => {
  const { api } = await signInToApis(site.server);
  for (const { rest } of walked) {
    const { items } = await api('GET', `${rest}/trash?per_page=100`);
    const deleted = (items as { id: number; title: string }[]).filter(
      ({ title }) => !title.startsWith('Keys of'),
    );
    if (deleted.length > 0) await api('POST', `${rest}/restore`, { ids: deleted.map(({ id }) => id) });
  }
});

test.each(screens)('the list of $nouns shows counts, filter and cards', async (screen) => {
  const { path, title, counts, filter, card, add } = screen;
  const page = await open(path);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByRole('link', { name: 'Back to Dashboard' }).waitFor();
  await page.getByRole('button', { name: add }).waitFor();
  expect(await countsOf(page)).toEqual(counts);
  const offered = counts.slice(1).map((count) => count.replace(/: \d+$/, ''));
  expect(await page.getByLabel(filter.label).locator('option').allTextContents()).toEqual([
    ...[filter.all, ...offered],
  ]);
  const shown = cardOf(page, card.title);
  await shown.getByText('Sample', { exact: true }).waitFor();
  expect(await linesOf(shown)).toEqual(card.lines);
  if (card.hasPicture) {
    const width = () => shown.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  }
  await expectAccessible(page);
});

test.each(walked)('the list of $nouns keeps its page and its filter in the address', async (screen) => {
  const { path, sizes, filter } = screen;
  await expectListState(await open(path), { path, sizes, filter });
});

test.each(walked)(
  'the keyboard alone adds, changes and deletes one of the $nouns, and turns the page',
  async (screen) => {
    const { path, add, keys, save, added, deletion } = screen;
    const page = await open(path);
    const { keyboard } = page;
    const [label, title] = keys[0]!;
    await tabTo(page.getByRole('button', { name: add }));
    await keyboard.press('Enter');
    for (const [field, typed] of keys) {
      await tabTo(page.getByLabel(field, { exact: true }));
      await keyboard.type(typed);
    }
    await tabTo(page.getByRole('button', { name: save, exact: true }));
    await keyboard.press('Enter');
    await page.getByText(added).waitFor();
    await tabTo(page.getByRole('button', { name: `Edit ${title}` }));
    await keyboard.press('Enter');
    await tabTo(page.getByLabel(label, { exact: true }));
    await keyboard.press('End');
    await keyboard.type('s');
    await keyboard.press('Enter');
    await tabTo(page.getByRole('button', { name: `Delete ${title}s` }));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: deletion.title });
    await dialog.waitFor();
    await expectAccessible(page);
    await tabTo(dialog.getByRole('button', { name: deletion.answer }));
    await keyboard.press('Enter');
    await page.getByText(deletion.deleted).waitFor();
    await cardOf(page, `${title}s`).waitFor({ state: 'detached' });
    await tabTo(page.getByRole('button', { name: 'Next' }));
    await keyboard.press('Enter');
    await page.waitForURL('**?page=2');
  },
);

test.each(walked)('what fails in the list of $nouns is said, until it goes through', async (screen) => {
  const { path, nouns, calls, deletion } = screen;
  const page = await open(path);
  const title = await firstTitle(page);
  const dialog = page.getByRole('dialog', { name: deletion.title });
  const answer = dialog.getByRole('button', { name: deletion.answer });
  const reconnect = await failAsOffline(page, calls.remove);
  await press(page, `Delete ${title}`);
  await answer.click();
  await dialog.getByRole('alert').getByText('Can’t reach the server.').waitFor();
  await reconnect();
  const calmDown = await failAsBusy(page, calls.list);
  await expectBusyText(answer, calls.remove, 'Deleting...');
  const notice = page.getByRole('alert').filter({ hasText: `Couldn’t refresh the ${nouns}.` });
  await notice.getByText('req-7').waitFor();
  await calmDown();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await cardOf(page, title).waitFor({ state: 'detached' });

  const calmAgain = await failAsBusy(page, calls.list);
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: `Couldn’t load the ${nouns}` });
  await failure.getByText('req-7').waitFor();
  await calmAgain();
  await press(page, 'Try again');
  await page.getByRole('listitem').getByRole('heading').first().waitFor();
  expect(await cardOf(page, title).count()).toBe(0);
});

test.each(walked)('an empty list of $nouns says what to do', async (screen) => {
  const { path, rest, member, filter, empty } = screen;
  await removeListedRows(site.server, rest, member);
  const page = await open(path);
  const heading = page.getByRole('heading', { name: empty.heading, exact: true });
  await page.getByLabel(filter.label).selectOption(filter.option);
  if (empty.filtered) await page.getByText(empty.filtered).waitFor();
  await heading.waitFor();
  await page.getByLabel(filter.label).selectOption(filter.all);
  await page.getByText(empty.words).waitFor();
  await heading.waitFor();
  await expectAccessible(page);
});

test('on a phone, what is said leaves the buttons free and the list does not glide', async () => {
  const page = await open(projects!.path, {
    viewport: { width: 390, height: 700 },
    reducedMotion: 'reduce',
  });
  const scroll = await recordScrolls(page);
  await press(page, '2');
  await page.waitForURL('**?page=2');
  expect(await scroll()).toBe('instant 0');
  await press(page, 'Delete Eleven days of support for a film festival');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Project' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Project deleted' });
  await said.waitFor();
  await press(page, 'Add Project');
  const save = await page.getByRole('button', { name: 'Save Project' }).boundingBox();
  const { y, height } = (await said.boundingBox())!;
  expect(y + height).toBeLessThan(save!.y);
  await expectAccessible(page);
});
