import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';

preparePanelTests();

it('stores at once how a person wants to be told about messages, and asks the browser only when switched on', async () => {
  const requestPermission = vi.fn(async () => 'denied');
  vi.stubGlobal('Notification', Object.assign(vi.fn(), { permission: 'default', requestPermission }));
  const server = fakeServer({
    'account.sessions': () => ({ sessions: [] }),
    'inbox.setNoticeSettings': ({ messages }) => ({ messages, assigned: false }),
  });
  openPanel('/admin/account', 'hr');
  await userEvent.selectOptions(
    await screen.findByLabelText('New messages'),
    'One mail each morning at 8:00',
  );
  await screen.findByText('Saved');
  server.expectCalls('inbox.setNoticeSettings', [{ messages: 'morning', assigned: false }]);
  expect(requestPermission).not.toHaveBeenCalled();
  const own = screen.getByRole('checkbox', { name: /Notifications of this browser/ });
  await userEvent.click(own);
  expect(await screen.findByText(/does not permit notifications/)).toBeDefined();
  expect(own).toHaveProperty('checked', false);
});
