import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '../../src/shared/roles.ts';
import { type Answers, fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import { activityRow, messageRow } from '../support/rows.ts';

preparePanelTests();

const hour = 60 * 60 * 1000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const message = messageRow({ created_at: ago(2 * hour) });
const activity = activityRow({ created_at: ago(3 * hour) });

function answers(): Answers {
  return {
    'dashboard.stats': () => ({ blogCount: 36, portfolioCount: 20, jobCount: 16, userCount: 4 }),
    'team.list': () => ({ team: [], meta: { total: 9, page: 1, per_page: 1 }, stats: { total: 9, by: {} } }),
    'dashboard.oldDrafts': () => ({
      total: 7,
      drafts: [{ module: 'blog', id: 4, title: 'A forgotten note', created_at: '2026-01-05T10:00:00.000Z' }],
    }),
    'inbox.unread': () => ({ messages: [message], meta: { total: 1, page: 1, per_page: 3 } }),
    'activities.list': () => ({
      activities: [activity],
      meta: { total: 1, page: 1, per_page: 10 },
    }),
  };
}

const dashboard = '/admin/dashboard';

describe('the dashboard', () => {
  it('greets, counts, and shows the newest messages and changes', async () => {
    fakeServer({ ...answers(), 'inbox.state': () => ({ unread: 3, newest: 5, has_server: false }) });
    openPanel(dashboard, 'admin');
    expect(await screen.findByRole('heading', { name: 'Admin Dashboard' })).toBeDefined();
    expect(screen.getByText('Welcome back, Ada')).toBeDefined();
    await waitFor(() =>
      expect(screen.getByText('Total Users').parentElement?.textContent).toBe('Total Users4'),
    );
    expect(screen.getByText('Job Postings').parentElement?.textContent).toBe('Job Postings16');
    await waitFor(() =>
      expect(screen.getByText('Team Members').parentElement?.textContent).toBe('Team Members9'),
    );
    expect(screen.getByText('Unread').parentElement?.textContent).toBe('Unread3');
    const unread = screen.getByRole('region', { name: 'Unread Messages' });
    for (const words of ['A question', 'How much is it?', 'Helena', '2 hours ago'])
      expect(await within(unread).findByText(words)).toBeDefined();
    expect(within(unread).getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/admin/inbox');
    const recent = screen.getByRole('region', { name: 'Recent Activity' });
    for (const words of ['Updated blog post "Light"', 'by Grace', '3 hours ago'])
      expect(await within(recent).findByText(words)).toBeDefined();
    expect(within(recent).getByRole('link', { name: 'See All' }).getAttribute('href')).toBe(
      '/admin/activities',
    );
    const attention = screen.getByRole('region', { name: 'Needs attention' });
    expect(await within(attention).findByText('7 drafts are older than 30 days')).toBeDefined();
    const draft = within(attention).getByRole('link', { name: 'A forgotten note' });
    expect(draft.getAttribute('href')).toBe('/admin/blog-posts/4/edit');
    expect(within(attention).getByText('and 6 more')).toBeDefined();
  });

  it.each<[role: Role, labels: string[]]>([
    [
      'admin',
      ['Blog Posts', 'Team', 'Jobs', 'Users']
        .map((what) => `Manage ${what}`)
        .concat('View Messages', 'Manage Portfolio'),
    ],
    ['content_moderator', ['Blog Posts', 'Team', 'Portfolio']],
    ['hr', ['Jobs', 'View Messages']],
    ['user', []],
  ])('offers a role %s what it may do', async (role, labels) => {
    const server = fakeServer(answers());
    openPanel(dashboard, role);
    await screen.findByText('by Grace');
    const actions = screen.queryByRole('navigation', { name: 'Quick actions' });
    const shown = actions ? within(actions).getAllByRole('link') : [];
    expect(shown.map((link) => link.textContent)).toEqual(labels);
    const readsMessages = labels.includes('View Messages');
    expect(screen.queryByText('Unread Messages') !== null).toBe(readsMessages);
    expect(server.calls('inbox.unread').length > 0).toBe(readsMessages);
  });

  it('counts the team only for people who manage it', async () => {
    const server = fakeServer(answers());
    openPanel(dashboard, 'hr');
    await screen.findByText('by Grace');
    expect(screen.getByText('Unread').parentElement?.textContent).toBe('Unread0');
    expect(screen.queryByText('Team Members')).toBeNull();
    expect(server.calls('team.list')).toEqual([]);
  });

  it('says what is empty, and loads the messages again when one was read', async () => {
    const server = fakeServer({
      ...answers(),
      'inbox.unread': () => ({ messages: [], meta: { total: 0, page: 1, per_page: 3 } }),
      'activities.list': () => ({ activities: [], meta: { total: 0, page: 1, per_page: 10 } }),
      'dashboard.oldDrafts': () => ({ total: 0, drafts: [] }),
    });
    openPanel(dashboard, 'hr');
    expect(await screen.findByText('No unread messages')).toBeDefined();
    expect(await screen.findByText('No activities found')).toBeDefined();
    expect(await screen.findByText('Nothing is waiting for you.')).toBeDefined();
    act(() => void window.dispatchEvent(new Event('message-read-status-changed')));
    await waitFor(() => expect(server.calls('inbox.unread')).toHaveLength(2));
  });

  it.each([
    [1, '1 unread message'],
    [12, '12 unread messages'],
    [1000, '999+ unread messages'],
  ])('leads to %i unread messages also when no draft waits', async (unread, label) => {
    fakeServer({
      ...answers(),
      'inbox.state': () => ({ unread, newest: null, has_server: false }),
      'dashboard.oldDrafts': () => ({ total: 0, drafts: [] }),
    });
    openPanel(dashboard, 'hr');
    const attention = screen.findByRole('region', { name: 'Needs attention' });
    const link = await within(await attention).findByRole('link', { name: label });
    expect(link.getAttribute('href')).toBe('/admin/inbox?tab=unread');
    expect(within(await attention).queryByText('Nothing is waiting for you.')).toBeNull();
  });

  it('leads to the messages that are older than their period, by their state', async () => {
    fakeServer({
      ...answers(),
      'privacy.overdue': () => [
        { figure: 'contact_months', months: 12, state: 'open', count: 14 },
        { figure: 'application_months', months: 1, state: 'answered', count: 1 },
      ],
    });
    openPanel(dashboard, 'hr');
    const attention = await screen.findByRole('region', { name: 'Needs attention' });
    const open = await within(attention).findByRole('link', {
      name: '14 open messages are older than 12 months',
    });
    expect(open.getAttribute('href')).toBe('/admin/inbox?state=open');
    const answered = within(attention).getByRole('link', {
      name: '1 answered application is older than 1 month',
    });
    expect(answered.getAttribute('href')).toBe('/admin/inbox?state=answered');
  });

  it.each([
    ['an admin within 30 days', 'admin', 29, 'signing key', true],
    ['an admin after 30 days', 'admin', 31, 'signing key', false],
    ['an admin of a new sealing key', 'admin', 1, 'sealing key', false],
    ['people who may not read the security log', 'hr', 1, 'signing key', false],
  ] as const)(
    'tells %s that a new signing key has ended links to drafts, or not',
    async (_, role, days, reason, isTold) => {
      fakeServer({
        ...answers(),
        'dashboard.oldDrafts': () => ({ total: 0, drafts: [] }),
        'security.list': () => ({
          events: [
            {
              id: 1,
              type: 'keys_rotated',
              user_name: null,
              email: null,
              address: 'upgrade',
              details: { reason },
              created_at: ago(days * 24 * hour),
            },
          ],
          meta: { total: 1, page: 1, per_page: 25 },
        }),
      });
      openPanel(dashboard, role);
      const attention = await screen.findByRole('region', { name: 'Needs attention' });
      if (!isTold) {
        expect(await within(attention).findByText('Nothing is waiting for you.')).toBeDefined();
        return;
      }
      const link = await within(attention).findByRole('link', { name: /^The signing key was replaced on / });
      expect(link.getAttribute('href')).toBe('/admin/security?type=keys_rotated');
      expect(link.parentElement?.textContent).toMatch(
        /: links to drafts from before no longer open, and every browser counts as new$/,
      );
    },
  );

  it('says in its place what could not be loaded, with the number of the request', async () => {
    fakeServer({
      ...answers(),
      'dashboard.stats': () => {
        throw refusal(429, 'Too many calls.');
      },
    });
    openPanel(dashboard, 'user');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Couldn’t load the totals. Too many calls. Request req-1');
    expect(await screen.findByText('by Grace')).toBeDefined();
  });

  it('asks for the activities every 30 seconds, which keeps no session alive, but not in a hidden tab', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const server = fakeServer(answers());
    const sent = vi.spyOn(globalThis, 'fetch');
    openPanel(dashboard, 'user');
    await screen.findByText('by Grace');
    const asked = () => server.calls('activities.list').length;
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(30_000);
    await expect.poll(asked).toBe(2);
    expect(sent.mock.lastCall?.[1]?.headers).toMatchObject({ 'X-Activity': 'none' });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(90_000);
    expect(asked()).toBe(2);
    vi.useRealTimers();
  });

  it('asks before it signs out', async () => {
    const server = fakeServer({ ...answers(), 'auth.logout': () => ({ success: true }) });
    const { left } = openPanel(dashboard, 'user');
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Are you sure you want to logout?');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Yes, logout' }));
    await waitFor(() => expect(left).toEqual(['/admin/login?fromLogout=true']));
    expect(server.calls('auth.logout')).toHaveLength(1);
  });

  it('stays with the page of the logout when a call in the background is refused afterwards', async () => {
    const answer = Promise.withResolvers<never>();
    fakeServer({
      ...answers(),
      'auth.logout': () => ({ success: true }),
      'inbox.state': () => answer.promise,
    });
    const { left } = openPanel(dashboard, 'hr');
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, logout' }));
    await waitFor(() => expect(left).toHaveLength(1));
    await act(async () => {
      answer.reject(refusal(401, 'Please sign in.'));
      // The refusal passes through the links of the client, which take no longer than this.
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(left).toEqual(['/admin/login?fromLogout=true']);
  });
});

describe('a part of the site that is switched off', () => {
  beforeEach(() => {
    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'parts-off', content: 'blog career portfolio' });
    document.head.append(meta);
    return () => meta.remove();
  });

  const menuOf = async (role: Role) => {
    fakeServer({
      'dashboard.stats': () => ({ blogCount: 36, portfolioCount: 20, jobCount: 16, userCount: 4 }),
      'dashboard.oldDrafts': () => ({ total: 0, drafts: [] }),
      'team.list': () => ({
        team: [],
        meta: { total: 9, page: 1, per_page: 1 },
        stats: { total: 9, by: {} },
      }),
      'inbox.unread': () => ({ messages: [], meta: { total: 0, page: 1, per_page: 3 } }),
      'activities.list': () => ({ activities: [], meta: { total: 0, page: 1, per_page: 10 } }),
    });
    openPanel('/admin/dashboard', role);
    await screen.findByText('Welcome back, Ada');
    const [menu] = screen.getAllByRole('navigation', { name: 'Panel' });
    return within(menu!)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  };
  const cards = async () => {
    await screen.findByText('36');
    return screen.getAllByText(/^(Blog Posts|Job Postings|Portfolio Items|Team Members)$/).map((label) => {
      const card = label.closest('li')!;
      return `${label.textContent}: ${within(card).queryByRole('link')?.textContent ?? 'no link'}`;
    });
  };

  it('leaves the menu and the links of the cards for those who cannot switch it on', async () => {
    expect(await menuOf('content_moderator')).toEqual([
      'Dashboard',
      'Pages',
      'Team',
      'Testimonials',
      'Clients',
      'Media',
      'Gallery',
      'Activity log',
      'Settings',
    ]);
    // The four counts stay for every role.
    expect(await cards()).toEqual([
      'Blog Posts: no link',
      'Team Members: Team',
      'Job Postings: no link',
      'Portfolio Items: no link',
    ]);
  });

  it('leaves the menu of those who only read', async () => {
    expect(await menuOf('user')).toEqual(['Dashboard', 'Activity log']);
  });

  it('is grey and named off for admins', async () => {
    const menu = await menuOf('admin');
    expect(menu).toEqual(expect.arrayContaining(['Blog postsoff', 'Jobsoff', 'Portfoliooff', 'Team']));
    expect(await cards()).toContain('Job Postings: Manage Jobs');
    expect(screen.getAllByText('Switched off')).toHaveLength(3);
  });
});
