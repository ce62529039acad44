import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';

preparePanelTests();

it('Ctrl+S belongs to the dialog that was opened last, and saves no form behind it', async () => {
  const server = fakeServer({
    'media.list': () => ({ items: [], meta: { total: 0, page: 1, per_page: 24 } }),
  });
  openPanel('/admin/team/new', 'admin');
  await userEvent.type(await screen.findByLabelText('Name'), 'Ada Byron');
  const [button] = screen.getAllByRole('button', { name: /^Choose from the library/ });
  await userEvent.click(button!);
  await screen.findByRole('dialog', { name: 'Choose a picture' });
  await userEvent.keyboard('{Control>}s{/Control}');
  // The form checks its fields before it is sent.
  expect(screen.queryByText(/Role is required/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText(/Role is required/)).toBeDefined();
  expect(server.calls('team.create')).toEqual([]);
});

it('Escape closes the dialog that was opened last, and none behind it', async () => {
  fakeServer({
    'media.list': () => ({ items: [], meta: { total: 0, page: 1, per_page: 24 } }),
    'team.list': () => ({ team: [], meta: { total: 0, page: 1, per_page: 8 }, stats: { total: 0, by: {} } }),
  });
  const { arrived, address } = openPanel('/admin/team/new', 'admin');
  const [button] = await screen.findAllByRole('button', { name: /^Choose from the library/ });
  await userEvent.click(button!);
  await screen.findByRole('dialog', { name: 'Choose a picture' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Choose a picture' })).toBeNull());
  await arrived();
  expect(address()).toBe('/admin/team/new');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('Escape and a click outside leave a dialog in which something is typed, and Cancel closes it', async () => {
  fakeServer({ 'webhooks.list': () => ({ webhooks: [] }) });
  openPanel('/admin/webhooks', 'admin');
  const openForm = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'New webhook' }));
    return screen.findByLabelText<HTMLInputElement>('Name');
  };
  await openForm();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const name = await openForm();
  await userEvent.type(name, 'Build{Escape}');
  await userEvent.click(document.querySelector('.mantine-Modal-inner')!);
  expect(name.isConnected).toBe(true);
  expect(name.value).toBe('Build');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
