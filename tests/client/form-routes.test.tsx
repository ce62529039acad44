import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import {
  type Answers,
  dashboardAnswers,
  fakeServer,
  openPanel,
  preparePanelTests,
  refusal,
} from '../support/panel-tests.tsx';
import type { OutputOf } from '../support/procedures.ts';
import { jobRow, jobsPage } from '../support/rows.ts';

preparePanelTests();

const job = jobRow();
const list = '/admin/jobs';
const lists: Answers = {
  ...dashboardAnswers,
  'jobs.list': () => jobsPage(),
};
const title = () => screen.findByLabelText<HTMLInputElement>('Title');

describe('the address of a form', () => {
  it('loads the row once, and anew at each opening', async () => {
    let version = 3;
    const server = fakeServer({
      ...lists,
      'jobs.one': () => ({ job: { ...job, version, title: `Version ${version}` } }),
    });
    const { goTo, goBack } = openPanel(`${list}/3/edit`, 'hr');
    expect((await title()).value).toBe('Version 3');
    server.expectCalls('jobs.one', [{ id: 3 }]);
    expect(document.title).toMatch(/^Edit Job · /);
    version = 4;
    await goTo(list);
    await screen.findByText(/^Get started by /);
    await goBack();
    expect((await title()).value).toBe('Version 4');
    expect(server.calls('jobs.one')).toHaveLength(2);
  });

  it('leads from one form to another', async () => {
    fakeServer({
      ...lists,
      'jobs.one': ({ id }) => ({ job: jobRow({ id: Number(id), title: `Job ${id}` }) }),
    });
    const { goTo } = openPanel(`${list}/3/edit`, 'hr');
    expect((await title()).value).toBe('Job 3');
    await goTo(`${list}/4/edit`);
    await waitFor(async () => expect((await title()).value).toBe('Job 4'));
  });

  it.each(['0', 'abc', '-1', '1.5', '1e3', '99999999999999999999'])('%s names no row', async (id) => {
    const server = fakeServer(lists);
    openPanel(`${list}/${id}/edit`, 'hr');
    expect(await screen.findByText('Page not found')).toBeDefined();
    expect(server.calls('jobs.one')).toEqual([]);
  });

  it('says of a row that is gone what the server says', async () => {
    fakeServer({
      ...lists,
      'jobs.one': () => {
        throw refusal(404, 'The job was not found.');
      },
    });
    openPanel(`${list}/9/edit`, 'hr');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Couldn’t load the job');
    expect(alert.textContent).toContain('The job was not found.');
    expect(screen.getByRole('heading', { level: 1, name: 'Edit Job' })).toBeDefined();
    expect(within(alert).queryByRole('button')).toBeNull();
    expect(within(alert).getByRole('link', { name: 'Back to jobs' }).getAttribute('href')).toBe(list);
  });

  it('offers to try again when the server fails', async () => {
    fakeServer({
      ...lists,
      'jobs.one': () => {
        throw refusal(429, 'Too many calls.');
      },
    });
    openPanel(`${list}/9/edit`, 'hr');
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeDefined();
    expect(within(alert).queryByRole('link')).toBeNull();
  });

  it('asks for nothing on behalf of who may not open it', async () => {
    const server = fakeServer(lists);
    const { address } = openPanel(`${list}/3/edit`, 'content_moderator');
    await waitFor(() => expect(address()).toBe('/admin/dashboard'));
    expect((await screen.findByRole('alert')).textContent).toContain('Your role does not permit it.');
    expect(server.calls('jobs.one')).toEqual([]);
  });

  it.each([`${list}/3`, `${list}/3/edit/more`, `${list}/old`, '/admin/inbox/3', '/admin/nowhere'])(
    '%s is no page',
    async (path) => {
      fakeServer(lists);
      openPanel(path, 'admin');
      expect(await screen.findByText('Page not found')).toBeDefined();
    },
  );
});

it('a form takes the place of the list, and says on its button that it saves', async () => {
  const answer = Promise.withResolvers<OutputOf<'jobs.update'>>();
  fakeServer({
    ...lists,
    'jobs.list': () => jobsPage([job]),
    'jobs.one': () => ({ job }),
    'jobs.update': () => answer.promise,
  });
  const { goTo } = openPanel(list, 'hr');
  await screen.findByRole('heading', { name: job.title });
  expect(screen.getByRole('option', { name: 'All Types' })).toBeDefined();
  await goTo(`${list}/3/edit`);
  await title();
  expect(screen.queryByRole('heading', { name: job.title })).toBeNull();
  expect(screen.queryByRole('option', { name: 'All Types' })).toBeNull();
  expect(screen.queryAllByRole('term')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Update Job' }));
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDefined();
  answer.resolve({ job: { ...job, version: 4 } });
  expect(await screen.findByText('Job saved')).toBeDefined();
});

it('a person who leaves a form while it is saved is not led away from where they went', async () => {
  const answer = Promise.withResolvers<OutputOf<'jobs.update'>>();
  fakeServer({ ...lists, 'jobs.one': () => ({ job }), 'jobs.update': () => answer.promise });
  const { goTo, address } = openPanel([list, `${list}/3/edit`], 'hr');
  await userEvent.type(await title(), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Update Job' }));
  await goTo('/admin/activities');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(address()).toBe('/admin/activities'));
  await screen.findByText('No activities found');
  answer.resolve({ job: { ...job, version: 4 } });
  expect(await screen.findByText('Job saved')).toBeDefined();
  expect(address()).toBe('/admin/activities');
});

it('neither is one who had changed nothing', async () => {
  const answer = Promise.withResolvers<OutputOf<'jobs.update'>>();
  fakeServer({ ...lists, 'jobs.one': () => ({ job }), 'jobs.update': () => answer.promise });
  const { goTo, address } = openPanel([list, `${list}/3/edit`], 'hr');
  await title();
  await userEvent.click(screen.getByRole('button', { name: 'Update Job' }));
  await goTo('/admin/activities');
  await screen.findByText('No activities found');
  answer.resolve({ job: { ...job, version: 4 } });
  expect(await screen.findByText('Job saved')).toBeDefined();
  expect(address()).toBe('/admin/activities');
});

it('a missing translation begins with one click in the list of translations', async () => {
  const server = fakeServer({
    ...lists,
    'translations.table': () => ({
      languages: ['en', 'de'],
      rows: [
        {
          module: 'jobs',
          group: null,
          id: 3,
          title: 'Engineer',
          cells: [
            { lang: 'en', state: 'published', id: 3, outdated: [] },
            { lang: 'de', state: 'missing', id: null, outdated: [] },
          ],
        },
      ],
      progress: [],
      meta: { total: 1, page: 1, per_page: 50 },
    }),
    'jobs.translate': () => ({ id: 8, job: { ...job, id: 8 } }),
    'jobs.one': ({ id }) => ({ job: { ...job, id: Number(id), title: 'Ingenieurin' } }),
  });
  const panel = openPanel('/admin/translations', 'admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Engineer, German: Missing. Translate' }));
  await waitFor(async () => expect((await title()).value).toBe('Ingenieurin'));
  expect(panel.address()).toBe('/admin/jobs/8/edit');
  expect(server.calls('jobs.translate')).toEqual([{ id: 3, lang: 'de' }]);
});
