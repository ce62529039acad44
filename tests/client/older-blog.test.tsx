import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { dashboardAnswers, fakeServer, openPanel, preparePanelTests } from '../support/panel-tests.tsx';

preparePanelTests();

const posts = { posts: [], meta: { total: 0, page: 1, per_page: 12 } };
const answers = {
  ...dashboardAnswers,
  'blog.list': () => ({ ...posts, stats: { total: 0, by: {} } }),
  'blog.published': () => posts,
};

it('stays at its address for people who manage posts, with all their forms', async () => {
  fakeServer(answers);
  const { address } = openPanel('/admin/blog?category=Technology', 'content_moderator');
  expect(await screen.findByRole('heading', { name: 'Blog Management' })).toBeDefined();
  expect(address()).toBe('/admin/blog?category=Technology');
  await userEvent.click(screen.getByRole('button', { name: 'Create New Post' }));
  expect(await screen.findByLabelText('Title')).toBeDefined();
  expect(address()).toBe('/admin/blog/new');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('heading', { name: 'Blog Management' })).toBeDefined();
  expect(address()).toBe('/admin/blog?category=Technology');
  expect(screen.getByRole('link', { name: 'Trash' }).getAttribute('href')).toBe('/admin/blog/trash');
  // Their menu leads to the same list.
  expect(screen.queryByRole('link', { name: 'Blog' })).toBeNull();
});

it('keeps people who manage no posts out of the forms, and asks nothing for them', async () => {
  const server = fakeServer(answers);
  const { address, goTo } = openPanel('/admin/blog', 'user');
  expect(await screen.findByText('Published posts')).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Blog' }).length).toBeGreaterThan(0);
  for (const path of ['new', '7/edit', '7/versions', 'trash']) {
    await goTo(`/admin/blog/${path}`);
    expect(address(), path).toBe('/admin/dashboard');
  }
  expect(server.calls('blog.one')).toEqual([]);
  expect(server.calls('blog.list')).toEqual([]);
});
