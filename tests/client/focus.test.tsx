import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';
import { jobRow, jobsPage } from '../support/rows.ts';

preparePanelTests();

const answers = { 'jobs.list': () => jobsPage(), 'jobs.one': () => ({ job: jobRow() }) };

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
