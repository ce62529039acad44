// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { MediaItemView, MediaUseView } from '../../src/shared/media.ts';
import { factsOf, type ModuleName, moduleNames, modulePath } from '../../src/shared/module-facts.ts';
import { fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import { jobRow, jobsPage } from '../support/rows.ts';
import { sampledModules } from '../support/samples.ts';
import { isShortForm } from '../support/test-form.ts';

preparePanelTests();

const isSure = 'Are you sure you want to delete "A name"? This action cannot be undone.';
type DialogTexts = [title: string, question: string, answer: string];

const dialogs: Partial<Record<ModuleName, DialogTexts>> = {
  blog: [
    'Delete Blog Post',
    'Are you sure you want to delete "A name"? This action cannot be undone and will permanently remove this blog post from your website.',
    'Delete Post',
  ],
  team: [
    'Delete Team Member',
    'Are you sure you want to remove "A name" from the team? This action cannot be undone.',
    'Delete Member',
  ],
  jobs: ['Delete Job Posting', isSure, 'Delete Job'],
  portfolio: ['Delete Project', isSure, 'Delete Project'],
};

/** One dialog has the texts of all. */
const repeated: readonly ModuleName[] = ['team', 'jobs', 'testimonials', 'clients', 'pages'];
it.each(moduleNames.filter((name) => !isShortForm || !repeated.includes(name)))(
  'the delete dialog of %s has the text of the product, and names the trash after it',
  async (module) => {
    const { one, many } = factsOf(module);
    const usual = `Delete ${one[0]!.toUpperCase()}${one.slice(1)}`;
    const [title, question, answer] = dialogs[module] ?? [usual, isSure, usual];
    const { sample, title: nameKey } = sampledModules.find(({ name }) => name === module)!;
    const row = {
      ...sample(),
      id: 7,
      [nameKey]: 'A name',
      slug: null,
      version: 1,
      is_sample: false,
      created_at: '2025-11-12T14:05:00.000Z',
      updated_at: '2025-11-12T14:05:00.000Z',
    };
    const meta = { total: 1, page: 1, per_page: 12 };
    const deleted = Promise.withResolvers<{ success: true }>();
    const server = fakeServer({
      [`${module}.list`]: () => ({ [many]: [row], meta, stats: { total: 1, by: {} } }),
      [`${module}.remove`]: () => deleted.promise,
    });
    openPanel(modulePath(module), 'admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete A name' }));
    const dialog = await screen.findByRole('dialog', { name: title });
    const texts = [...dialog.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(texts).toEqual([question, 'The trash keeps a copy for 30 days.']);
    const buttons = within(dialog).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['Cancel', answer]);
    await waitFor(() => expect(document.activeElement).toBe(buttons[0]));
    await userEvent.click(buttons[1]!);
    expect(buttons[1]!.textContent).toBe('Deleting...');
    deleted.resolve({ success: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(`${module}.remove`)).toEqual([{ id: 7 }]);
    await waitFor(() => expect(server.calls(`${module}.list`)).toHaveLength(2));
  },
);

const item: MediaItemView = {
  id: 7,
  version: 1,
  created_at: '2025-11-12T14:05:00.000Z',
  updated_at: '2025-11-12T14:05:00.000Z',
  name: 'Prices.pdf',
  path: 'uploads/prices.pdf',
  type: 'pdf',
  alt: null,
  is_described: false,
  caption: null,
  credit: null,
  tags: [],
  focal_x: 5,
  focal_y: 5,
  is_attached: false,
  user_name: 'Ada',
  picture: null,
  file: { url: '/uploads/7-a/Prices.pdf', bytes: 1000 },
};

it('the library shows what uses an item instead of the question whether to delete it', async () => {
  const use: MediaUseView = {
    module: factsOf('jobs').log,
    id: 3,
    title: 'Carpenter',
    place: 'links',
    is_in_trash: false,
  };
  let uses = [use];
  const server = fakeServer({
    'media.list': () => ({ items: [item], meta: { total: 1, page: 1, per_page: 24 } }),
    'media.one': () => ({ item, uses, in_versions: 2 }),
  });
  openPanel('/admin/media', 'admin');
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Delete Prices.pdf' }));
  await open();
  const used = within(await screen.findByRole('dialog', { name: 'File in Use' }));
  expect(used.getByRole('link', { name: 'Carpenter' }).getAttribute('href')).toBe('/admin/jobs/3/edit');
  expect(used.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close']);
  await userEvent.click(used.getByRole('button'));
  uses = [];
  await open();
  const question = within(await screen.findByRole('dialog', { name: 'Delete File' }));
  question.getByText(/Earlier versions of 2 entries show it and would lose it/);
  question.getByRole('button', { name: 'Delete File' });
  expect(server.calls('media.remove')).toEqual([]);
});

it('a file that the server refused may be chosen again', async () => {
  const server = fakeServer({
    'media.one': () => ({ item, uses: [], in_versions: 0 }),
    'media.replace': () => {
      throw refusal(422, 'Please correct the marked fields.', { file: ['This is the same file.'] });
    },
  });
  openPanel('/admin/media/7/edit', 'admin');
  await screen.findByRole('button', { name: 'Replace file' });
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const file = new File(['x'], 'Prices.pdf', { type: 'application/pdf' });
  for (const count of [1, 2]) {
    await userEvent.upload(input, file);
    await waitFor(() => expect(server.calls('media.replace')).toHaveLength(count));
    await screen.findByRole('button', { name: 'Replace file' });
  }
});

it('a question closes when the person goes to another screen, and does nothing', async () => {
  const server = fakeServer({ 'jobs.list': () => jobsPage([jobRow({ title: 'A job' })]) });
  const panel = openPanel(['/admin/jobs/new', '/admin/jobs'], 'hr');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete A job' }));
  await screen.findByRole('dialog', { name: 'Delete Job Posting' });
  await panel.goBack();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(panel.address()).toBe('/admin/jobs/new');
  expect(server.calls('jobs.remove')).toEqual([]);
});
