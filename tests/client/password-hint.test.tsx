// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
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

preparePanelTests();

const sessions: Answers = { 'account.sessions': () => ({ sessions: [] }) };
const problem = 'This password is only a common word with digits or signs.';

describe('the hint below a new password', () => {
  it('counts the missing characters, then says what the server says of the whole password', async () => {
    const server = fakeServer({
      ...sessions,
      'account.judgePassword': ({ password }) => ({ problem: password === 'Summer2025!' ? problem : null }),
    });
    openPanel('/admin/account', 'user');
    const field = await screen.findByLabelText('New password');
    await userEvent.type(field, 'Summer');
    expect(await screen.findByText('2 more characters are needed.')).toBeDefined();
    expect(server.calls('account.judgePassword')).toEqual([]);
    await userEvent.type(field, '2025!');
    expect(await screen.findByText(problem)).toBeDefined();
    server.expectLastCall('account.judgePassword', {
      password: 'Summer2025!',
      name: 'Ada',
      email: 'ada@example.com',
    });
    await userEvent.type(field, ' and a lake');
    expect(await screen.findByText(/You can use this password/)).toBeDefined();
    expect(screen.queryByText(problem)).toBeNull();
  });

  it('asks with the token of a reset link, and is silent when the server does not answer', async () => {
    const server = fakeServer({
      'auth.judgePassword': () => {
        throw refusal(429, 'Please wait a minute.');
      },
    });
    openPanel('/admin/reset-password#token=abc');
    await userEvent.type(await screen.findByLabelText('New password'), 'other-horse-10');
    await waitFor(() =>
      server.expectLastCall('auth.judgePassword', { token: 'abc', password: 'other-horse-10' }),
    );
    expect(screen.queryByText('Please wait a minute.')).toBeNull();
  });
});

describe('the notice about a weak password', () => {
  it('links to the account and goes away for the session', async () => {
    const server = fakeServer({
      ...dashboardAnswers,
      ...sessions,
      'account.passwordNotice': () => ({ is_shown: true }),
      'account.dismissPasswordNotice': () => ({ success: true }),
    });
    const { address } = openPanel('/admin/dashboard', 'user');
    expect(await screen.findByText('Please choose another password')).toBeDefined();
    await userEvent.click(screen.getByRole('link', { name: 'Change password' }));
    await waitFor(() => expect(address()).toBe('/admin/account'));
    await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByText('Please choose another password')).toBeNull());
    expect(server.calls('account.dismissPasswordNotice')).toHaveLength(1);
  });
});
