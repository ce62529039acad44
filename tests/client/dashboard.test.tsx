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

  it('shows a day: drafts, what was never saved, messages, applicants and what goes out', async () => {
    const server = fakeServer({
      ...answers(),
      'dashboard.day': () => ({
        unsaved: [
          { module: 'blog', title: 'Half a thought', at: ago(hour) },
          { module: 'jobs', title: '', at: ago(hour) },
        ],
        drafts: [{ module: 'pages', id: 8, title: 'Prices', at: ago(2 * hour) }],
        today: [
          { module: 'blog', id: 3, title: 'News', at: '2026-11-28T17:30:00.000Z', isEnd: false },
          { module: 'jobs', id: 4, title: 'Joiner', at: '2026-11-28T18:30:00.000Z', isEnd: true },
        ],
      }),
      'inbox.counts': () => ({ mine: 1, unassigned: 12, open: 20, answered: 0, closed: 0 }),
      'inbox.list': () => ({
        messages: [messageRow({ id: 9, kind: 'application', name: 'Eva Stone', subject: 'Joiner' })],
        meta: { total: 5, page: 1, per_page: 3 },
      }),
    });
    openPanel(dashboard, 'hr');
    const day = within(await screen.findByRole('region', { name: 'Your day' }));
    await day.findByText('Half a thought');
    await day.findByText('Eva Stone');
    const links = day.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Half a thought', '/admin/blog-posts/new'],
      ['Without a title', '/admin/jobs/new'],
      ['Prices', '/admin/pages/8/edit'],
      ['1 open message is yours', '/admin/inbox?state=open&assigned=me'],
      ['12 open messages are nobody’s', '/admin/inbox?state=open&assigned=none'],
      ['Eva Stone', '/admin/inbox?kind=application&state=open&message=9'],
      ['All 5', '/admin/inbox?kind=application&state=open'],
      ['News', '/admin/blog-posts/3/edit'],
      ['Joiner', '/admin/jobs/4/edit'],
    ]);
    expect(day.getByText('Blog post, not saved yet')).toBeDefined();
    expect(day.getByText('Job posting, ends')).toBeDefined();
    server.expectLastCall('inbox.list', {
      page: 1,
      per_page: 3,
      kind: 'application',
      state: 'open',
      sort: 'listed_at:desc',
    });
  });

  it('asks for no messages for people without the inbox, and offers a reader what they may read', async () => {
    const server = fakeServer(answers());
    openPanel(dashboard, 'content_moderator');
    expect(
      await screen.findByText('No drafts, no open messages, and nothing that goes out today.'),
    ).toBeDefined();
    expect(server.calls('inbox.list')).toEqual([]);
    expect(server.calls('inbox.counts')).toEqual([]);
  });

  it('offers a role that manages nothing the published posts and the own account', async () => {
    const server = fakeServer(answers());
    openPanel(dashboard, 'user');
    const day = within(await screen.findByRole('region', { name: 'Your day' }));
    expect(day.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/admin/blog',
      '/admin/account',
    ]);
    expect(server.calls('dashboard.day')).toEqual([]);
    await screen.findByText('by Grace');
  });

  it('folds what one call did to several rows into a line that opens, and counts all of them', async () => {
    const at = ago(hour);
    const entry = (id: number, words = {}) =>
      activityRow({ id, description: `Published blog post "Post ${id}"`, created_at: at, ...words });
    const all = [
      entry(90, { created_at: ago(1000), description: 'Updated blog post "Alone"' }),
      ...Array.from({ length: 25 }, (_, index) => entry(80 - index)),
      entry(20, { verified: false, description: 'Said so' }),
      entry(19, { created_at: ago(2 * hour) }),
    ];
    const server = fakeServer({
      ...answers(),
      'activities.list': ({ per_page }) => ({
        activities: all.slice(0, Number(per_page)),
        meta: { total: all.length, page: 1, per_page: Number(per_page) },
      }),
    });
    openPanel(dashboard, 'content_moderator');
    const line = await screen.findByText('Published 25 blog posts');
    const recent = within(screen.getByRole('region', { name: 'Recent Activity' }));
    const sentences = recent.getAllByText(/^(Published|Updated|Said)/).map(({ textContent }) => textContent);
    expect(sentences[0]).toBe('Updated blog post "Alone"');
    expect(recent.getByText('Said so')).toBeDefined();
    expect(recent.getByText('Published blog post "Post 19"').closest('details')).toBeNull();
    const details = line.closest('details')!;
    expect(details.open).toBe(false);
    expect(within(details).getAllByRole('listitem', { hidden: true })).toHaveLength(25);
    await userEvent.click(line);
    expect(details.open).toBe(true);
    expect(server.calls('activities.list').map(({ per_page }) => Number(per_page))).toEqual([10, 100]);
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
      expect(link.getAttribute('href')).toBe('/admin/activities?log=access&type=keys_rotated');
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
      'Numbers',
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
