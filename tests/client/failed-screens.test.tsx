// @vitest-environment jsdom
import { act, screen as page, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { screens } from '../../client/admin/app/screens.ts';
import {
  dashboardAnswers,
  fakeServer,
  openPanel,
  preparePanelTests,
  refusal,
} from '../support/panel-tests.tsx';
import { jobRow, jobsPage, memberRow } from '../support/rows.ts';
import { isShortForm } from '../support/test-form.ts';

preparePanelTests();
afterEach(() => vi.unstubAllGlobals());

// Whatever happens to the calls of a screen, the screen has its heading and says why.

const failures = [
  { failure: 'the server fails', isOnline: true, status: 500, message: 'Something went wrong.' },
  {
    failure: 'the role does not permit it',
    isOnline: true,
    status: 403,
    message: 'Your role does not permit this.',
  },
  { failure: 'the browser is offline', isOnline: false, status: undefined, message: 'You’re offline.' },
];
const paths = [
  ...screens.map(({ path }) => path).filter((path) => !['/admin/settings', '/admin/set-up'].includes(path)),
  '/admin/settings/company',
  '/admin/set-up/company',
];

/** Lets every call of the screens fail. */
function failAll({ isOnline, status, message }: (typeof failures)[number]) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  vi.stubGlobal('fetch', async (url: string) => {
    if (status === undefined) throw new TypeError('Failed to fetch');
    const { data } = refusal(status, message);
    const error = { error: { message, code: -32600, data } };
    return Response.json(url.includes('batch=') ? Array.from({ length: 12 }, () => error) : error, {
      status,
    });
  });
}

describe.each(failures)('when $failure', (failure) => {
  // In the short form, each failure meets three of the screens.
  const turn = failures.indexOf(failure);
  it.each(paths.filter((_, at) => !isShortForm || at % (3 * failures.length) === turn))(
    '%s keeps its heading and says the reason',
    async (path) => {
      fakeServer({});
      failAll(failure);
      openPanel(path, 'admin');
      expect((await page.findByRole('heading', { level: 1 })).textContent).not.toBe('');
      await waitFor(() => expect(page.getAllByRole('alert')[0]!.textContent).toContain(failure.message));
    },
  );
});

it('loads a list by itself when the connection is back, and no message about it stays', async () => {
  const [offline] = failures.filter(({ isOnline }) => !isOnline);
  fakeServer({ ...dashboardAnswers, 'jobs.list': () => jobsPage([jobRow({ title: 'Engineer' })]) });
  const answer = fetch;
  failAll(offline!);
  openPanel('/admin/jobs', 'admin');
  await page.findByText(/You’re offline/);
  act(() => void window.dispatchEvent(new Event('offline')));
  vi.stubGlobal('fetch', answer);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(page.queryByText(/You’re offline/)).toBeNull();
  await page.findByRole('heading', { name: 'Engineer' });
});

it('gives the heading the focus when a list is loaded by “Try again”', async () => {
  fakeServer({ ...dashboardAnswers, 'jobs.list': () => jobsPage([jobRow({ title: 'Engineer' })]) });
  const answer = fetch;
  failAll(failures[0]!);
  openPanel('/admin/jobs', 'admin');
  const retry = await page.findByRole('button', { name: 'Try again' });
  vi.stubGlobal('fetch', answer);
  await userEvent.click(retry);
  await page.findByRole('heading', { name: 'Engineer' });
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('heading', { level: 1 })));
});

it.each([
  { form: 'a page', path: '/admin/jobs/3/edit', label: 'Title', save: 'Update Job' },
  { form: 'a dialog', path: '/admin/team/3/edit', label: 'Name', save: 'Update' },
])('$form that was saved offline says it once, and no longer when the connection is back', async (form) => {
  const { path, label, save } = form;
  fakeServer({
    'jobs.one': () => ({ job: jobRow() }),
    'team.one': () => ({ member: memberRow() }),
    'team.update': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  openPanel(path, 'admin');
  const field = await page.findByLabelText(label);
  failAll(failures.find(({ isOnline }) => !isOnline)!);
  act(() => void window.dispatchEvent(new Event('offline')));
  await page.findByText('You are offline');
  await userEvent.type(field, ' more');
  await userEvent.click(page.getByRole('button', { name: save }));
  await page.findByText(/You’re offline/);
  expect(page.queryByText('You are offline')).toBeNull();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await page.findByText(/You’re back online\. Try again\./);
  await userEvent.type(field, '!');
  expect(page.getByText(/You’re back online\. Try again\./)).toBeDefined();
  expect(page.queryByText(/You’re offline/)).toBeNull();
});

it('keeps the rows of a list that could not be read again, and says so until it could', async () => {
  let isAway = false;
  fakeServer({
    'jobs.list': () => {
      if (isAway) throw refusal(503, 'The server is busy.');
      return jobsPage([jobRow({ title: 'Engineer' })]);
    },
    'jobs.remove': () => {
      isAway = true;
      return { success: true };
    },
  });
  openPanel('/admin/jobs', 'admin');
  await userEvent.click(await page.findByRole('button', { name: 'Delete Engineer' }));
  await userEvent.click(page.getByRole('button', { name: 'Delete Job' }));
  const notice = /^Couldn’t refresh the jobs\./;
  const alert = (await page.findByText(notice)).closest<HTMLElement>('[role=alert]')!;
  expect(page.getByRole('heading', { name: 'Engineer' })).toBeDefined();
  isAway = false;
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(page.queryByText(notice)).toBeNull());
});
