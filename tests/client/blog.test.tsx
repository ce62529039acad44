import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import { postRow, postsPage } from '../support/rows.ts';

preparePanelTests();

const post = postRow({ is_published: false });

const list = '/admin/blog-posts';

describe('the list of blog posts', () => {
  it('shows counts and cards with the state of each post', async () => {
    fakeServer({
      'blog.list': () => postsPage([post, postRow({ id: 8, title: 'Second' })]),
    });
    openPanel(list, 'content_moderator');
    const card = (await screen.findByRole('heading', { name: 'A hall of light' })).closest('li')!;
    expect(within(card).getByText('Draft')).toBeDefined();
    expect(within(card).getByText(/12 Nov 2025/)).toBeDefined();
    const other = screen.getByRole('heading', { name: 'Second' }).closest('li')!;
    expect(within(other).getByText('Published')).toBeDefined();
    expect(screen.getByText('Total posts').parentElement?.textContent).toBe('Total posts2');
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('says what to do when there is nothing, and in which category', async () => {
    fakeServer({ 'blog.list': () => postsPage([]) });
    openPanel(list, 'admin');
    expect(await screen.findByText('No blog posts found')).toBeDefined();
    expect(screen.getByText('Get started by creating your first blog post!')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Innovation');
    expect(await screen.findByText('No blog posts found in category "Innovation"')).toBeDefined();
  });

  it('offers another try when it cannot be loaded', async () => {
    let isUnavailable = true;
    fakeServer({
      'blog.list': () => {
        if (isUnavailable) throw refusal(429, 'Too many calls.');
        return postsPage([post]);
      },
    });
    openPanel(list, 'admin');
    expect((await screen.findByRole('alert')).textContent).toContain('Too many calls.');
    isUnavailable = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'A hall of light' })).toBeDefined();
  });

  it('turns pages in the address, and a filter begins again at the first', async () => {
    const server = fakeServer({ 'blog.list': ({ page }) => postsPage([post], 30, Number(page)) });
    const { address } = openPanel(list, 'admin');
    const pages = await screen.findByRole('navigation', { name: 'Pages' });
    await userEvent.click(within(pages).getByRole('button', { name: '3' }));
    expect(address()).toBe(`${list}?page=3`);
    expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Company News');
    expect(address()).toBe(`${list}?category=Company+News`);
    await waitFor(() =>
      server.expectLastCall('blog.list', { page: 1, per_page: 12, category: 'Company News' }),
    );
  });
});

describe('deleting a post', () => {
  it('says in the dialog why it failed', async () => {
    fakeServer({
      'blog.list': () => postsPage([post]),
      'blog.remove': () => {
        throw refusal(404, 'There is no such blog post.');
      },
    });
    openPanel(list, 'admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete A hall of light' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Post' }));
    expect((await screen.findByRole('alert')).textContent).toContain('There is no such blog post.');
  });
});
