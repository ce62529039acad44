// On both databases: events between two instances on PostgreSQL.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPresence } from '../../src/trpc/presence.ts';
import { createPostgresql, openTestDatabase } from '../support/database.ts';
import { createPost } from '../support/factories.ts';
import { reportsEditing, openLiveStream } from '../support/live-stream.ts';
import { testApp } from '../support/test-app.ts';
import { isShortForm } from '../support/test-form.ts';

test.skipIf(isShortForm)(
  'a form that is open on one instance is seen on the other, until it is closed',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-presence-'));
    const url = await createPostgresql('atrium_base');
    const open = () => openTestDatabase({ url, dataDir });
    const databases = [await open(), await open()];
    const [one, other] = await Promise.all(databases.map((database) => testApp('postgresql', { database })));
    const { id: item_id } = await createPost(one!.database.fork());
    const address = await other!.app.listen({ host: '127.0.0.1', port: 0 });
    const stream = await openLiveStream(address, {
      authorization: `Bearer ${await other!.openSession('admin')}`,
    });
    await stream.next();
    await expect.poll(() => databases.every(({ events }) => events.isConnected())).toBe(true);

    const mine = one!.as('content_moderator').presence.blog;
    const theirs = other!.as('admin').presence.blog;
    const seen = async () => (await theirs.open.mutate({ item_id, opening: 'form-of-the-admin' })).colleagues;
    await seen();
    expect((await stream.next(reportsEditing))?.edited).toEqual(['blog']);
    await expect
      .poll(async () => {
        await mine.open.mutate({ item_id, opening: 'form-of-the-moderator' });
        return (await seen()).map(({ is_here }) => is_here);
      })
      .toEqual([true]);
    expect((await stream.next(reportsEditing))?.edited).toEqual(['blog']);
    await mine.close.mutate({ opening: 'form-of-the-moderator' });
    await expect.poll(seen).toEqual([]);

    stream.close();
    await Promise.all([one!.close(), other!.close()]);
    await Promise.all(databases.map((database) => database.close()));
    await rm(dataDir, { recursive: true, force: true });
  },
);

test('an instance remembers 2,000 open forms at most, and no form can be taken over by another person', () => {
  let tell = (_text: string) => {};
  const presence = createPresence({
    on: (_topic, listener) => {
      tell = listener;
      return () => {};
    },
    isConnected: () => true,
    onConnection: () => () => {},
  });
  const open = (opening: string, user_id: number) =>
    tell(JSON.stringify({ opening, module: 'blog', item_id: 1, user_id, name: 'Ada' }));
  open('of-ada', 1);
  open('of-ada', 2);
  tell(JSON.stringify({ opening: 'of-ada', user_id: 3, isGone: true }));
  expect(presence.at('blog', 1).map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([1, 2]));
  for (let number = 0; number < 3000; number += 1) open(`form-${number}`, 1);
  expect(presence.at('blog', 1)).toHaveLength(2000);
});
