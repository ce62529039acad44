// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Role } from '../../src/shared/roles.ts';
import {
  type Answers,
  fakeServer,
  openPanel,
  preparePanelTests,
  typeAtOnce,
} from '../support/panel-tests.tsx';
import { findGroup } from '../../src/shared/settings/groups.ts';
import { jobsPage, messageRow, settingGroup } from '../support/rows.ts';
import { chooseByForm } from '../support/test-form.ts';

preparePanelTests();

const account: Answers = { 'account.sessions': () => ({ sessions: [] }) };
const nothing: Answers = {
  'search.everything': () => ({ groups: [] }),
  'settings.one': ({ group }) => settingGroup(findGroup(group)!.name),
};

const open = async (role: Role, answers: Answers = {}) => {
  Element.prototype.scrollIntoView ??= vi.fn();
  const server = fakeServer({ ...account, ...nothing, ...answers });
  const panel = openPanel('/admin/account', role);
  await screen.findByRole('heading', { level: 1 });
  const user = userEvent.setup();
  return { server, panel, user };
};

const field = () => screen.findByRole('combobox', { name: 'Go to, create or search' });
const options = (group: string) =>
  within(screen.getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

describe('the command palette', () => {
  it('opens with Ctrl+K and offers the screens and forms of the role', async () => {
    const { user } = await open('hr');
    await user.keyboard('{Control>}k{/Control}');
    await field();
    const screens = ['Dashboard', 'Blog', 'Jobs', 'Inbox', 'Numbers', 'Activity log', 'Settings', 'Account'];
    expect(options('Go to')).toEqual(screens);
    expect(options('Create')).toEqual(['New job']);
    expect(options('More')).toContain('Log out');
  });

  it('goes to what the keys select, and closes', async () => {
    const { user, panel } = await open('hr', {
      'jobs.list': () => jobsPage(),
    });
    await user.keyboard('{Control>}k{/Control}');
    const input = await field();
    await user.type(input, 'jo');
    const selected = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
    expect(selected()?.textContent).toBe('Jobs');
    await user.keyboard('{ArrowDown}');
    expect(selected()?.textContent).toBe('New job');
    expect(selected()?.getAttribute('aria-selected')).toBe('true');
    await user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(panel.address()).toBe('/admin/jobs'));
    expect(screen.queryByRole('combobox', { name: 'Go to, create or search' })).toBeNull();
  });

  it('is gone through by the arrow keys, around both ends', async () => {
    const { user } = await open('hr');
    await user.keyboard('{Control>}k{/Control}');
    const input = await field();
    const selected = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
    const all = within(screen.getByRole('listbox')).getAllByRole('option');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(selected()).toBe(all[2]);
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(selected()).toBe(all.at(-1));
    await user.keyboard('{ArrowDown}');
    expect(selected()).toBe(all[0]);
  });

  it('searches everything in one call after a pause, and opens what it finds', async () => {
    const { user, panel, server } = await open('admin', {
      'search.everything': () => ({
        groups: [
          { name: 'inbox', hits: [{ id: 7, title: 'A bridge', detail: 'Helena' }] },
          { name: 'team', hits: [{ id: 3, title: 'Bridget' }] },
        ],
      }),
      'inbox.list': () => ({ messages: [], meta: { total: 0, page: 1, per_page: 20 } }),
      'inbox.one': () => ({ message: messageRow({ id: 7, is_read: true }), events: [], others: 0 }),
      'inbox.assignees': () => ({ assignees: [] }),
    });
    await user.keyboard('{Control>}k{/Control}');
    typeAtOnce(await field(), 'bridge');
    await user.click(await screen.findByRole('option', { name: /A bridge/ }));
    server.expectCalls('search.everything', [{ query: 'bridge' }]);
    await waitFor(() => expect(panel.address()).toBe('/admin/inbox?search=bridge&message=7'));
    // The inbox asks for more while its code arrives, which must not fall into the next test.
    expect(await screen.findByRole('dialog', { name: 'Message Details' })).toBeDefined();
  });

  it('opens a setting with the focus in its field', async () => {
    const { user, panel } = await open('admin');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'Öffnungszeiten');
    await user.click(await screen.findByRole('option', { name: /Opening hours(?! by day)/ }));
    await waitFor(() => expect(panel.address()).toBe('/admin/settings/company'));
    const hours = await screen.findByRole('textbox', { name: 'Opening hours' });
    await waitFor(() => expect(document.activeElement).toBe(hours));
  });

  const words = [
    ['Impressum', 'imprint'],
    ['our story', 'about'],
  ];
  it.each(words.slice(0, chooseByForm(2, 1)))(
    'leads from “%s” to the page %s by Enter',
    async (words, page) => {
      const { user, panel } = await open('admin', {
        'settings.preview': () => ({ status: 200, document: '', placeholders: {} }),
      });
      await user.keyboard('{Control>}k{/Control}');
      typeAtOnce(await field(), words);
      await screen.findByRole('group', { name: 'Settings' });
      await user.keyboard('{Enter}');
      await waitFor(() => expect(panel.address()).toBe(`/admin/settings/page/${page}`));
      expect(await screen.findByRole('button', { name: 'Save' })).toBeDefined();
    },
  );

  it('says that nothing was found', async () => {
    const { user } = await open('user');
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await field(), 'xyzzy');
    expect(await screen.findByText('Nothing found. Try a different word.')).toBeDefined();
  });
});

it('gives the focus back to where it was when a dialog that is removed closes', async () => {
  const { user } = await open('hr');
  const search = screen.getByRole('button', { name: /^Search/ });
  search.focus();
  await user.keyboard('{Shift>}?{/Shift}');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(search));
});

describe('the list of shortcuts', () => {
  it('opens with a question mark outside of fields', async () => {
    const { user } = await open('hr');
    await user.keyboard('{Shift>}?{/Shift}');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByText('Commands and search')).toBeDefined();
    expect(within(dialog).getByText('Ctrl')).toBeDefined();
  });

  it('does not open while something is typed', async () => {
    const { user } = await open('hr');
    await user.type(screen.getAllByRole('textbox')[0]!, '?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('switches single keys off, but not Ctrl+K', async () => {
    const { user } = await open('hr');
    await user.keyboard('{Shift>}?{/Shift}');
    await user.click(await screen.findByRole('checkbox', { name: /single key/ }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('{Shift>}?{/Shift}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    await field();
  });
});
