import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  dashboardAnswers,
  fakeServer,
  openPanel,
  preparePanelTests,
  refusal,
  invalid,
  typeAtOnce,
} from '../support/panel-tests.tsx';
import type { OutputOf, PartialInputOf } from '../support/procedures.ts';
import { type Account, accountRow } from '../support/rows.ts';

preparePanelTests();

const ada = accountRow();
const grace = accountRow({ id: 2, name: 'Grace', email: 'grace@example.com', role: 'hr' });
const stats = {
  total_users: 16,
  admin_users: 2,
  regular_users: 9,
  hr_users: 1,
  content_moderator_users: 4,
};

function pageOf(users: Account[], total = users.length): OutputOf<'users.list'> {
  return { users, stats, meta: { total, page: 1, per_page: 12 } };
}

const list = '/admin/users';
/** The pause in typing after which a list is searched. */
const searchDelayMs = 300;

async function save() {
  await userEvent.click(screen.getByRole('button', { name: 'Save User' }));
}

describe('the list of users', () => {
  it('shows five counts and who has an account', async () => {
    fakeServer({ 'users.list': () => pageOf([ada, grace]) });
    openPanel(list, 'admin');
    const line = (await screen.findByText('grace@example.com')).closest('tr')!;
    expect(within(line).getByText('Human resources')).toBeDefined();
    expect(await within(line).findByText('12 Nov 2025')).toBeDefined();
    expect(screen.getByText('ada@example.com').closest('tr')!.textContent).toContain('You');
    const cards = [...document.querySelectorAll('dl > div')].map((card) => card.textContent);
    expect(cards).toEqual([
      'Total users16',
      'Administrators2',
      'Regular users9',
      'Human resources1',
      'Content moderators4',
    ]);
  });

  it('shows the API tokens of everybody with their owners, and revokes one', async () => {
    const token = {
      id: 7,
      user_id: 2,
      user_name: 'Grace',
      name: 'Job board',
      hint: '4f2a',
      per_minute: 600,
      scopes: ['jobs:write', 'blog:read'],
      last_used_at: null,
      created_at: '2026-11-01T09:00:00.000Z',
      expires_at: '2099-11-01T09:00:00.000Z',
    };
    let tokens = [token];
    const server = fakeServer({
      'users.list': () => pageOf([ada, grace]),
      'tokens.list': () => ({ tokens }),
      'tokens.revoke': () => {
        tokens = [];
        return { success: true };
      },
    });
    openPanel(list, 'admin');
    await userEvent.click(await screen.findByRole('button', { name: 'API tokens' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'API tokens of everybody' }));
    expect((await dialog.findByRole('listitem')).textContent).toContain('Of Grace');
    expect(server.calls('tokens.list')).toEqual([{ all: true }]);
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke Job board' }));
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Revoke API token' })).getByRole('button', {
        name: 'Revoke',
      }),
    );
    await dialog.findByText('No program has a token.');
    expect(server.calls('tokens.revoke')).toEqual([{ id: 7 }]);
  });

  it('searches when the typing rests, from the first page on, and keeps it in the address', async () => {
    const server = fakeServer({ 'users.list': () => pageOf([ada], 40) });
    const { address } = openPanel(`${list}?page=2&role=hr`, 'admin');
    typeAtOnce(await screen.findByLabelText('Search'), 'ada ');
    await waitFor(() => expect(address()).toBe(`${list}?role=hr&search=ada`));
    await waitFor(() => expect(server.calls('users.list')).toHaveLength(2));
    server.expectLastCall('users.list', { page: 1, per_page: 12, search: 'ada', role: 'hr' });
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'All Roles');
    await waitFor(() => expect(address()).toBe(`${list}?search=ada`));
  });

  it('loses neither of search and role when both change at once', async () => {
    fakeServer({ 'users.list': () => pageOf([ada]) });
    const { address } = openPanel(list, 'admin');
    await userEvent.type(await screen.findByLabelText('Search'), 'ada');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'hr');
    // The order depends on whether the search begins before the role is chosen.
    const filters = () => [...new URL(address(), 'http://localhost').searchParams].toSorted();
    await waitFor(() =>
      expect(filters()).toEqual([
        ['role', 'hr'],
        ['search', 'ada'],
      ]),
    );
  });

  it('keeps the search when a role is chosen in the task that starts the search', async () => {
    fakeServer({ 'users.list': () => pageOf([ada]) });
    const { address } = openPanel(list, 'admin');
    const field = await screen.findByLabelText('Search');
    const timers = vi.spyOn(globalThis, 'setTimeout');
    typeAtOnce(field, 'ada');
    const [startSearch] = timers.mock.calls.findLast(([, delayMs]) => delayMs === searchDelayMs)!;
    timers.mockRestore();
    // Until the end of `act`, React renders only what `flushSync` forces it to render.
    act(() => {
      startSearch();
      fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'hr' } });
    });
    await waitFor(() => expect(address()).toBe(`${list}?search=ada&role=hr`));
  });

  it('says that nobody was found', async () => {
    fakeServer({ 'users.list': () => pageOf([]) });
    openPanel(`${list}?search=zzz`, 'admin');
    expect(await screen.findByText('No users found')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('zzz');
  });

  it('explains in the dialog why an account stays', async () => {
    const server = fakeServer({
      'users.list': () => pageOf([ada]),
      'users.remove': () => {
        throw refusal(409, 'You cannot delete your own account. Another admin can do it.');
      },
    });
    openPanel(list, 'admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Ada' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete User' });
    within(dialog).getByText('Are you sure you want to delete "Ada"? This action cannot be undone.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete User' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Another admin can do it.');
    server.expectCalls('users.remove', [{ id: 1 }]);
  });

  it('makes a one-time link after asking, shows it once, and forgets it', async () => {
    const link = 'https://atrium.example/admin/reset-password#token=abc';
    const server = fakeServer({
      'users.list': () => pageOf([grace]),
      'users.createResetLink': () => ({ link, expires_at: '2025-11-12T15:05:00.000Z' }),
    });
    openPanel(list, 'admin');
    const open = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Create password link for Grace' }));
    };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Create link' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Link')).value).toBe(link);
    server.expectCalls('users.createResetLink', [{ id: 2 }]);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await open();
    expect(await screen.findByRole('button', { name: 'Create link' })).toBeDefined();
    expect(screen.queryByLabelText('Link')).toBeNull();
  });
});

const accounts: Answers = {
  'users.accounts': () => ({
    accounts: [
      {
        id: 1,
        deactivated_at: null,
        last_sign_in_at: '2025-11-12T14:05:00.000Z',
        factors: ['passkey'],
        invitation: null,
      },
      {
        id: 2,
        deactivated_at: '2025-11-13T14:05:00.000Z',
        last_sign_in_at: null,
        factors: [],
        invitation: null,
      },
    ],
  }),
};

describe('the state of an account', () => {
  it('is in the list, with the last sign-in and the second factors', async () => {
    const server = fakeServer({ ...accounts, 'users.list': () => pageOf([ada, grace]) });
    openPanel(list, 'admin');
    await screen.findByText('Passkey');
    const lineOf = (address: string) => screen.getByText(address).closest('tr')!;
    expect(lineOf('ada@example.com').textContent).not.toContain('Deactivated');
    for (const words of ['Deactivated', 'Never', 'None']) {
      expect(lineOf('grace@example.com').textContent).toContain(words);
    }
    expect(screen.queryByRole('button', { name: 'Create password link for Grace' })).toBeNull();
    // Nobody can deactivate their own account.
    expect(screen.queryByRole('button', { name: 'Deactivate Ada' })).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Deactivated');
    await waitFor(() =>
      expect(server.calls('users.list').at(-1)).toMatchObject<PartialInputOf<'users.list'>>({
        state: 'deactivated',
      }),
    );
  });

  it('is changed after asking, and a refusal is explained in the dialog', async () => {
    const server = fakeServer({
      ...accounts,
      'users.list': () => pageOf([ada, grace]),
      'users.reactivate': () => {
        throw refusal(404, 'There is no such user.');
      },
    });
    openPanel(list, 'admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Reactivate Grace' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reactivate Account' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reactivate' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('There is no such user.');
    server.expectCalls('users.reactivate', [{ id: 2 }]);
  });

  it('leaves the form usable while it and the sessions cannot be loaded', async () => {
    const fail = () => {
      throw refusal(503, 'Busy.');
    };
    fakeServer({
      'users.one': () => ({ user: grace }),
      'users.accounts': fail,
      'users.sessions': fail,
    });
    openPanel(`${list}/2/edit`, 'admin');
    expect(await screen.findByText('Couldn’t load the account')).toBeDefined();
    expect(await screen.findByText('Couldn’t load the sessions')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Grace');
  });
});

describe('the form of a user', () => {
  it('adds somebody with one of the roles that may be given', async () => {
    const server = fakeServer({
      'users.create': () => ({ id: 3, user: grace }),
      'users.list': () => pageOf([]),
    });
    const { address } = openPanel(`${list}/new`, 'admin');
    await userEvent.type(await screen.findByLabelText('Name'), 'Grace');
    await userEvent.type(screen.getByLabelText('Email'), 'grace@example.com');
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'hr');
    await userEvent.type(screen.getByLabelText('Password'), 'correct-horse-9');
    expect(screen.queryByText('Total users')).toBeNull();
    await save();
    await waitFor(() => expect(address()).toBe(list));
    server.expectCalls('users.create', [
      { name: 'Grace', email: 'grace@example.com', role: 'hr', password: 'correct-horse-9' },
    ]);
  });

  it('starts from the stored user without a password, and sends the version', async () => {
    const server = fakeServer({
      'users.one': () => ({ user: grace }),
      'users.update': () => {
        throw invalid('users.update', { email: ['Taken already.', 'second'] });
      },
    });
    openPanel(`${list}/2/edit`, 'admin');
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(password.value).toBe('');
    expect(password.placeholder).toBe('Leave blank to keep current password');
    await save();
    expect(await screen.findByText('Taken already.')).toBeDefined();
    expect(screen.getByRole('alert').textContent).not.toContain('req-1');
    const { name, email, role } = grace;
    server.expectCalls('users.update', [{ id: 2, version: 3, name, email, role, password: '' }]);
  });

  it('tells of the last admin what it is, and of no other save', async () => {
    fakeServer({
      'users.one': () => ({ user: ada }),
      'users.update': () => {
        throw refusal(409, 'This cannot be.');
      },
    });
    openPanel(`${list}/1/edit`, 'admin');
    await screen.findByLabelText('Name');
    await save();
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toBe('Not savedThis cannot be.Request req-1Retry');
  });

  it('follows at once when admins change themselves', async () => {
    fakeServer({
      'users.one': () => ({ user: ada }),
      ...dashboardAnswers,
      'users.update': () => ({ user: { ...ada, role: 'user' } }),
      'users.list': () => pageOf([ada]),
    });
    const { address } = openPanel(`${list}/1/edit`, 'admin');
    await userEvent.selectOptions(await screen.findByLabelText('Role'), 'user');
    await save();
    await waitFor(() => expect(address()).toBe('/admin/dashboard'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Users' })).toBeNull());
  });
});
