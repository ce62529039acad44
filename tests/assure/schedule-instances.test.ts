import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresql } from '../support/database.ts';
import { signInToApis, type RunningServer, startServer } from '../support/running-server.ts';

const words = { title: 'The foundry opens', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };

describe('two servers and a post that waits for its moment', () => {
  let dataDir: string;
  let env: Record<string, string>;
  let servers: RunningServer[];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'atrium-schedule-'));
    env = { DATABASE_URL: await createPostgresql() };
    servers = await Promise.all([startServer(env, dataDir), startServer(env, dataDir)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await rm(dataDir, { recursive: true, force: true });
  });

  test('it appears on both at its moment, although one was killed before, and once in the log', async () => {
    const [one, two] = servers as [RunningServer, RunningServer];
    const { api } = await signInToApis(one);
    const at = new Date(Date.now() + 12_000);
    const { post } = await api('POST', '/api/admin/blog-posts', {
      ...words,
      is_published: true,
      published_at: at.toISOString(),
    });
    expect(post.state).toBe('scheduled');
    const paths = ['/blog', `/blog/${post.id}`, '/feed.xml', '/sitemap.xml'];
    const shown = ({ url }: RunningServer) =>
      Promise.all(
        paths.map(async (path) => {
          const text = await (await fetch(url + path)).text();
          return path === '/sitemap.xml' ? text.includes(`/blog/${post.id}<`) : text.includes(words.title);
        }),
      );
    for (const server of [one, two, one, two])
      expect(await shown(server)).toEqual([false, false, false, false]);
    await two.end('SIGKILL');
    const restarted = await startServer({ ...env, PORT: new URL(two.url).port }, dataDir);
    servers = [one, restarted];
    await pause(Math.max(0, at.getTime() - Date.now() - 300));
    const before = await shown(one);
    // A slow machine may have reached the moment meanwhile.
    if (Date.now() < at.getTime()) expect(before).toEqual([false, false, false, false]);
    await pause(Math.max(0, at.getTime() - Date.now()));
    for (const server of servers) expect(await shown(server)).toEqual([true, true, true, true]);
    const told = async () => {
      const { activities } = await api('GET', '/api/admin/activities');
      return activities.filter(({ user_name }: { user_name: string }) => user_name === 'Schedule');
    };
    // A server that has not yet read the date looks for it once a minute.
    await expect.poll(told, { timeout: 90_000, interval: 250 }).toHaveLength(1);
    await pause(1000);
    expect(await told()).toMatchObject([
      { description: `Published blog post "${words.title}"`, user_id: null },
    ]);
  });
});
