import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { type Answers, fakeServer, openPanel, preparePanelTests, refusal } from '../support/panel-tests.tsx';
import type { OutputOf, PartialInputOf } from '../support/procedures.ts';
import { accountRow, allChangedAnswer, jobsPage, postRow, postsPage, siteSettings } from '../support/rows.ts';

preparePanelTests();

const list = '/admin/blog-posts';
const pageSize = 12;

/** A server with a number of drafts, the newest first. Another person has deleted post 2 meanwhile. */
function servePosts(count: number, more: Answers = {}) {
  const postOf = (id: number) => postRow({ id, title: `Post ${id}`, is_published: false, version: 1 });
  let posts = Array.from({ length: count }, (_, at) => postOf(count - at));
  let trashed: typeof posts = [];
  const setPublished = (ids: number[], is_published: boolean): OutputOf<'blog.publish'> => {
    const isThere = (id: number) => id !== 2 && posts.some((post) => post.id === id);
    const state = is_published ? 'published' : 'draft';
    posts = posts.map((post) =>
      ids.includes(post.id) && isThere(post.id) ? { ...post, is_published, state } : post,
    );
    return {
      results: ids.map((id) =>
        isThere(id) ? { id, outcome: 'changed', version: 2 } : { id, outcome: 'not_found' },
      ),
    };
  };
  return fakeServer({
    'blog.list': ({ page, is_published, sort }) => {
      const shown = posts.filter((post) => is_published === undefined || post.is_published === is_published);
      const sorted = sort === 'title:asc' ? shown.toReversed() : shown;
      const from = (Number(page) - 1) * pageSize;
      return postsPage(sorted.slice(from, from + pageSize), shown.length, Number(page));
    },
    'blog.one': ({ id }) => ({ post: posts.find((post) => post.id === id)! }),
    'blog.publish': ({ ids, is_published }) => setPublished(ids, Boolean(is_published)),
    'blog.undoMany': ({ rows }) =>
      setPublished(
        rows.map(({ id }) => Number(id)),
        false,
      ),
    'blog.removeMany': ({ ids }) => {
      trashed = posts.filter(({ id }) => ids.includes(id));
      posts = posts.filter(({ id }) => !ids.includes(id));
      return allChangedAnswer(ids);
    },
    'trash.blog.restoreMany': ({ ids }) => {
      posts = [...posts, ...trashed].toSorted((a, b) => b.id - a.id);
      return allChangedAnswer(ids);
    },
    ...more,
  });
}

const select = async (title: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const key = (pressed: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: pressed });
const selected = () => screen.queryByText(/ selected$/)?.textContent;

describe('selected rows', () => {
  it('are published at once and taken back at once, by one notice', async () => {
    const server = servePosts(5);
    openPanel(list, 'admin');
    const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
    await userEvent.click(all);
    expect(selected()).toBe('5 selected');
    expect([all.checked, all.indeterminate]).toEqual([true, false]);
    await select('Post 2');
    expect(selected()).toBe('4 selected');
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    await press('Publish');
    expect(await screen.findByText('4 posts published')).toBeDefined();
    server.expectCalls('blog.publish', [{ ids: [5, 4, 3, 1], is_published: true }]);
    await waitFor(() =>
      expect(screen.getAllByText('Published', { selector: 'span *, span' })).toHaveLength(4),
    );
    expect(selected()).toBeUndefined();
    const undo = await screen.findByRole('button', { name: 'Undo' });
    fireEvent.click(undo);
    fireEvent.click(undo);
    expect(await screen.findByText('Undone: 4 posts published')).toBeDefined();
    // The versions tell the server what to take back, and that nobody has saved since.
    server.expectCalls('blog.undoMany', [{ rows: [5, 4, 3, 1].map((id) => ({ id, version: 2 })) }]);
    expect(server.calls('blog.publish')).toHaveLength(1);
  });

  it('move to another category, and the undo names the versions that they have by then', async () => {
    const results = [3, 1].map((id) => ({ id, outcome: 'changed' as const, version: 2 }));
    const server = servePosts(3, { 'blog.regroup': () => ({ results }) });
    openPanel(list, 'admin');
    await select('Post 3');
    await select('Post 1');
    await press('Move');
    const dialog = await screen.findByRole('dialog', { name: 'Move to another category' });
    await userEvent.selectOptions(within(dialog).getByLabelText('Category'), 'Innovation');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }));
    expect(await screen.findByText('2 posts moved')).toBeDefined();
    server.expectCalls('blog.regroup', [{ ids: [3, 1], category: 'Innovation' }]);
    await press('Undo');
    expect(await screen.findByText('Undone: 2 posts moved')).toBeDefined();
    server.expectCalls('blog.undoMany', [{ rows: [3, 1].map((id) => ({ id, version: 2 })) }]);
  });

  it('are deleted after a question and restored by one undo', async () => {
    const server = servePosts(3);
    openPanel(list, 'admin');
    await select('Post 3');
    await select('Post 1');
    await press('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 posts' });
    within(dialog).getByText('Are you sure you want to delete 2 posts? The trash keeps a copy for 30 days.');
    expect(server.calls('blog.removeMany')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('2 posts deleted')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Post 3' })).toBeNull());
    await press('Undo');
    expect(await screen.findByRole('heading', { name: 'Post 3' })).toBeDefined();
    server.expectCalls('trash.blog.restoreMany', [{ ids: [3, 1] }]);
  });

  it('that could not be changed are named one by one', async () => {
    servePosts(3);
    openPanel(list, 'admin');
    for (const title of ['Post 3', 'Post 2']) await select(title);
    await press('Publish');
    expect(await screen.findByText('1 post published')).toBeDefined();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Couldn’t publish 1 post');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['“Post 2”: It no longer exists.']);
  });

  it('stay selected when nothing of it could be done', async () => {
    fakeServer({
      'blog.list': () => postsPage([postRow({ id: 1, title: 'Post 1', is_published: false })]),
      'blog.publish': () => {
        throw refusal(503, 'The server is busy.');
      },
    });
    openPanel(list, 'admin');
    await select('Post 1');
    await press('Publish');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Couldn’t publish 1 postThe server is busy.',
    );
    expect(selected()).toBe('1 selected');
    await press('Clear selection');
    expect(selected()).toBeUndefined();
  });

  it('are given up with a filter, an order and a page', async () => {
    servePosts(pageSize + 1);
    const { goTo } = openPanel(list, 'admin');
    for (const query of ['?is_published=false', '?sort=title:asc', '?page=2']) {
      await goTo(list);
      await select('Post 12');
      expect(selected()).toBe('1 selected');
      await goTo(list + query);
      expect(selected(), query).toBeUndefined();
    }
  });
});

it('the switch that unfolds the filters counts those in use', async () => {
  servePosts(1);
  const { goTo } = openPanel(`${list}?is_published=false`, 'admin');
  await screen.findByRole('button', { name: 'Filters (1)' });
  await goTo(list);
  expect(await screen.findByRole('button', { name: 'Filters' })).toBeDefined();
});

describe('the table of a list', () => {
  const openTable = async () => {
    const panel = openPanel(list, 'admin');
    await userEvent.click(await screen.findByRole('button', { name: 'Table' }));
    await screen.findByRole('table', { name: 'Blog Management' });
    return panel;
  };

  it('is chosen once for each list and remembered', async () => {
    servePosts(1);
    await openTable();
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(heads).toEqual(['', 'Title', 'Category', 'Status', 'Created', 'Actions']);
    expect(localStorage.getItem('atrium:list-view:blog')).toBe('table');
    const row = screen.getByRole('row', { name: /Post 1/ });
    expect(within(row).getByRole('link', { name: 'Post 1' }).getAttribute('href')).toBe(`${list}/1/edit`);
    expect(within(row).getByRole('rowheader').textContent).toBe('Post 1');
    expect(within(row).getByText('Draft')).toBeDefined();
  });

  it('sorts by a head: ascending, descending, and as usual', async () => {
    const server = servePosts(3);
    const { address } = await openTable();
    const head = () => screen.getByRole('columnheader', { name: 'Title' });
    expect(head().getAttribute('aria-sort')).toBe('none');
    await press('Title');
    expect(address()).toBe(`${list}?sort=title%3Aasc`);
    expect(head().getAttribute('aria-sort')).toBe('ascending');
    await waitFor(() =>
      expect(server.calls('blog.list').at(-1)).toMatchObject<PartialInputOf<'blog.list'>>({
        sort: 'title:asc',
      }),
    );
    await waitFor(() =>
      expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
        ...['Post 1', 'Post 2', 'Post 3'],
      ]),
    );
    await press('Title');
    expect(head().getAttribute('aria-sort')).toBe('descending');
    await press('Title');
    expect(address()).toBe(list);
    expect(head().getAttribute('aria-sort')).toBe('none');
  });

  it('ignores an order that the list does not have', async () => {
    const server = servePosts(1);
    openPanel(`${list}?sort=password:asc`, 'admin');
    await screen.findByRole('heading', { name: 'Post 1' });
    server.expectCalls('blog.list', [{ page: 1, per_page: pageSize }]);
  });
});

describe('the keyboard', () => {
  it('moves between the rows, selects, edits, deletes and creates', async () => {
    servePosts(3);
    const { address, goBack } = openPanel(list, 'admin');
    await screen.findByRole('heading', { name: 'Post 3' });
    const focused = () => document.activeElement?.textContent;
    key('j');
    expect(focused()).toBe('Post 3');
    key('ArrowDown');
    key('j');
    key('j');
    expect(focused()).toBe('Post 1');
    key('k');
    expect(focused()).toBe('Post 2');
    key('ArrowUp');
    expect(focused()).toBe('Post 3');
    key('ArrowDown');
    key('x');
    expect(selected()).toBe('1 selected');
    key('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
    key('j');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }));
    screen.getByRole('link', { name: 'Post 2' }).focus();
    key('Delete');
    await screen.findByRole('dialog', { name: 'Delete Blog Post' });
    key('n');
    expect(address()).toBe(list);
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByRole('link', { name: 'Post 2' }).focus();
    key('e');
    await waitFor(() => expect(address()).toBe(`${list}/2/edit`));
    await goBack();
    await screen.findByRole('heading', { name: 'Post 3' });
    key('n');
    await waitFor(() => expect(address()).toBe(`${list}/new`));
  });

  it('leaves keys with a modifier to the browser, and all of them when they are switched off', async () => {
    servePosts(2);
    openPanel(list, 'admin');
    await screen.findByRole('heading', { name: 'Post 2' });
    fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(document.body);
    localStorage.setItem('admin_single_keys', 'off');
    screen.getByRole('link', { name: 'Post 2' }).focus();
    key('j');
    expect(document.activeElement?.textContent).toBe('Post 2');
  });
});

it('a copy of a row opens in its form', async () => {
  const copy = postRow({ id: 8, title: 'Copy of Post 1', is_published: false });
  const server = servePosts(1, {
    'blog.duplicate': () => ({ success: true, id: 8, post: copy }),
    'blog.one': () => ({ post: copy }),
  });
  const { address } = openPanel(list, 'admin');
  await press('Duplicate Post 1');
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Copy of Post 1');
  expect(address()).toBe(`${list}/8/edit`);
  expect(screen.getByLabelText<HTMLInputElement>('Publish immediately').checked).toBe(false);
  server.expectCalls('blog.duplicate', [{ id: 1 }]);
});

it('more than fourteen counts show the first fourteen, and the others at a click', async () => {
  const names = ['Technology', ...Array.from({ length: 15 }, (_, at) => `Category ${at + 2}`)];
  const blog_categories = names.map((name) => ({ key: name, name, motif: '' as const, former: [] }));
  fakeServer({
    'blog.list': () => postsPage([postRow()]),
    'site.settings': () => siteSettings({ choices: { ...settingDefaults.choices, blog_categories } }),
  });
  openPanel(list, 'admin');
  const counts = () =>
    screen
      .getAllByRole('button', { name: /^(Technology|Category \d+): / })
      .map((button) => button.getAttribute('aria-label')!.split(':')[0]);
  const more = await screen.findByRole('button', { name: 'Show all 16' });
  expect(counts()).toEqual(names.slice(0, 14));
  await userEvent.click(more);
  expect(counts()).toEqual(names);
  await press('Show fewer');
  expect(counts()).toHaveLength(14);
});

it('every list has one pager of at most five numbers', async () => {
  fakeServer({
    'jobs.list': ({ page }) => jobsPage([], 200, Number(page)),
    'users.list': ({ page }) => ({
      users: [accountRow()],
      stats: { total_users: 200, admin_users: 1, regular_users: 1, hr_users: 1, content_moderator_users: 1 },
      meta: { total: 200, page: Number(page), per_page: pageSize },
    }),
  });
  openPanel('/admin/users?page=7', 'admin');
  const pager = await screen.findByRole('navigation', { name: 'Pages' });
  expect(
    within(pager)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Previous', '5', '6', '7', '8', '9', 'Next']]);
  expect(screen.getByText('Showing 73 to 73 of 200 users')).toBeDefined();
});
