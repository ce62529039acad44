import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyDatabase } from '../../support/database.ts';
import { createPost } from '../../support/factories.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { signInToApis, removeData, startServer } from '../../support/running-server.ts';

test('a server of its own process notes in the log that the moment of a post has come', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-schedule-'));
  const database = await copyDatabase('sqlite', dataDir);
  // In the full form after the server has started. If it starts later, the moment has passed, which it notes too.
  const published_at = new Date(Date.now() + chooseByForm(5000, 1000));
  await createPost(database.fork(), { title: 'The foundry opens', is_published: true, published_at });
  await database.close();

  const server = await startServer({}, dataDir);
  const { api } = await signInToApis(server);
  const noted = async () => {
    const { activities } = await api('GET', '/api/admin/activities');
    return activities.map(({ user_name, description }: Record<string, string>) => [user_name, description]);
  };
  await expect.poll(noted).toContainEqual(['Schedule', 'Published blog post "The foundry opens"']);
  await server.end('SIGTERM');
  await removeData(server);
});
