import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { screens } from '../../client/admin/app/screens.ts';
import { dashboardAnswers, fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import { accountRow, jobRow, jobsPage, messageRow } from '../support/rows.ts';

preparePanelTests();

it('shows that a screen is loading, until it is there', async () => {
  const jobs = screens.find(({ path }) => path === '/admin/jobs')!;
  const { load } = jobs;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  vi.spyOn(jobs, 'load').mockImplementation(() => released.then(load));
  fakeServer({ ...dashboardAnswers, 'jobs.list': () => jobsPage([jobRow({ title: 'Engineer' })]) });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  openPanel('/admin/activities', 'hr');
  const main = await screen.findByRole('main');
  await screen.findByText('No activities found');
  expect(main.getAttribute('aria-busy')).toBe('false');
  await userEvent.click(screen.getAllByRole('link', { name: 'Jobs' })[0]!);
  await expect.poll(() => main.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByText('No activities found')).toBeDefined();
  release();
  await screen.findByRole('heading', { name: 'Engineer' });
  expect(main.getAttribute('aria-busy')).toBe('false');
});

it('asks for the rows of a list before it has the lists of the site, and only once', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = fakeServer({ 'jobs.list': () => jobsPage([jobRow({ title: 'Engineer' })]) });
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.includes('site.settings')) await released;
    return answer(url, init);
  });
  openPanel('/admin/jobs', 'hr');
  await expect.poll(() => server.calls('jobs.list')).toHaveLength(1);
  expect(server.calls('site.settings')).toEqual([]);
  release();
  await screen.findByRole('heading', { name: 'Engineer' });
  server.expectCalls('jobs.list', [{ page: 1, per_page: 12 }]);
  expect(server.calls('site.settings')).toHaveLength(1);
});

it('shows all times by the clock of the site, and names it where the browser has another', async () => {
  const stats = {
    total_users: 1,
    admin_users: 1,
    regular_users: 0,
    hr_users: 0,
    content_moderator_users: 0,
  };
  const [summer, winter] = ['2025-07-01T23:30:00.000Z', '2025-11-01T23:30:00.000Z'];
  const meta = Object.assign(document.createElement('meta'), { name: 'time-zone', content: 'Europe/London' });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  const server = fakeServer({
    'users.list': () => ({
      users: [summer, winter].map((created_at, place) => accountRow({ id: place + 1, created_at })),
      stats,
      meta: { total: 2, page: 1, per_page: 12 },
    }),
    'inbox.assignees': () => ({ assignees: [] }),
    'activities.list': () => ({ activities: [], meta: { total: 0, page: 1, per_page: 15 } }),
    'inbox.list': () => ({
      messages: [messageRow({ created_at: summer, last_incoming_at: summer })],
      meta: { total: 1, page: 1, per_page: 10 },
    }),
  });
  const shownOf = async (at: string) => {
    await waitFor(() => expect(document.querySelector(`time[datetime="${at}"]`)).not.toBeNull());
    return [...document.querySelectorAll(`time[datetime="${at}"]`)].map((time) => [
      time.textContent,
      time.getAttribute('title'),
    ]);
  };
  const users = openPanel('/admin/users', 'admin');
  expect(await shownOf(summer)).toEqual([['2 Jul 2025', '2 Jul 2025, 00:30 London']]);
  expect(await shownOf(winter)).toEqual([['1 Nov 2025', '1 Nov 2025, 23:30']]);
  users.unmount();
  const inbox = openPanel('/admin/inbox', 'admin');
  expect(await shownOf(summer)).toEqual([['2 Jul 2025, 00:30 London', '2 Jul 2025, 00:30 London']]);
  inbox.unmount();
  openPanel('/admin/activities?since=2025-07-02&until=2025-11-02', 'admin');
  await waitFor(() =>
    expect(server.calls('activities.list').at(-1)).toMatchObject({
      since: '2025-07-01T23:00:00.000Z',
      until: '2025-11-03T00:00:00.000Z',
    }),
  );
});
