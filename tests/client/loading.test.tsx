import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { screens } from '../../client/admin/app/screens.ts';
import { dashboardAnswers, fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import { accountRow, jobRow, jobsPage } from '../support/rows.ts';

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

it('shows no time before the site’s time zone is known', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const user = accountRow({ created_at: '2026-07-01T23:30:00.000Z' });
  const stats = {
    total_users: 1,
    admin_users: 1,
    regular_users: 0,
    hr_users: 0,
    content_moderator_users: 0,
  };
  fakeServer({
    'users.list': () => ({ users: [user], stats, meta: { total: 1, page: 1, per_page: 12 } }),
  });
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await answer(url, init);
    if (!url.includes('site.settings')) return response;
    await released;
    const body = await response.json();
    body.result.data.region.time_zone = 'Europe/London';
    return Response.json(body);
  });
  openPanel('/admin/users', 'admin');
  const cell = (await screen.findByText(user.email)).closest('tr')!;
  expect(cell.querySelector(`time[datetime="${user.created_at}"]`)?.textContent).toBe('');
  release();
  await within(cell).findByText('2 Jul 2026');
});
