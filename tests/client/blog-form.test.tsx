import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { conflict, fakeServer, openPanel, preparePanelTests, invalid } from '../support/panel-tests.tsx';
import type { PartialInputOf } from '../support/procedures.ts';
import { postRow, postsPage } from '../support/rows.ts';

preparePanelTests();

// jsdom draws nothing, so that the editor has nothing to measure.
beforeEach(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  document.elementFromPoint = () => null;
});

const stored = postRow({ content: '<p>Words<sup>2</sup></p>', featured_image: 'uploads/hall.webp' });

async function save() {
  await userEvent.click(screen.getByRole('button', { name: 'Save Blog Post' }));
}

describe('the form of a post', () => {
  it('stands without list, filters and cards, and sends what is there without judging it', async () => {
    const server = fakeServer({
      'blog.create': () => ({ id: 8, post: stored }),
      'blog.list': () => postsPage(),
    });
    const { address } = openPanel('/admin/blog-posts/new', 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), 'New');
    await userEvent.upload(
      screen.getByLabelText('Featured image'),
      new File(['x'], 'a.png', { type: 'image/png' }),
    );
    expect(screen.queryByText('Total posts')).toBeNull();
    await save();
    await waitFor(() => expect(address()).toBe('/admin/blog-posts'));
    const [sent] = server.calls('blog.create');
    expect(sent).toMatchObject<PartialInputOf<'blog.create'>>({
      title: 'New',
      excerpt: '',
      content: '',
      category: '',
      is_published: '0',
      tags: '[]',
    });
    expect(sent?.featured_image).toBeInstanceOf(File);
  });

  it('keeps what was typed when a save fails, and shows the first message of each field', async () => {
    fakeServer({
      'blog.create': () => {
        throw invalid('blog.create', {
          excerpt: ['Excerpt is required', 'second'],
          featured_image: ['Not a picture.'],
          tags: ['Odd.'],
        });
      },
    });
    openPanel('/admin/blog-posts/new', 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), 'Kept');
    await save();
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toContain('Please correct the marked fields.\nOdd.');
    expect(banner.textContent).not.toContain('req-1');
    expect(screen.getByText('Excerpt is required')).toBeDefined();
    expect(screen.getByText('Not a picture.')).toBeDefined();
    expect(screen.queryByText('second')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Excerpt'));
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Kept');
  });

  it('loads the stored post and sends the version it started from', async () => {
    const server = fakeServer({
      'blog.one': () => ({ post: stored }),
      'blog.update': () => ({ post: stored }),
      'blog.list': () => postsPage(),
    });
    openPanel('/admin/blog-posts/7/edit', 'admin');
    const content = await screen.findByRole('textbox', { name: 'Content' });
    expect(content.innerHTML).toContain('<sup>2</sup>');
    await userEvent.type(screen.getByLabelText('Title'), '!');
    await save();
    await waitFor(() => expect(server.calls('blog.update')).toHaveLength(1));
    const [sent] = server.calls('blog.update');
    expect(sent).toMatchObject<PartialInputOf<'blog.update'>>({
      id: '7',
      version: '3',
      title: 'A hall of light!',
      is_published: '1',
    });
    expect(sent).not.toHaveProperty('featured_image');
    expect(sent).not.toHaveProperty('tags');
  });

  it('says that somebody else saved first, and keeps the words', async () => {
    fakeServer({
      'blog.one': () => ({ post: stored }),
      'blog.update': () => {
        throw conflict({ ...stored, excerpt: 'Their excerpt', version: 4 });
      },
    });
    openPanel('/admin/blog-posts/7/edit', 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), '!');
    await save();
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toContain('someone else has changed this');
    expect(banner.textContent).toContain('Your changes are still here. Updated with their changes: Excerpt.');
    expect(screen.getByLabelText<HTMLInputElement>('Excerpt').value).toBe('Their excerpt');
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('A hall of light!');
  });

  it('schedules a new post in three clicks, with the address of its title in one call', async () => {
    const server = fakeServer({
      'blog.create': () => {
        throw invalid('blog.create', { excerpt: ['Excerpt is required'] });
      },
      'addresses.blog.propose': () => ({ slug: 'halle-2' }),
    });
    openPanel('/admin/blog-posts/new', 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), 'Halle');
    await userEvent.click(screen.getByRole('button', { name: 'More ways to save' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Schedule…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Schedule' });
    await userEvent.clear(within(dialog).getByLabelText('Day'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Choose a day and a time.');
    fireEvent.change(within(dialog).getByLabelText('Day'), { target: { value: '2099-07-01' } });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    await screen.findByText('Excerpt is required');
    expect(server.calls('blog.create')).toEqual([
      expect.objectContaining({
        title: 'Halle',
        slug: 'halle-2',
        is_published: '1',
        published_at: '2099-07-01T09:00:00.000Z',
      }),
    ]);
    expect(screen.getByText('After saving: Scheduled for 1 Jul 2099, 09:00 UTC')).toBeDefined();
    const tick = screen.getByLabelText<HTMLInputElement>('Publish immediately');
    expect(tick.checked, 'a scheduled post').toBe(false);
    await userEvent.click(tick);
    expect(screen.getByText('After saving: Published')).toBeDefined();
  });

  it('requests the address again at a save while the form is still requesting it in the background', async () => {
    let asked = 0;
    const server = fakeServer({
      'blog.create': () => {
        throw invalid('blog.create', { excerpt: ['Excerpt is required'] });
      },
      'addresses.blog.propose': () => {
        asked += 1;
        return asked === 1 ? new Promise(() => {}) : { slug: 'halle-2' };
      },
    });
    openPanel('/admin/blog-posts/new', 'admin');
    // Sets the title in one step. During a pause between two letters, the form could request an address too early.
    fireEvent.change(await screen.findByLabelText('Title'), { target: { value: 'Halle' } });
    await waitFor(() => expect(asked).toBe(1));
    await userEvent.click(screen.getByLabelText('Publish immediately'));
    await save();
    await screen.findByText('Excerpt is required');
    expect(server.calls('blog.create')[0]).toMatchObject<PartialInputOf<'blog.create'>>({ slug: 'halle-2' });
  });

  it('gives a draft no address before it is published', async () => {
    const server = fakeServer({
      'blog.one': () => ({ post: { ...stored, is_published: false, published_at: null, state: 'draft' } }),
      'blog.update': () => ({ post: stored }),
      'blog.list': () => postsPage(),
      'addresses.blog.propose': () => ({ slug: 'a-hall-of-light' }),
    });
    openPanel('/admin/blog-posts/7/edit', 'admin');
    await screen.findByText('localhost:3000/blog/a-hall-of-light');
    await save();
    await waitFor(() => expect(server.calls('blog.update')).toHaveLength(1));
    expect(server.calls('blog.update')[0]).toMatchObject<PartialInputOf<'blog.update'>>({ slug: '' });
  });
});
