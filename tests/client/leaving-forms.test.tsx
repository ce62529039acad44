import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import {
  type Answers,
  dashboardAnswers,
  fakeServer,
  openPanel,
  preparePanelTests,
} from '../support/panel-tests.tsx';
import { jobRow, jobsPage } from '../support/rows.ts';

preparePanelTests();

const job = jobRow({ id: 3, title: 'Field Technician' });
const answers: Answers = {
  ...dashboardAnswers,
  'jobs.list': () => jobsPage([job]),
  'jobs.one': () => ({ job }),
  'jobs.update': () => ({ job: { ...job, version: 4 } }),
  'addresses.jobs.list': () => ({ addresses: [] }),
};
const address = '/admin/jobs';

it('a form and the drawer above it ask once before they are left, and both give their words up', async () => {
  const warn = vi.spyOn(console, 'warn');
  fakeServer(answers);
  const panel = openPanel([address, `${address}/3/edit`], 'hr');
  await userEvent.type(await screen.findByLabelText('Title'), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Publishing' }));
  const drawer = await screen.findByRole('dialog', { name: 'Publishing' });
  const [first] = within(drawer).getAllByRole<HTMLInputElement>('textbox');
  await userEvent.type(first!, 'x');

  await panel.goBack();
  const question = await screen.findByRole('dialog', { name: 'Discard unsaved changes?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(panel.address()).toBe(`${address}/3/edit`);
  expect(screen.getByDisplayValue('Field Technician!')).toBeDefined();
  await panel.goBack();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(panel.address()).toBe(address));
  // The router supports one blocker only, and warns of a second one.
  expect(warn).not.toHaveBeenCalled();

  await panel.goTo(`${address}/3/edit`);
  expect(await screen.findByDisplayValue('Field Technician')).toBeDefined();
  expect(screen.queryByText('You have an unsaved draft')).toBeNull();
});

it('a saved form does not load its row again, and the list is', async () => {
  const server = fakeServer(answers);
  const panel = openPanel([address], 'hr');
  await screen.findByRole('heading', { name: 'Field Technician' });
  await panel.goTo(`${address}/3/edit`);
  await userEvent.type(await screen.findByLabelText('Title'), '!');
  await userEvent.click(screen.getByRole('button', { name: 'Update Job' }));
  await waitFor(() => expect(panel.address()).toBe(address));
  await screen.findByRole('heading', { name: 'Field Technician' });
  await waitFor(() => expect(server.calls('jobs.list')).toHaveLength(2));
  expect(server.calls('jobs.one')).toEqual([{ id: 3 }]);
});
