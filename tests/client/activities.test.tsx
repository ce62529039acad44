import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { recordedFacts, recordedModuleNames } from '../../src/shared/module-facts.ts';
import { fakeServer, openPanel, preparePanelTests, refusal, typeAtOnce } from '../support/panel-tests.tsx';
import type { OutputOf, PartialInputOf } from '../support/procedures.ts';
import { type Activity, activityRow, postRow, postsPage, publishedPost } from '../support/rows.ts';

preparePanelTests();

const log = '/admin/activities';

const activity = activityRow();

function pageOf(activities: Activity[], total = activities.length, page = 1): OutputOf<'activities.list'> {
  return { activities, meta: { total, page, per_page: 15 } };
}

describe('the activity log', () => {
  it('shows who did what and when, and marks what no change has confirmed', async () => {
    fakeServer({
      'activities.list': () =>
        pageOf([activity, { ...activity, id: 10, type: 'delete', description: 'Told', verified: false }]),
    });
    openPanel(log, 'user');
    const row = (await screen.findByText('Updated blog post "Light"')).closest('tr')!;
    expect(within(row).getByText('Grace')).toBeDefined();
    expect(within(row).getByText('Blog')).toBeDefined();
    const time = within(row).getByText('12 Nov 2025');
    expect(time.getAttribute('datetime')).toBe(activity.created_at);
    expect(time.getAttribute('title')).toContain('12 Nov 2025, ');
    const told = screen.getByText('Told').closest('tr')!;
    expect(within(told).getByText('Unverified')).toBeDefined();
    expect(within(row).queryByText('Unverified')).toBeNull();
    expect(within(row).queryByRole('button')).toBeNull();
  });

  it('shows the address of who did it, the API token, and what a caller said of it as their note', async () => {
    const note = 'Was too bright';
    const told = { ...activity, id: 10, description: note, note, verified: false, user_email: null };
    fakeServer({
      'activities.list': () =>
        pageOf([{ ...activity, user_email: 'grace@example.com', via: 'token:7', note }, told]),
    });
    openPanel(log, 'user');
    const row = (await screen.findByText('Updated blog post "Light"')).closest('tr')!;
    expect(within(row).getByText('grace@example.com')).toBeDefined();
    expect(row.textContent).toContain('Through API token 7. Note by Grace: Was too bright');
    // An unconfirmed entry shows only the caller's words.
    const unconfirmed = screen.getByText('Unverified').closest('tr')!;
    expect(unconfirmed.textContent).toContain('Reported by Grace: Was too bright');
    expect(unconfirmed.textContent).not.toContain('Note by');
  });

  it('shows words of another version as they are', async () => {
    fakeServer({
      'activities.list': () =>
        pageOf([{ ...activity, type: 'publish', module: 'testimonials', description: 'Showed it' }]),
    });
    openPanel(log, 'user');
    const row = (await screen.findByText('Showed it')).closest('tr')!;
    expect(within(row).getByText('testimonials')).toBeDefined();
    expect(within(row).getByText('publish:')).toBeDefined();
  });

  it('shows what an update changed when it is asked to', async () => {
    const changes = {
      title: { old: 'Dark', new: 'Light' },
      is_published: { old: false, new: true },
      content: { old: '<p>Old <b>words</b></p><p', new: '<p>New words</p>' },
      featured_image: { old: null, new: 'uploads/a.webp' },
    };
    fakeServer({ 'activities.list': () => pageOf([{ ...activity, changes }]) });
    openPanel(log, 'user');
    const button = await screen.findByRole('button', { name: /^Changes of/ });
    expect(screen.queryByText('Before:')).toBeNull();
    await userEvent.click(button);
    const shown = screen.getAllByRole('term').map((term) => term.parentElement?.textContent);
    expect(shown).toEqual([
      'TitleBefore: DarkAfter: Light',
      'PublishedBefore: NoAfter: Yes',
      'ContentBefore: Old wordsAfter: New words',
      'Featured imageBefore: nothingAfter: uploads/a.webp',
    ]);
    expect(button.getAttribute('aria-expanded')).toBe('true');
  });

  it('shows the tags of a formatted text where only they have changed', async () => {
    const changes = { content: { old: '<p>Words</p>', new: '<h2>Words</h2>' } };
    fakeServer({ 'activities.list': () => pageOf([{ ...activity, changes }]) });
    openPanel(log, 'user');
    await userEvent.click(await screen.findByRole('button', { name: /^Changes of/ }));
    expect(screen.getByRole('term').parentElement?.textContent).toBe(
      'ContentBefore: <p>Words</p>After: <h2>Words</h2>',
    );
  });

  it('sorts by module and by time', async () => {
    const server = fakeServer({ 'activities.list': () => pageOf([activity]) });
    const { address } = openPanel(log, 'user');
    for (const [head, column] of [
      ['Module', 'module'],
      ['When', 'created_at'],
    ]) {
      const heading = await screen.findByRole('columnheader', { name: new RegExp(head!) });
      await userEvent.click(within(heading).getByRole('button'));
      await waitFor(() =>
        expect(server.calls('activities.list').at(-1)).toMatchObject({ sort: `${column}:asc` }),
      );
      expect(address()).toBe(`${log}?sort=${column}%3Aasc`);
    }
  });

  it('offers all modules to filter by, those of the first release first', async () => {
    fakeServer({ 'activities.list': () => pageOf([activity], 1, 1) });
    openPanel(log, 'user');
    const filter = await screen.findByLabelText<HTMLSelectElement>('Module');
    const labels = [...filter.options].map(({ text }) => text);
    expect(labels.slice(0, 5)).toEqual(['All modules', 'Blog', 'Portfolio', 'Job', 'Team']);
    const modules = recordedModuleNames.map((name) => recordedFacts(name).label);
    expect(labels.slice(1)).toEqual([...modules, 'Inbox', 'Settings']);
  });

  it('searches and filters by the address, from the first page on', async () => {
    const server = fakeServer({ 'activities.list': ({ page }) => pageOf([activity], 40, Number(page)) });
    const { address } = openPanel(`${log}?page=3`, 'user');
    typeAtOnce(await screen.findByLabelText('Search'), 'gra');
    await waitFor(() =>
      expect(server.calls('activities.list').at(-1)).toMatchObject<PartialInputOf<'activities.list'>>({
        search: 'gra',
      }),
    );
    expect(address()).toBe(`${log}?search=gra`);
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Update');
    await userEvent.selectOptions(screen.getByLabelText('Module'), 'Team');
    expect(address()).toBe(`${log}?search=gra&type=update&module=team`);
    await waitFor(() =>
      server.expectLastCall('activities.list', {
        page: 1,
        per_page: 15,
        type: 'update',
        module: 'team',
        search: 'gra',
      }),
    );
    expect(server.calls('activities.list').filter(({ search }) => search).length).toBeLessThanOrEqual(3);
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      '/api/admin/activities.csv?type=update&module=team&search=gra',
    );
  });

  it('asks for its file once, however often the link is clicked', async () => {
    const server = fakeServer({
      'activities.list': () => pageOf([activity]),
      'account.confirmIdentity': () => new Promise(() => {}),
    });
    openPanel(log, 'user');
    const link = await screen.findByRole('link', { name: 'Export CSV' });
    await userEvent.click(link);
    await waitFor(() => expect(server.calls('account.confirmIdentity')).toHaveLength(1));
    await userEvent.click(link);
    expect(server.calls('account.confirmIdentity')).toHaveLength(1);
  });

  it('shows the changes of one call as one line that opens, and undoes them after saying what will change', async () => {
    const ofCall = (id: number, title: string): Activity => ({
      ...activity,
      id,
      call_id: 7,
      item_id: id,
      item: 'row',
      version_before: 1,
      version_after: 2,
      description: `Updated blog post "${title}"`,
      changes: { is_published: { old: true, new: false } },
    });
    const server = fakeServer({
      'activities.list': () =>
        pageOf([ofCall(9, 'C'), ofCall(8, 'B'), ofCall(7, 'A'), { ...activity, id: 3 }]),
      'activities.undoPlan': (): OutputOf<'activities.undoPlan'> => ({
        plans: [
          {
            id: 7,
            description: 'Updated blog post "A"',
            act: 'update',
            changes: { is_published: { old: false, new: true } },
            left_out: [],
          },
          {
            id: 8,
            description: 'Updated blog post "B"',
            act: 'update',
            changes: {},
            left_out: [],
            problem: 'Someone has changed this since.',
          },
        ],
      }),
      'activities.undoCall': () => ({ results: [] }),
    });
    openPanel(log, 'user');
    const line = (await screen.findByText(/and 2 more/)).closest('tr')!;
    expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(3);
    expect(screen.getByText(/^Showing 1 to 4/)).toBeDefined();
    await userEvent.click(within(line).getByRole('button', { name: /^Changes of/ }));
    expect(screen.getAllByRole('button', { name: /^Undo this change/ })).toHaveLength(3);
    await userEvent.click(within(line).getByRole('button', { name: /^Undo these changes/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Published').parentElement?.textContent).toBe('PublishedBefore: NoAfter: Yes');
    expect(dialog.getByText('Someone has changed this since. This stays as it is.')).toBeDefined();
    server.expectCalls('activities.undoPlan', [{ id: 7, is_whole_call: true }]);
    await userEvent.keyboard('{Escape}');
    const opener = within(line).getByRole('button', { name: /^Undo these changes/ });
    await waitFor(() => expect(document.activeElement).toBe(opener));
    await userEvent.click(opener);
    await screen.findByRole('dialog');
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo these changes' }),
    );
    await waitFor(() => server.expectCalls('activities.undoCall', [{ id: 7 }]));
  });

  it('filters by person, days and what is unverified, and one item by a link from its entry', async () => {
    const server = fakeServer({
      'activities.list': () => pageOf([{ ...activity, item_id: 7, item: 'row' }]),
    });
    const { address } = openPanel(log, 'user');
    await screen.findByRole('option', { name: 'Grace' });
    await userEvent.selectOptions(screen.getByLabelText('Person'), 'Grace');
    await userEvent.selectOptions(screen.getByLabelText('Source'), 'Unverified only');
    fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2026-11-28' } });
    await waitFor(() => expect(address()).toBe(`${log}?user_id=2&verified=false&until=2026-11-28`));
    await waitFor(() =>
      expect(server.calls('activities.list').at(-1)).toMatchObject({
        user_id: 2,
        verified: false,
        until: new Date('2026-11-29T00:00').toISOString(),
      }),
    );
    await userEvent.click(screen.getByRole('link', { name: /^All changes of this item/ }));
    expect(address()).toBe(`${log}?module=blog&item_id=7`);
    await waitFor(() =>
      server.expectLastCall('activities.list', { page: 1, per_page: 15, module: 'blog', item_id: 7 }),
    );
    expect(screen.getByLabelText<HTMLSelectElement>('Item').selectedOptions[0]!.text).toBe('This blog post');
  });

  it('says that there is nothing, or why it cannot be shown', async () => {
    let isUnavailable = false;
    fakeServer({
      'activities.list': () => {
        if (isUnavailable) throw refusal(429, 'Too many calls.');
        return pageOf([]);
      },
    });
    openPanel(log, 'user');
    expect(await screen.findByText('No activities found')).toBeDefined();
    isUnavailable = true;
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Delete');
    expect((await screen.findByRole('alert')).textContent).toContain('Too many calls.');
  });
});

describe('the older blog screen', () => {
  it('lets who manages posts manage them', async () => {
    fakeServer({ 'blog.list': () => postsPage([postRow()]) });
    openPanel('/admin/blog', 'content_moderator');
    expect(await screen.findByRole('button', { name: 'Create New Post' })).toBeDefined();
  });

  it('lets anybody else read what is published', async () => {
    const post = publishedPost({ content: '<p>It took <b>years</b>.</p>' });
    const server = fakeServer({
      'blog.published': () => ({ posts: [post], meta: { total: 1, page: 1, per_page: 12 } }),
      'blog.publishedOne': () => ({ post }),
    });
    openPanel('/admin/blog', 'hr');
    await userEvent.click(await screen.findByRole('link', { name: 'A hall of light' }));
    expect((await screen.findByText('years')).tagName).toBe('B');
    server.expectCalls('blog.publishedOne', [{ id: 7 }]);
    expect(screen.queryByRole('button', { name: /Edit|Delete|Create/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'All posts' }));
    expect(await screen.findByText('How it was built.')).toBeDefined();
  });
});
