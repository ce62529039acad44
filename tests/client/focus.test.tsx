import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { restoreFocusToHeading } from '../../client/admin/components/page-header.tsx';
import { findGroup } from '../../src/shared/settings/groups.ts';
import { type Answers, fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import { jobRow, jobsPage, settingGroup } from '../support/rows.ts';

preparePanelTests();

const job = jobRow();
const draft = {
  opening: 'an-earlier-one',
  saved_at: '2026-11-24T10:00:00.000Z',
  base_version: job.version,
  fields: {
    draft: { title: 'Restored' },
    ground: { base: { title: job.title } },
    attempt: { key: 'a'.repeat(32) },
  },
};
const answers: Answers = {
  'jobs.list': () => jobsPage(),
  'jobs.one': () => ({ job }),
  'workingCopies.jobs.list': () => ({ copies: [draft] }),
  'settings.one': ({ group }) => settingGroup(findGroup(group)!.name),
  'media.list': () => ({ items: [], meta: { total: 0, page: 1, per_page: 24 } }),
  'media.upload': () => {
    throw refusal(422, 'The file must be a picture.');
  },
};

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const title = () => screen.findByLabelText('Title');

interface Case {
  button: string;
  path: string;
  prepare?: () => Promise<void>;
  next: () => Promise<HTMLElement>;
}
const cases: Case[] = [
  { button: 'Restore draft', path: '/admin/jobs/3/edit', next: title },
  { button: 'Discard draft', path: '/admin/jobs/3/edit', next: title },
  {
    button: 'Price list',
    path: '/admin/pages/new',
    prepare: async () => void (await screen.findByRole('button', { name: 'Add block' })),
    next: () => screen.findByRole('group', { name: 'Content' }),
  },
  {
    button: 'Dismiss wrong.png',
    path: '/admin/media',
    prepare: async () => {
      await screen.findByRole('button', { name: 'Upload files' });
      const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
      await userEvent.upload(input, new File(['x'], 'wrong.png', { type: 'image/png' }));
    },
    next: async () => document.querySelector<HTMLElement>('main [role=status][tabindex]')!,
  },
];

it.each(cases)('moves to what follows when "$button" disappears', async ({ button, path, prepare, next }) => {
  fakeServer(answers);
  openPanel(path, 'admin');
  await prepare?.();
  await press(button);
  await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull());
  const following = await next();
  await waitFor(() => expect(document.activeElement).toBe(following));
});

const wrong = (field: string) => () => {
  throw refusal(422, 'Please correct the marked fields.', { [field]: ['Wrong'] });
};

it.each([
  ['/admin/webhooks', 'New webhook', 'Create webhook', 'Address'],
  ['/admin/settings/redirects', undefined, 'Add redirect', 'Page'],
  ['/admin/privacy', undefined, 'Find', 'Email address of the person'],
])('on %s moves to the wrong field when a save fails', async (path, opener, save, label) => {
  fakeServer({
    ...answers,
    'webhooks.list': () => ({ webhooks: [] }),
    'webhooks.create': wrong('url'),
    'addresses.redirects.list': () => ({ redirects: [], total: 0 }),
    'addresses.redirects.missed': () => ({ missed: [] }),
    'addresses.redirects.add': wrong('target'),
    'privacy.due': () => [],
    'privacy.erasures': () => ({ erasures: [] }),
    'privacy.find': wrong('email'),
  });
  openPanel(path, 'admin');
  if (opener) await press(opener);
  await press(save);
  const field = await screen.findByLabelText(label);
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('stays where it is when another screen opens before a reload has ended', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const openScreen = () =>
    document.body.replaceChildren(Object.assign(document.createElement('h1'), { tabIndex: -1 }));
  openScreen();
  restoreFocusToHeading();
  openScreen();
  vi.runAllTimers();
  vi.useRealTimers();
  expect(document.activeElement).toBe(document.body);
  document.body.replaceChildren();
});

it('moves to the heading of the screen to which the person comes back, and not when the page loads', async () => {
  fakeServer(answers);
  const { goTo, goBack } = openPanel('/admin/jobs', 'admin');
  await screen.findByRole('heading', { name: 'Job Management' });
  expect(document.activeElement).toBe(document.body);
  await goTo('/admin/jobs/3/edit');
  await screen.findByRole('heading', { name: 'Edit Job' });
  await goBack();
  const heading = await screen.findByRole('heading', { name: 'Job Management' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});
