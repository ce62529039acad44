// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import { jobRow, jobsPage } from '../support/rows.ts';
import { isShortForm } from '../support/test-form.ts';

preparePanelTests();

const list = '/admin/jobs';
const pageSize = 12;

/** A server with a number of jobs, the newest first, that can be deleted and restored. */
function serveJobs(count: number) {
  const jobOf = (id: number) => jobRow({ id, title: `Job ${id}` });
  let jobs = Array.from({ length: count }, (_, at) => jobOf(count - at));
  return fakeServer({
    'jobs.list': ({ page }) => {
      const from = (Number(page) - 1) * pageSize;
      return jobsPage(jobs.slice(from, from + pageSize), jobs.length, Number(page));
    },
    'jobs.remove': ({ id }) => {
      jobs = jobs.filter((job) => job.id !== id);
      return { success: true };
    },
    'trash.jobs.restore': ({ id }) => {
      jobs = [...jobs, jobOf(Number(id))].toSorted((a, b) => b.id - a.id);
      return { success: true };
    },
  });
}

async function press(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }));
}

async function deleteJob(title: string) {
  await press(`Delete ${title}`);
  await press('Delete Job');
  await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull());
}

describe('Undo', () => {
  it.skipIf(isShortForm)('works where the browser makes no UUIDs, as on plain http', async () => {
    const random = crypto.getRandomValues.bind(crypto);
    vi.stubGlobal('crypto', { getRandomValues: random });
    const server = serveJobs(2);
    openPanel(list, 'hr');
    await deleteJob('Job 2');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Undo');
    expect(await screen.findByRole('heading', { name: 'Job 2' })).toBeDefined();
    server.expectCalls('trash.jobs.restore', [{ id: 2 }]);
  });

  it('restores once when its button is pressed twice', async () => {
    const server = serveJobs(2);
    openPanel(list, 'hr');
    await deleteJob('Job 2');
    const button = await screen.findByRole('button', { name: 'Undo' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findByText('Job restored')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'Job 2' })).toBeDefined();
    expect(server.calls('trash.jobs.restore')).toHaveLength(1);
  });
});

describe('a page behind the last one', () => {
  it('is replaced by the last one, and Back leads to where one came from', async () => {
    serveJobs(pageSize + 1);
    const { address, goBack } = openPanel([`${list}?type=Full-time`, `${list}?page=99`], 'hr');
    await waitFor(() => expect(address()).toBe(`${list}?page=2`));
    expect(await screen.findByRole('heading', { name: 'Job 1' })).toBeDefined();
    await goBack();
    expect(await screen.findByRole('heading', { name: 'Job 13' })).toBeDefined();
    expect(address()).toBe(`${list}?type=Full-time`);
  });

  it('is left for good when its last row is deleted', async () => {
    serveJobs(pageSize + 1);
    const { address, goBack } = openPanel([`${list}?type=Full-time`, `${list}?page=2`], 'hr');
    await deleteJob('Job 1');
    await waitFor(() => expect(address()).toBe(list));
    expect(await screen.findByRole('heading', { name: 'Job 2' })).toBeDefined();
    await goBack();
    expect(await screen.findByRole('heading', { name: 'Job 13' })).toBeDefined();
    expect(address()).toBe(`${list}?type=Full-time`);
  });
});

describe('a search', () => {
  it('is one step of the history, however often one pauses while typing', async () => {
    serveJobs(2);
    const { address, goBack } = openPanel([`${list}?type=Full-time`, list], 'hr');
    const field = await screen.findByRole('searchbox', { name: 'Search' });
    await userEvent.type(field, 'Jo');
    await waitFor(() => expect(address()).toBe(`${list}?search=Jo`));
    await userEvent.type(field, 'b');
    await waitFor(() => expect(address()).toBe(`${list}?search=Job`));
    await goBack();
    expect(address()).toBe(list);
    await goBack();
    expect(address()).toBe(`${list}?type=Full-time`);
  });
});

describe('a refusal that comes late', () => {
  it('of a session that another one has replaced repeats the call and leaves the new one alone', async () => {
    let isReplaced = false;
    const server = fakeServer({
      'jobs.list': () => {
        if (isReplaced) return jobsPage();
        isReplaced = true;
        sessionStorage.setItem('admin_token', 'newer');
        throw refusal(401, 'Please sign in.');
      },
    });
    const { left } = openPanel(list, 'hr');
    expect(await screen.findByText('No jobs found')).toBeDefined();
    const sent = server.headers('jobs.list').map(({ authorization }) => authorization);
    expect(sent).toEqual(['Bearer token', 'Bearer newer']);
    expect(left).toEqual([]);
    expect(sessionStorage.getItem('admin_token')).toBe('newer');
  });
});
