// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  conflict,
  fakeServer,
  invalid,
  openPanel,
  preparePanelTests,
  refusal,
} from '../support/panel-tests.tsx';
import type { PartialInputOf } from '../support/procedures.ts';
import { postRow, postsPage } from '../support/rows.ts';
import { isShortForm } from '../support/test-form.ts';

preparePanelTests();

// jsdom draws nothing, so that the editor has nothing to measure.
beforeEach(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  document.elementFromPoint = () => null;
  Element.prototype.scrollIntoView = () => {};
});

const stored = postRow({ content: '<p>Words<sup>2</sup></p>', featured_image: 'uploads/hall.webp' });

async function save() {
  await userEvent.click(screen.getByRole('button', { name: 'Save Blog Post' }));
}

/** What Ctrl+S stores of a form that has only a title. */
const draft = postRow({
  id: 8,
  is_published: false,
  title: 'Begun',
  excerpt: '',
  content: '',
  category: '',
});

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

  it('shows beside the form who changed which field, and what, and gives the focus back', async () => {
    const summary = { name: null, user_id: 2, user_name: 'Grace', created_at: '2025-11-12T09:00:00.000Z' };
    const versions = [
      { ...summary, number: 2, changed: ['title', 'excerpt'] },
      { ...summary, number: 1, changed: [] },
    ];
    fakeServer({
      'blog.one': () => ({ post: stored }),
      'versions.blog.list': () => ({ versions }),
      'versions.blog.one': ({ number }) => ({
        version: {
          ...versions.find((one) => one.number === number)!,
          fields: { title: number === 2 ? 'Light' : 'Dark' },
          placeholder: null,
          picture: null,
        },
      }),
    });
    openPanel('/admin/blog-posts/7/edit', 'admin');
    const opener = await screen.findByRole('button', { name: 'History' });
    await userEvent.click(opener);
    const pane = await screen.findByRole('region', { name: 'History' });
    expect(document.activeElement).toBe(pane);
    const change = await within(pane).findByRole('button', { name: /Grace.*Changed: Title, Excerpt/ });
    await userEvent.click(change);
    const title = await within(pane).findByRole('region', { name: 'Title' });
    expect(title.querySelector('del')?.textContent).toBe('Dark');
    expect(title.querySelector('ins')?.textContent).toBe('Light');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'History' })).toBeNull();
    expect(document.activeElement).toBe(opener);
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
      tags: '[]',
    });
    expect(sent).not.toHaveProperty('featured_image');
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

  it('keeps a title as a draft by Ctrl+S, at the address of its row, and goes on there', async () => {
    const server = fakeServer({
      'blog.saveDraft': ({ title }) => ({ id: 8, post: { ...draft, title: String(title) } }),
      'blog.one': () => ({ post: draft }),
      'blog.list': () => postsPage(),
    });
    const { address } = openPanel('/admin/blog-posts/new', 'admin');
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    vi.mocked(window.scrollTo).mockClear();
    await userEvent.type(title, 'Begun{Control>}s{/Control}');
    expect(await screen.findByText(/^Saved \d/)).toBeDefined();
    await waitFor(() => expect(address()).toBe('/admin/blog-posts/8/edit'));
    expect(window.scrollTo).not.toHaveBeenCalled();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Blog Post');
    expect(document.activeElement).toBe(title);
    await userEvent.type(title, '!{Control>}s{/Control}');
    await waitFor(() => expect(server.calls('blog.saveDraft')).toHaveLength(2));
    const [first, second] = server.calls('blog.saveDraft');
    expect(first).not.toHaveProperty('id');
    expect(second).toMatchObject({ id: '8', title: 'Begun!' });
    expect(title.isConnected).toBe(true);
  });

  it('keeps what is typed while its first save is on the way, and goes on at the address of its row', async () => {
    const stored = Promise.withResolvers<{ id: number; post: typeof draft }>();
    fakeServer({
      'blog.saveDraft': () => stored.promise,
      'blog.one': () => ({ post: draft }),
      'blog.list': () => postsPage(),
    });
    const { address } = openPanel('/admin/blog-posts/new', 'admin');
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    await userEvent.type(title, 'Begun{Control>}s{/Control} and more');
    stored.resolve({ id: 8, post: draft });
    await waitFor(() => expect(address()).toBe('/admin/blog-posts/8/edit'));
    expect(title.value).toBe('Begun and more');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers Save draft, which returns to the list, and Save and stay', async () => {
    const draft = postRow({ id: 8, is_published: false, title: 'Begun', excerpt: '' });
    const server = fakeServer({
      'blog.saveDraft': () => ({ id: 8, post: draft }),
      'blog.list': () => postsPage(),
    });
    const { address } = openPanel('/admin/blog-posts/new', 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), 'Begun');
    await userEvent.click(screen.getByRole('button', { name: 'More ways to save' }));
    expect(await screen.findByRole('menuitem', { name: 'Save and stay' })).toBeDefined();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Save draft' }));
    await waitFor(() => expect(address()).toBe('/admin/blog-posts'));
    expect(server.calls('blog.saveDraft')).toHaveLength(1);
  });

  it('lists what is missing once it is to be published, and each line leads to its place', async () => {
    fakeServer({});
    openPanel('/admin/blog-posts/new', 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), 'Halle');
    expect(screen.queryByText('Before visitors see it:')).toBeNull();
    await userEvent.click(screen.getByLabelText('Publish immediately'));
    const list = screen.getByRole('list', { name: 'Before visitors see it:' });
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Fill in the excerpt', 'Fill in the content', 'Choose a category']);
    await userEvent.click(within(list).getByRole('button', { name: 'Choose a category' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Category'));
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Technology');
    expect(within(list).queryByRole('button', { name: 'Choose a category' })).toBeNull();
  });

  it('counts the pictures of the text that lack a description or a file', async () => {
    const content =
      '<p>One</p><figure data-kind="picture"><img data-media="4"></figure><figure data-kind="picture"><img data-media="5"></figure><figure data-kind="picture"><img alt="" data-absent="a"></figure>';
    const missing = () => {
      throw refusal(404, 'There is no such picture.');
    };
    fakeServer({
      'media.one': missing,
      'blog.one': () => ({ post: postRow({ is_published: false, content }) }),
    });
    openPanel('/admin/blog-posts/7/edit', 'admin');
    await userEvent.click(await screen.findByLabelText('Publish immediately'));
    const list = screen.getByRole('list', { name: 'Before visitors see it:' });
    expect(
      within(list)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Describe 2 pictures', '1 picture has no file']);
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
    expect(screen.getByText('After saving: Scheduled for 1 Jul 2099, 09:00')).toBeDefined();
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

describe('the drawer of a post', () => {
  const answers: Answers = {
    'blog.one': () => ({ post: stored }),
    'blog.list': () => postsPage([stored]),
    'blog.update': () => ({ post: { ...stored, version: 4 } }),
    'blog.tags': () => ({ tags: [] }),
    'team.list': () => ({ team: [], meta: { total: 0, page: 1, per_page: 8 }, stats: { total: 0, by: {} } }),
    'addresses.blog.list': () => ({ addresses: [] }),
  };
  const edit = '/admin/blog-posts/7/edit';
  const author = () => screen.getByLabelText<HTMLInputElement>('Author');
  const refused = () => {
    throw invalid('blog.update', { canonical_url: ['Not an address.'] });
  };

  async function openDrawer(name = 'Publishing') {
    await userEvent.click(await screen.findByRole('button', { name }));
    return screen.findByRole('dialog', { name: 'Publishing' });
  }

  it('belongs to the form, and one save stores both', async () => {
    const server = fakeServer(answers);
    const { address } = openPanel(edit, 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), '!');
    const drawer = await openDrawer();
    expect(within(drawer).getAllByText('A hall of light!')).not.toEqual([]);
    await userEvent.type(author(), 'Ada');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Done' }));
    const opener = screen.getByRole('button', { name: 'Publishing' });
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(server.calls('blog.update')).toEqual([]);
    await save();
    await waitFor(() => expect(address()).toBe('/admin/blog-posts'));
    expect(server.calls('blog.update')).toMatchObject<PartialInputOf<'blog.update'>[]>([
      { title: 'A hall of light!', author: 'Ada', version: '3' },
    ]);
    expect(server.calls('blog.one')).toHaveLength(1);
  });

  it('gives up by Cancel what was typed in it, and no word of the form', async () => {
    fakeServer(answers);
    openPanel(edit, 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), '!');
    await openDrawer();
    await userEvent.type(author(), 'Ada');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('A hall of light!');
    await openDrawer();
    expect(author().value).toBe('');
    await userEvent.type(author(), 'Ada');
    await userEvent.keyboard('{Escape}');
    await openDrawer();
    expect(author().value).toBe('Ada');
  });

  it.skipIf(isShortForm)('saves the form by Ctrl+S, and the form stays', async () => {
    const server = fakeServer(answers);
    const { address } = openPanel(edit, 'admin');
    await openDrawer();
    await userEvent.type(author(), 'Ada');
    await userEvent.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText(/^Saved \d/)).toBeDefined();
    expect(address()).toBe(edit);
    expect(server.calls('blog.update')).toMatchObject<PartialInputOf<'blog.update'>[]>([{ author: 'Ada' }]);
  });

  it('opens when one of its fields is refused, and leads to the field', async () => {
    fakeServer({ ...answers, 'blog.update': refused });
    openPanel(edit, 'admin');
    await screen.findByLabelText('Title');
    await save();
    const drawer = await screen.findByRole('dialog', { name: 'Publishing' });
    const field = within(drawer).getByLabelText('First published at');
    expect(within(drawer).getByText('Not an address.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('stays closed over the caret in a text, where the save bar says what is refused', async () => {
    fakeServer({ ...answers, 'blog.update': refused });
    openPanel(edit, 'admin');
    await userEvent.type(await screen.findByLabelText('Title'), '!{Control>}s{/Control}');
    expect((await screen.findByRole('alert')).textContent).toContain('Not an address.');
    expect(document.activeElement).toBe(screen.getByLabelText('Title'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('publishes an ended post again without the end that has passed', async () => {
    const ended = { is_published: false, state: 'ended' as const, unpublish_at: '2026-01-01T00:00:00.000Z' };
    const server = fakeServer({ ...answers, 'blog.one': () => ({ post: { ...stored, ...ended } }) });
    openPanel(edit, 'admin');
    await userEvent.click(await screen.findByLabelText('Publish immediately'));
    expect(screen.getByText(/^After saving: Published/)).toBeDefined();
    await save();
    await waitFor(() => expect(server.calls('blog.update')).toHaveLength(1));
    expect(server.calls('blog.update')).toMatchObject<PartialInputOf<'blog.update'>[]>([
      { is_published: '1', unpublish_at: '' },
    ]);
  });

  it.skipIf(isShortForm)('opens above the list as the form of the row, and saves it', async () => {
    let isFirst = true;
    const server = fakeServer({
      ...answers,
      'blog.update': () => {
        if (!isFirst) return { post: { ...stored, version: 4 } };
        isFirst = false;
        throw invalid('blog.update', { excerpt: ['Excerpt is required'] });
      },
    });
    openPanel('/admin/blog-posts', 'admin');
    const drawer = await openDrawer('Publishing of A hall of light');
    expect(within(drawer).queryByLabelText('Title')).toBeNull();
    await userEvent.type(author(), 'Ada');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
    expect((await within(drawer).findByRole('alert')).textContent).toContain('Excerpt is required');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const { title, content } = stored;
    expect(server.calls('blog.update')[1]).toMatchObject<PartialInputOf<'blog.update'>>({
      title,
      content,
      author: 'Ada',
      version: '3',
    });
    expect(server.calls('blog.one')).toEqual([]);
  });
});
