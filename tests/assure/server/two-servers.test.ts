import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFormData } from '../../support/callers.ts';
import { decodeMail } from '../../support/catalogue-words.ts';
import { createPostgresql } from '../../support/database.ts';
import { openLiveStream } from '../../support/live-stream.ts';
import { picture } from '../../support/pictures.ts';
import { admin, type RunningServer, startServer } from '../../support/running-server.ts';
import { readWrittenMails } from '../../support/written-mails.ts';

// In this order, because the last tests end the servers.
describe('two servers on one PostgreSQL', { shuffle: false }, () => {
  let dataDir: string;
  let servers: [RunningServer, RunningServer];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'atrium-instances-'));
    const env = {
      DATABASE_URL: await createPostgresql(),
      SEED: 'starter',
      NOTIFY_EMAIL: 'office@example.com',
      TRUST_PROXY: '127.0.0.1',
    };
    // Both at once on an empty database: one of them fills it.
    servers = await Promise.all([startServer(env, dataDir), startServer(env, dataDir)]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await rm(dataDir, { recursive: true, force: true });
  });

  async function signIn({ url }: RunningServer): Promise<Record<string, string>> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(admin);
    const answer = await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body });
    return { authorization: `Bearer ${(await answer.json()).token}` };
  }

  const contact = ({ url }: RunningServer, subject: string, address: string) =>
    fetch(`${url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', subject, message: 'How much?' }),
    });

  test('start together on an empty database and fill it once', async () => {
    const counts = await Promise.all(
      servers.map(async (server) => {
        const headers = await signIn(server);
        const answer = await fetch(`${server.url}/api/admin/dashboard/stats`, { headers });
        return answer.json();
      }),
    );
    expect(counts[0]).toMatchObject({ blogCount: 36, userCount: 1 });
    expect(counts[1]).toEqual(counts[0]);
  });

  test('a name that one saves is on the pages of the other, also on cached ones', async () => {
    const [one, two] = servers;
    const home = async ({ url }: RunningServer) => (await fetch(url)).text();
    expect(await home(two)).toContain('<title>Atrium');
    expect(await home(two)).toContain('<title>Atrium');
    const headers = { ...(await signIn(one)), 'content-type': 'application/json' };
    for (const name of ['Brightforge', 'Atrium']) {
      const body = JSON.stringify({ value: { name } });
      const answer = await fetch(`${one.url}/api/admin/settings/company`, { method: 'PUT', headers, body });
      expect(answer.status).toBe(200);
      expect(await home(one)).toContain(`<title>${name}`);
      // The other instance learns of the change by an event, a moment later.
      await expect.poll(() => home(two)).toContain(`<title>${name}`);
    }
  });

  test('a picture that one takes away is a 404 there at once, and a moment later at the other', async () => {
    const [one, two] = servers;
    const headers = await signIn(one);
    const send = async (path: string, body: BodyInit | null = null) =>
      (await fetch(`${one.url}/api/admin/team${path}`, { method: 'POST', headers, body })).json();
    const words = { name: 'A', role: 'HR Officer', description: 'D', section: 'leadership' };
    const { member } = await send(
      '',
      buildFormData({ ...words, expertise: '["E"]', image: await picture() }),
    );
    const statusAt = async ({ url }: RunningServer) => (await fetch(`${url}/${member.image}`)).status;
    expect([await statusAt(one), await statusAt(two)]).toEqual([200, 200]);
    expect(await send(`/${member.id}/remove-photo`)).toMatchObject({ success: true });
    expect(await statusAt(one)).toBe(404);
    await expect.poll(() => statusAt(two)).toBe(404);
  });

  test('a message that one receives is shown by the other, and mailed once', async () => {
    const [one, two] = servers;
    const stream = await openLiveStream(two.url, await signIn(two));
    const before = await stream.next();
    expect((await contact(one, 'Across', '198.51.100.1')).status).toBe(201);
    const unread = (before?.data.unread ?? 0) + 1;
    expect(await stream.next(({ data }) => data.unread === unread)).toBeDefined();
    expect((await contact(two, 'And back', '198.51.100.2')).status).toBe(201);
    stream.close();
    const mails = async () => {
      const written = await readWrittenMails(join(dataDir, 'outbox'));
      return written.map((mail) => decodeMail(mail).split('\n')[0]).sort();
    };
    await expect.poll(mails).toEqual(['New message: Across', 'New message: And back'].sort());
  });

  test('a write on one is visible to the next read on the other, and told to its open panels', async () => {
    const [one, two] = servers;
    const headers = await signIn(one);
    const stream = await openLiveStream(two.url, headers);
    await stream.next();
    const created = await fetch(`${one.url}/api/admin/blog-posts`, {
      method: 'POST',
      headers,
      body: buildFormData({
        title: 'Written on one',
        excerpt: 'E',
        content: '<p>C</p>',
        category: 'Technology',
        is_published: '1',
      }),
    });
    expect(created.status).toBe(201);
    const { posts } = await (await fetch(`${two.url}/api/blog-posts`)).json();
    expect(posts[0]).toMatchObject({ title: 'Written on one' });
    expect(await stream.next(({ changed }) => changed.includes('blog'))).toBeDefined();
    stream.close();
  });

  test('a logout on one ends the session and its stream on the other at once', async () => {
    const [one, two] = servers;
    const headers = await signIn(one);
    const stream = await openLiveStream(two.url, headers);
    await stream.next();
    await fetch(`${one.url}/api/admin/logout`, { method: 'POST', headers });
    expect((await fetch(`${two.url}/api/admin/user`, { headers })).status).toBe(401);
    expect(await stream.ended()).toEqual([]);
  });

  test('a visitor’s five posts are five on both together', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const answer = await contact(servers[i % 2]!, `Post ${i}`, '203.0.113.9');
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('end with 0 at SIGTERM while streams are open', async () => {
    const streams = await Promise.all(
      servers.map(async (server) => openLiveStream(server.url, await signIn(server))),
    );
    for (const stream of streams) await stream.next();
    const codes = Promise.all(servers.map((server) => server.end('SIGTERM')));
    for (const stream of streams) expect(await stream.ended()).toEqual([]);
    expect(await codes).toEqual([0, 0]);
  });
});
