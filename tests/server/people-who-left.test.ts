import { expect, test } from 'vitest';
import { restCaller } from '../support/callers.ts';
import { createPost, createUser } from '../support/factories.ts';
import { reportsEditing, openLiveStream } from '../support/live-stream.ts';
import { publicUrl, loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

let address: string;
const site = useSite({
  parts: loadBuiltPages,
  fill: async (site) => {
    address = await site.app.listen({ host: '127.0.0.1', port: 0 });
  },
});

let count = 0;

/** Somebody who edits posts, signed in. */
async function startEditor() {
  count += 1;
  const words = {
    name: `Vera ${count}`,
    email: `vera${count}@example.com`,
    role: 'content_moderator',
  } as const;
  const user = await createUser(site.database.fork(), words);
  const authorization = `Bearer ${await site.openSessionOf(user)}`;
  return { ...words, id: user.id, ...restCaller(site.app, async () => ({ authorization })) };
}
type Editor = Awaited<ReturnType<typeof startEditor>>;

const users = '/api/admin/users';
const leave: [name: string, act: (editor: Editor) => Promise<{ status: number }>][] = [
  ['is deactivated', ({ id }) => site.rest('admin').post(`${users}/${id}/deactivate`)],
  ['is deleted', ({ id }) => site.rest('admin').delete(`${users}/${id}`)],
  [
    'may no longer edit posts',
    ({ id, name, email }) => site.rest('admin').put(`${users}/${id}`, { name, email, role: 'hr' }),
  ],
];

test.each(leave)('who %s is no longer shown as present, and open forms learn it at once', async (_, act) => {
  const { id: item_id } = await createPost(site.database.fork());
  const editor = await startEditor();
  const opening = `form-of-${editor.id}-there`;
  expect((await editor.post('/trpc/presence.blog.open', { item_id, opening })).status).toBe(200);
  const seen = async () =>
    (
      await site.as('admin').presence.blog.open.mutate({ item_id, opening: `admin-${editor.id}-here` })
    ).colleagues.map(({ name }) => name);
  expect(await seen()).toEqual([editor.name]);
  const stream = await openLiveStream(address, {
    authorization: `Bearer ${await site.openSession('admin')}`,
  });
  await stream.next();
  expect((await act(editor)).status).toBe(200);
  expect((await stream.next(reportsEditing))?.edited).toContain('blog');
  expect(await seen()).toEqual([]);
  stream.close();
});

test.each(leave)(
  'the preview links of a person who %s end at once, and those of others stay',
  async (_, act) => {
    const { id } = await createPost(site.database.fork(), { title: 'A secret draft', is_published: false });
    const editor = await startEditor();
    const path = `/api/admin/blog-posts/${id}/preview`;
    const own = (await editor.post(path, {})).body.link as string;
    const others = (await site.rest('admin').post(path, {})).body.link as string;
    const shows = async (link: string) =>
      (await site.app.inject({ url: link.replace(publicUrl, '') })).body.includes('A secret draft');
    expect([await shows(own), await shows(others)]).toEqual([true, true]);
    expect((await act(editor)).status).toBe(200);
    expect([await shows(own), await shows(others)]).toEqual([false, true]);
  },
);
