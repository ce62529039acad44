import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Scope } from '../../src/shared/scopes.ts';
import {
  type Answers,
  dashboardAnswers,
  fakeServer,
  openPanel,
  preparePanelTests,
  refusal,
  invalid,
} from '../support/panel-tests.tsx';
import { personOf } from '../support/rows.ts';

preparePanelTests();

const user = personOf('user');
const here = {
  id: 5,
  device: 'Chrome on Linux',
  address: '127.0.0.1',
  is_remembered: false,
  is_current: true,
  created_at: '2025-11-12T14:05:00.000Z',
  last_used_at: '2025-11-12T14:05:00.000Z',
  expires_at: '2025-11-19T14:05:00.000Z',
};
const there = { ...here, id: 6, device: 'Firefox on Windows', is_current: false };
const sessions: Answers = { 'account.sessions': () => ({ sessions: [there, here] }) };

describe('the own account', () => {
  it('opens from the menu of the account, whatever the role', async () => {
    fakeServer({ ...dashboardAnswers, ...sessions });
    const { address } = openPanel('/admin/dashboard', 'user');
    await userEvent.click(await screen.findByRole('button', { name: /Ada/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Your account' }));
    expect(await screen.findByRole('heading', { name: 'Your account' })).toBeDefined();
    expect(address()).toBe('/admin/account');
    expect(screen.getByText('ada@example.com · User')).toBeDefined();
  });

  it('shows nothing that the server refuses while the role needs a second factor first', async () => {
    Element.prototype.scrollIntoView ??= vi.fn();
    fakeServer({
      ...sessions,
      'account.factors': () => ({ factors: [], recovery_codes_left: 0, can_add: true, is_required: true }),
    });
    openPanel('/admin/account', 'admin');
    expect(await screen.findByText('Set up a second factor to continue')).toBeDefined();
    expect(screen.queryByText(/Your password alone opens your account/)).toBeNull();
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Name', 'Password', 'Second factor', 'Sessions']);
    const navigation = screen.getByRole('navigation', { name: 'Panel' });
    expect(within(navigation).queryByRole('link')).toBeNull();
  });

  it('writes dates as is usual in the country of the site', async () => {
    fakeServer(sessions);
    const meta = Object.assign(document.createElement('meta'), { name: 'locale', content: 'en-US' });
    document.head.append(meta);
    openPanel('/admin/account', 'user');
    expect((await screen.findAllByText(/Nov 12, 2025/)).length).toBeGreaterThan(0);
    meta.remove();
  });

  it('changes the name, in the frame and in what the browser keeps too', async () => {
    const server = fakeServer({ ...sessions, 'account.rename': ({ name }) => ({ user: { ...user, name } }) });
    openPanel('/admin/account', 'user');
    const name = await screen.findByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Ada King');
    await userEvent.click(screen.getByRole('button', { name: 'Save name' }));
    expect(await screen.findByRole('button', { name: /Ada King/ })).toBeDefined();
    server.expectCalls('account.rename', [{ name: 'Ada King' }]);
    expect(JSON.parse(sessionStorage.getItem('admin_user')!)).toMatchObject({ name: 'Ada King' });
    expect(sessionStorage.getItem('admin_token')).toBe('token');
  });

  it('changes the password and empties the boxes, but not when the present one is wrong', async () => {
    let isRight = false;
    const server = fakeServer({
      ...sessions,
      'account.changePassword': () => {
        if (isRight) return { success: true };
        throw invalid('account.changePassword', {
          current_password: ['This is not your current password.'],
        });
      },
    });
    openPanel('/admin/account', 'user');
    const current = await screen.findByLabelText<HTMLInputElement>('Current password');
    await userEvent.type(current, 'correct-horse-9');
    await userEvent.type(screen.getByLabelText('New password'), 'other-horse-10');
    const change = () => userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await change();
    expect(await screen.findByText('This is not your current password.')).toBeDefined();
    expect(document.activeElement).toBe(current);
    expect(current.value).toBe('correct-horse-9');
    isRight = true;
    await change();
    await waitFor(() => expect(current.value).toBe(''));
    server.expectLastCall('account.changePassword', {
      current_password: 'correct-horse-9',
      password: 'other-horse-10',
    });
    await waitFor(() => expect(server.calls('account.sessions')).toHaveLength(2));
  });
});

describe('the own sessions', () => {
  it('lists them, this one first and without an end of its own, and scrolls to a refusal, which stays until the next act', async () => {
    const scrollIntoView = vi.fn();
    Element.prototype.scrollIntoView = scrollIntoView;
    const server = fakeServer({
      ...sessions,
      'account.endSession': () => {
        throw refusal(404, 'There is no such session; perhaps it has ended already.');
      },
      'account.endOtherSessions': () => ({ success: true, ended: 1 }),
    });
    openPanel('/admin/account', 'user');
    const [first, second] = (await screen.findByText('Firefox on Windows')).closest('ul')!.children;
    expect(first!.textContent).toContain('Chrome on LinuxThis device');
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
    await userEvent.click(
      within(second as HTMLElement).getByRole('button', { name: 'End the session of Firefox on Windows' }),
    );
    const refused = await screen.findByRole('alert');
    expect(refused.textContent).toContain('perhaps it has ended already');
    expect(scrollIntoView.mock.contexts).toEqual([refused.parentElement]);
    server.expectCalls('account.endSession', [{ id: 6 }]);
    await waitFor(() => expect(server.calls('account.sessions')).toHaveLength(2));
    await userEvent.click(screen.getByRole('button', { name: 'Sign out all other devices' }));
    await waitFor(() => expect(server.calls('account.sessions')).toHaveLength(3));
    expect(screen.queryByText(/perhaps it has ended already/)).toBeNull();
  });

  it('ends all others', async () => {
    let rows = [there, here];
    fakeServer({
      'account.sessions': () => ({ sessions: rows }),
      'account.endOtherSessions': () => {
        rows = [here];
        return { success: true, ended: 1 };
      },
    });
    openPanel('/admin/account', 'user');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));
    await waitFor(() => expect(screen.queryByText('Firefox on Windows')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull();
  });
});

it('a new API token is shown with an example call that it may make, if there is one', async () => {
  let scopes: Scope[] = [];
  fakeServer({
    ...sessions,
    'tokens.create': ({ name }) => ({
      secret: 'atr_secret',
      token: {
        id: 7,
        user_id: 1,
        user_name: 'Ada',
        name,
        hint: 'cret',
        per_minute: 600,
        scopes,
        last_used_at: null,
        created_at: '2026-11-01T09:00:00.000Z',
        expires_at: '2099-11-01T09:00:00.000Z',
      },
    }),
  });
  openPanel('/admin/account', 'admin');
  const exampleOf = async (...held: Scope[]) => {
    scopes = held;
    await userEvent.click(await screen.findByText('Create a token'));
    const form = within(await screen.findByRole('dialog', { name: 'New API token' }));
    await userEvent.type(form.getByLabelText('Name'), 'X');
    await userEvent.click(form.getByText('Create token'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Store the token now' }));
    const example = dialog.queryByText(/^curl/)?.textContent;
    await userEvent.click(dialog.getByText('I have stored it'));
    return example;
  };
  expect(await exampleOf('csv:read', 'inbox:read')).toMatch(/\/api\/admin\/messages$/);
  expect(await exampleOf('csv:read')).toBeUndefined();
});
