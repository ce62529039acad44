// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { factsOf, type ModuleName, moduleNames, modulePath } from '../../src/shared/module-facts.ts';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
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
