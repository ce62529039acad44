import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import { messageRow } from '../support/rows.ts';

preparePanelTests();

const stages = [
  { key: 'new', name: 'New' },
  { key: 'talks', name: 'In talks' },
  { key: 'refused', name: 'Refused' },
];

/** Three applicants who remember their stage. */
function fakeBoard({
  undone = 'changed' as 'changed' | 'unchanged',
  is_closed = false,
  answered = Promise.resolve(),
  /** Holds all loads but the first. */
  reloaded = Promise.resolve(),
} = {}) {
  let applicants = ['Ann', 'Bea', 'Cem'].map((name, place) => ({
    ...messageRow({ id: place + 1, name, kind: 'application', message: `I am ${name}.\nMore.`, about_id: 4 }),
    stage: 'new' as string | null,
    notes: place,
  }));
  const set = (ids: readonly unknown[], stage: string) => {
    applicants = applicants.map((one) => (ids.includes(one.id) ? { ...one, stage } : one));
  };
  let keeps_open = false;
  let version = 90;
  let isLoaded = false;
  const server = fakeServer({
    'inbox.keepApplicants': () => {
      keeps_open = true;
      return { success: true };
    },
    'inbox.applicants': async () => {
      if (isLoaded) await reloaded;
      isLoaded = true;
      return {
        job: { id: 4, title: 'Gardener', is_closed, keeps_open },
        stages,
        applicants,
        has_more: false,
      };
    },
    'inbox.setStage': async ({ ids, stage }) => {
      await answered;
      set(ids, stage);
      version += 1;
      return { results: ids.map((id) => ({ id, outcome: 'changed' as const, version })) };
    },
    'inbox.undo': ({ rows }) => {
      if (undone === 'changed')
        set(
          rows.map(({ id }) => id),
          'new',
        );
      return { results: rows.map(({ id }) => ({ id: Number(id), outcome: undone })) };
    },
  });
  return { server, lose: () => set([3], 'gone') };
}

const path = '/admin/jobs/4/applicants';
const column = (name: string) => screen.findByRole('region', { name });
const names = async (stage: string) =>
  within(await column(stage))
    .queryAllByRole('checkbox')
    .map((box) => box.getAttribute('aria-label')?.replace('Select ', ''));
const card = (name: string) => screen.findByRole('button', { name: new RegExp(`^(Unread:\\s*)?${name}$`) });

it('moves the focused applicant by keys, keeps the focus on it, and undoes the move', async () => {
  const { server } = fakeBoard();
  openPanel(path, 'hr');
  (await card('Bea')).focus();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(async () => expect(await names('In talks')).toEqual(['Bea']));
  await waitFor(async () => expect(document.activeElement).toBe(await card('Bea')));
  await userEvent.keyboard('3');
  await waitFor(async () => expect(await names('Refused')).toEqual(['Bea']));
  server.expectCalls('inbox.setStage', [
    { ids: [2], stage: 'talks' },
    { ids: [2], stage: 'refused' },
  ]);
  await screen.findByText(/Bea moved to Refused/);
  await userEvent.keyboard('z');
  await waitFor(async () => expect(await names('New')).toEqual(['Ann', 'Bea', 'Cem']));
});

it('shows and undoes the newest of many quick moves', async () => {
  const { server } = fakeBoard();
  openPanel(path, 'hr');
  (await card('Bea')).focus();
  for (const [at, key] of ['2', '3', '2', '3', '2', '1'].entries()) {
    await userEvent.keyboard(key);
    await waitFor(() => expect(server.calls('inbox.setStage')).toHaveLength(at + 1));
    await waitFor(async () => expect(document.activeElement).toBe(await card('Bea')));
    await screen.findAllByText(/^Bea moved to/);
  }
  await screen.findByText(/^Bea moved to New/);
  await userEvent.keyboard('z');
  await waitFor(() => expect(server.calls('inbox.undo')).toEqual([{ rows: [{ id: 2, version: 96 }] }]));
});

it('shows moves at once and sends them in their order, whatever a reload says meanwhile', async () => {
  const answered = Promise.withResolvers<void>();
  const { server } = fakeBoard({ answered: answered.promise, is_closed: true });
  openPanel(path, 'hr');
  (await card('Bea')).focus();
  await userEvent.keyboard('2');
  await waitFor(async () => expect(document.activeElement).toBe(await card('Bea')));
  await userEvent.keyboard('3');
  expect(await names('Refused')).toEqual(['Bea']);
  const loads = server.calls('inbox.applicants').length;
  (await card('Ann')).focus();
  await userEvent.click(screen.getByRole('button', { name: 'Keep them' }));
  await waitFor(() => expect(server.calls('inbox.applicants').length).toBeGreaterThan(loads));
  expect(await names('Refused')).toEqual(['Bea']);
  server.expectCalls('inbox.setStage', [{ ids: [2], stage: 'talks' }]);
  answered.resolve();
  await screen.findByText(/^Bea moved to Refused/);
  server.expectLastCall('inbox.setStage', { ids: [2], stage: 'refused' });
  expect(await names('Refused')).toEqual(['Bea']);
});

it('shows a move that failed or was undone at its old place, while a reload is running', async () => {
  const never = new Promise<void>(() => {});
  fakeBoard({ reloaded: never });
  const { unmount } = openPanel(path, 'hr');
  (await card('Bea')).focus();
  await userEvent.keyboard('2');
  await screen.findByText(/^Bea moved to In talks/);
  expect(await names('In talks')).toEqual(['Bea']);
  await userEvent.keyboard('z');
  await waitFor(async () => expect(await names('New')).toEqual(['Ann', 'Bea', 'Cem']));
  await waitFor(async () => expect(document.activeElement).toBe(await card('Bea')));
  unmount();
  const answered = Promise.withResolvers<void>();
  fakeBoard({ reloaded: never, answered: answered.promise });
  openPanel(path, 'hr');
  (await card('Bea')).focus();
  await userEvent.keyboard('2');
  await waitFor(async () => expect(await names('In talks')).toEqual(['Bea']));
  answered.reject(new Error('away'));
  await screen.findByText('Couldn’t move Bea');
  expect(await names('New')).toEqual(['Ann', 'Bea', 'Cem']);
  await waitFor(async () => expect(document.activeElement).toBe(await card('Bea')));
});

it('moves several at once by their checkboxes, and one by its menu', async () => {
  const { server } = fakeBoard();
  openPanel(path, 'hr');
  (await card('Ann')).focus();
  await userEvent.keyboard('xjjx');
  const bar = within(await screen.findByRole('region', { name: 'Selected applicants' }));
  expect(bar.getByRole('status').textContent).toBe('2 selected');
  await userEvent.selectOptions(bar.getByLabelText('Move the selected applicants'), 'Refused');
  await screen.findByText(/2 applicants moved to Refused/);
  expect(await names('Refused')).toEqual(['Ann', 'Cem']);
  await userEvent.click(screen.getByRole('button', { name: 'Move Bea' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'In talks' }));
  await waitFor(async () => expect(await names('In talks')).toEqual(['Bea']));
  server.expectLastCall('inbox.setStage', { ids: [2], stage: 'talks' });
});

it('says whom an undo could not move back, and shows a stage that the settings have lost', async () => {
  const { lose } = fakeBoard({ undone: 'unchanged' });
  lose();
  openPanel(path, 'hr');
  expect(await names('gone')).toEqual(['Cem']);
  (await card('Ann')).focus();
  await userEvent.keyboard('2');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('“Ann”: It has been changed since.');
});

it('shows one stage at a time on a phone', async () => {
  fakeBoard();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener() {},
    removeEventListener() {},
  }));
  openPanel(path, 'hr');
  expect(await names('New')).toEqual(['Ann', 'Bea', 'Cem']);
  expect(screen.queryByRole('region', { name: 'Refused' })).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Stage'), 'Refused (0)');
  expect(await names('Refused')).toEqual([]);
  expect(screen.queryByRole('region', { name: 'New' })).toBeNull();
});

it('asks what becomes of the open applicants of a closed job', async () => {
  const { server } = fakeBoard({ is_closed: true });
  openPanel(path, 'hr');
  await screen.findByText('What becomes of the 3 open applicants?');
  await userEvent.click(screen.getByRole('button', { name: 'Move them to Refused' }));
  await waitFor(async () => expect(await names('Refused')).toEqual(['Ann', 'Bea', 'Cem']));
  expect(screen.queryByText('This job is closed')).toBeNull();
  server.expectCalls('inbox.setStage', [{ ids: [1, 2, 3], stage: 'refused' }]);
});

it('asks nobody again who has chosen to keep the open applicants', async () => {
  const { server } = fakeBoard({ is_closed: true });
  const { unmount } = openPanel(path, 'hr');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep them' }));
  await waitFor(() => expect(screen.queryByText('This job is closed')).toBeNull());
  server.expectCalls('inbox.keepApplicants', [{ id: 4 }]);
  unmount();
  openPanel(path, 'hr');
  expect(await names('New')).toEqual(['Ann', 'Bea', 'Cem']);
  expect(screen.queryByText('This job is closed')).toBeNull();
});
