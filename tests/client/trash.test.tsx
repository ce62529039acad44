import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type Answers, fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import type { InputOf } from '../support/procedures.ts';
import { allChangedAnswer } from '../support/rows.ts';

preparePanelTests();

const trash = '/admin/jobs/trash';
const now = new Date('2025-11-12T14:05:00.000Z');
const hourMs = 60 * 60_000;

function itemOf(id: number, hoursLeft: number) {
  return {
    id,
    title: `Job ${id}`,
    deleted_by: 'Ida Holm',
    deleted_at: '2025-11-12T13:05:00.000Z',
    kept_until: new Date(now.getTime() + hoursLeft * hourMs).toISOString(),
    picture: id === 1 ? '/uploads/kept/a.png' : null,
  };
}

/** A trash that remembers what was done to it. */
function fakeTrash(answers: Answers = {}) {
  let items = [itemOf(1, 30 * 24), itemOf(2, 25), itemOf(3, 24), itemOf(4, 0)];
  const take = (...ids: number[]) => {
    items = items.filter(({ id }) => !ids.includes(id));
  };
  const takeOne = ({ id }: InputOf<'trash.jobs.restore'>) => {
    take(Number(id));
    return { success: true } as const;
  };
  const takeMany = ({ ids }: InputOf<'trash.jobs.restoreMany'>) => {
    take(...ids);
    return allChangedAnswer(ids);
  };
  return fakeServer({
    'trash.jobs.list': () => ({ items, meta: { total: items.length, page: 1, per_page: 20 } }),
    'trash.jobs.restore': takeOne,
    'trash.jobs.remove': takeOne,
    'trash.jobs.restoreMany': takeMany,
    'trash.jobs.removeMany': takeMany,
    ...answers,
  });
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const lines = () => screen.getAllByRole('row').slice(1);

it('shows of each row its picture, who deleted it, and how many days are left, of which a begun one counts', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  fakeTrash();
  openPanel(trash, 'hr');
  await screen.findByText('Job 1');
  const left = lines().map((line) => within(line).getByText(/ days?$/).textContent);
  expect(left).toEqual(['30 days', '2 days', '1 day', '1 day']);
  expect(lines()[0]!.textContent).toContain('Ida Holm');
  const pictures = lines().map((line) => line.querySelector('img')?.getAttribute('src'));
  expect(pictures).toEqual(['/uploads/kept/a.png', undefined, undefined, undefined]);
  vi.useRealTimers();
});

it('restores a row once, however often the button is pressed', async () => {
  const answer = Promise.withResolvers<{ success: true }>();
  const server = fakeTrash({ 'trash.jobs.restore': () => answer.promise });
  openPanel(trash, 'hr');
  await press('Restore Job 2');
  await press('Restore Job 2');
  server.expectCalls('trash.jobs.restore', [{ id: 2 }]);
  const before = server.calls('trash.jobs.list').length;
  answer.resolve({ success: true });
  await waitFor(() => expect(server.calls('trash.jobs.list').length).toBeGreaterThan(before));
});

it('deletes a row for good after a question', async () => {
  const server = fakeTrash();
  openPanel(trash, 'hr');
  await press('Delete permanently: Job 3');
  const dialog = await screen.findByRole('dialog', { name: 'Delete permanently' });
  within(dialog).getByText('Permanently delete "Job 3"? It can’t be restored afterwards.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
  await waitFor(() => expect(screen.queryByText('Job 3')).toBeNull());
  server.expectCalls('trash.jobs.remove', [{ id: 3 }]);
});

it('restores and deletes several rows', async () => {
  const server = fakeTrash();
  openPanel(trash, 'hr');
  const select = async (title: string) =>
    userEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }));
  const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }));
  await select('Job 1');
  await select('Job 2');
  await userEvent.click(bar().getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(lines()).toHaveLength(2));
  server.expectCalls('trash.jobs.restoreMany', [{ ids: [1, 2] }]);
  await select('Job 4');
  await userEvent.click(bar().getByRole('button', { name: 'Delete permanently' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete permanently' });
  expect(dialog.textContent).toContain('Permanently delete 1 job?');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
  await waitFor(() => expect(lines()).toHaveLength(1));
  server.expectCalls('trash.jobs.removeMany', [{ ids: [4] }]);
});

it('says in the dialog why a row could not be deleted', async () => {
  fakeTrash({
    'trash.jobs.remove': () => {
      throw refusal(500, 'Something went wrong.');
    },
  });
  openPanel(trash, 'hr');
  await press('Delete permanently: Job 1');
  const dialog = await screen.findByRole('dialog', { name: 'Delete permanently' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Request req-1');
});
