import { expect, test } from 'vitest';
import { MediaUse } from '../../src/pictures/media-uses.ts';
import { deleteExpiredTrash } from '../../src/content/trash/trash.ts';
import { day, stoppedClock } from '../support/clock.ts';
import { callProcedure } from '../support/api-calls.ts';
import { htmlWithPictures, savePost } from '../support/posts-with-pictures.ts';
import { picture } from '../support/pictures.ts';
import { useSite } from '../support/use-site.ts';

const clock = stoppedClock();
const site = useSite({ clock });

const act = (name: string, input: Record<string, unknown>) =>
  callProcedure(site, 'rest', 'admin', name, input);

/** Moves a post to the trash. Returns its id, and the id of the picture that its text shows. */
async function trashPost(): Promise<{ id: number; shown: number }> {
  const upload = { file: await picture({ width: 60 }), alt: 'A wall' };
  const { id: shown } = (await act('media.upload', upload)).body;
  const { id } = await savePost(site, { content: htmlWithPictures(shown) });
  await act('blog.remove', { id });
  return { id, shown };
}

test.each<[how: string, leave: (id: number) => Promise<unknown>]>([
  ['is deleted for good', (id) => act('trash.blog.remove', { id })],
  ['is deleted for good with others', (id) => act('trash.blog.removeMany', { ids: [id] })],
  [
    'has been in the trash for 30 days',
    () => {
      clock.forward(30 * day);
      return deleteExpiredTrash({ ...site.work(), now: clock.now() });
    },
  ],
])('a row that %s no longer uses the pictures of its text', async (_how, leave) => {
  const { id, shown } = await trashPost();
  expect((await act('media.remove', { id: shown })).status).toBe(409);
  await leave(id);
  expect(await site.database.fork().count(MediaUse)).toBe(0);
  // A picture without uses can be deleted from the library. The session of the tests has expired by then.
  const token = await site.openSession('admin');
  const authorization = `Bearer ${token}`;
  const { statusCode } = await site.app.inject({
    method: 'DELETE',
    url: `/api/admin/media/${shown}`,
    headers: { authorization },
  });
  expect(statusCode).toBe(200);
});
