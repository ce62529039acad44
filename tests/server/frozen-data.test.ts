import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSettingsDatabase } from '../../src/backup-target.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createFolderStorage } from '../../src/media/storage.ts';
import { databaseKinds } from '../support/database.ts';
import {
  copyFrozenFolder,
  importFrozenExport,
  loadFrozenDump,
  restoreFrozenBackup,
  type SiteEnvironment,
} from '../support/frozen-site.ts';
import { admin, type RunningServer, startServer } from '../support/running-server.ts';
import { testApp } from '../support/test-app.ts';

/** Shortly after the events in the data, because the trash is emptied after 30 days. */
const thatDay = new Date('2026-11-23T12:00:00Z');
const bearer = 'bearer_of_version_0_1'.padEnd(43, '_');
const created = {
  ...{ title: 'A job created once', type: 'Full-time', location: 'London', department: 'Development' },
  ...{ description: 'Builds.', requirements: ['Patience'], responsibilities: ['Build'], is_active: true },
};

let folder: string;
let dataDir: string;
let closing: (() => Promise<unknown>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-frozen-'));
  dataDir = join(folder, 'data');
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: SiteEnvironment): Promise<RunningServer> {
  const server = await startServer(env, env.DATA_DIR);
  closing.push(() => server.end('SIGTERM'));
  return server;
}

/** Returns calls to a running server with a bearer token. Anything but success fails the test. */
function callerOf({ url }: RunningServer, token?: string) {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined;
  return async (path: string, body?: object, more: Record<string, string> = {}) => {
    const answer = await fetch(url + path, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }), ...more },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    expect(answer.status, path).toBeLessThan(300);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return isJson ? answer.json() : answer.text();
  };
}

async function signIn(server: RunningServer, email: string, password: string) {
  const { token } = await callerOf(server)('/api/admin/login', { email, password });
  return { token, call: callerOf(server, token) };
}

const titlesOf = (rows: { title?: string; name?: string }[]) =>
  rows.map(({ title, name }) => title ?? name).toSorted();

const content = {
  posts: ['A draft', 'A published post, renamed', 'An imported post'],
  jobs: ['A job created once', 'An inactive job', 'An internship'],
  team: ['Ada Example', 'Member without photo'],
  portfolios: ['A project with a file', 'A project with an address'],
};

/** Checks that all content is in the panel's lists and on the site's pages, and that its files are served. */
async function expectContent(server: RunningServer, token: string): Promise<void> {
  const [visit, staff] = [callerOf(server), callerOf(server, token)];
  const { posts } = await staff('/api/admin/blog-posts');
  const { jobs } = await staff('/api/admin/jobs');
  const { team } = await staff('/api/admin/team');
  const { portfolios } = await staff('/api/admin/portfolios');
  const lists = { posts, jobs, team, portfolios };
  for (const [name, titles] of Object.entries(content)) {
    expect(titlesOf(lists[name as keyof typeof lists]), name).toEqual(titles);
  }
  const renamed = posts.find(({ title }: { title: string }) => title === 'A published post, renamed');
  expect(renamed).toMatchObject({ tags: ['a', 'ü'], is_published: true, picture: { alt: 'Red above blue' } });
  expect(renamed.content).toContain('<strong>İstanbul</strong>');
  expect(jobs.find(({ title }: { title: string }) => title === 'An internship')).toMatchObject({
    is_internship: true,
    duration: '3 months',
    application_link: 'https://example.com/apply',
  });
  const paths = [...posts, ...team, ...portfolios].flatMap(({ featured_image, image }) => [
    featured_image,
    image,
  ]);
  const ours = paths.filter((path) => path?.startsWith('uploads/'));
  expect(ours.length).toBe(4);
  for (const path of ours) await visit(`/${path}`);

  expect(titlesOf((await visit('/api/blog-posts')).posts)).toEqual(content.posts.slice(1));
  expect(titlesOf((await visit('/api/jobs')).jobs)).toEqual([content.jobs[0], content.jobs[2]]);
  expect(await visit(`/blog/${renamed.id}`)).toContain('<strong>İstanbul</strong>');
  expect(await visit('/team')).toContain('Ada Example');
  expect(await visit('/portfolio')).toContain('A project with an address');

  const { messages } = await staff('/api/admin/messages');
  expect(messages.length).toBe(4);
  const { attachment } = messages.find(({ subject }: { subject: string }) =>
    /^Internship application/.test(subject),
  );
  expect(attachment.name).toBe('cv.pdf');
  expect(await staff(attachment.path)).toMatch(/^%PDF/);
}

/** Checks the log: changes, entries that were never verified, and entries that a program posted. */
async function expectLog(server: RunningServer, token: string): Promise<void> {
  const { activities } = await callerOf(server, token)('/api/admin/activities?per_page=100');
  expect(activities.length).toBe(16);
  expect(activities.filter(({ verified }: { verified: boolean }) => !verified)).toMatchObject([
    { type: 'delete', description: 'Nothing ever confirmed this' },
  ]);
  const changed = { title: { old: 'A published post', new: 'A published post, renamed' } };
  expect(activities).toContainEqual(
    expect.objectContaining({ type: 'update', module: 'blog', changes: changed }),
  );
}

const frozen: [string, () => Promise<SiteEnvironment>][] = [
  ['data folder', () => copyFrozenFolder(dataDir)],
  ['PostgreSQL dump', () => loadFrozenDump(dataDir)],
  ['backup', () => restoreFrozenBackup(dataDir, { archive: 'backup.tar', kind: 'sqlite' })],
  [
    'backup, in PostgreSQL',
    () => restoreFrozenBackup(dataDir, { archive: 'backup.tar', kind: 'postgresql' }),
  ],
  [
    'backup of a PostgreSQL',
    () => restoreFrozenBackup(dataDir, { archive: 'backup-rows.tar', kind: 'postgresql' }),
  ],
];

describe.each(frozen)('a %s of version 0.1', (name, make) => {
  test('is served completely, to the users who had accounts', async () => {
    const server = await start(await make());
    const chief = await signIn(server, 'admin@example.com', 'admin of version 0.1');
    const isRestored = name.startsWith('backup');
    const before = await fetch(`${server.url}/api/admin/user`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(before.status).toBe(isRestored ? 401 : 200);
    // A session of then goes on, unless it was restored from a backup.
    const token = isRestored ? chief.token : bearer;
    await expectContent(server, token);
    await expectLog(server, token);
    const staff = callerOf(server, token);
    const { users } = await staff('/api/admin/users');
    expect(users.map(({ role }: { role: string }) => role).toSorted()).toEqual([
      'admin',
      'content_moderator',
      'hr',
      'user',
    ]);
    const { result } = await staff(`/trpc/inbox.listSpam?input=${encodeURIComponent('{}')}`);
    expect(result.data.messages).toMatchObject([{ subject: 'Spam' }]);

    const hr = await signIn(server, 'hr@example.com', 'hr of version 0.1');
    const password = 'chosen in a later version';
    const link = { token: 'reset_of_version_0_1__', password };
    if (isRestored) {
      // A restore ends links and forgets which creates were answered.
      const answer = await fetch(`${server.url}/api/admin/reset-password`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(link) },
      });
      expect(answer.status).toBe(422);
    } else {
      // A repeated create is still recognised, and a reset link still works.
      const again = await hr.call('/api/admin/jobs', created, { 'idempotency-key': 'key-of-version-0.1' });
      expect(again).toMatchObject({ id: 1, job: { title: 'A job created once' } });
      await callerOf(server)('/api/admin/reset-password', link);
      await signIn(server, 'user@example.com', password);
    }
    await hr.call('/api/admin/jobs', { ...created, title: 'A new job' });
    expect((await hr.call('/api/admin/jobs')).meta.total).toBe(4);
  });
});

test.each(databaseKinds)(
  'an export of version 0.1 is taken over whole into an empty site on %s',
  async (kind) => {
    const { env, stdout, report } = await importFrozenExport(dataDir, kind);
    expect(stdout, report).toMatch(/Taken over: \d+, 0 of them changed on the way; skipped: 0\./);
    const server = await start(env);
    const { token } = await callerOf(server)('/api/admin/login', admin);
    await expectContent(server, token);
    await expectLog(server, token);
  },
);

test.each(databaseKinds)(
  'what version 0.1 deleted and logged is still there within its time on %s',
  async (kind) => {
    const { DATA_DIR, DATABASE_URL } = await (kind === 'sqlite' ? copyFrozenFolder : loadFrozenDump)(dataDir);
    const database = await openSettingsDatabase(DATABASE_URL, DATA_DIR);
    closing.push(() => database.close());
    await migrate(database);
    const [storage, hidden] = ['uploads', 'private'].map((name) => createFolderStorage(join(DATA_DIR, name)));
    const site = await testApp(kind, { database, storage: storage!, hidden: hidden!, clock: () => thatDay });
    closing.push(() => site.close());
    const headers = { authorization: `Bearer ${bearer}` };
    const get = (url: string) => site.app.inject({ url, headers });
    const { events } = (await get('/api/admin/security-events?per_page=100')).json();
    expect(events.length).toBe(12);
    const { items } = (await get('/api/admin/blog-posts/trash')).json();
    expect(items).toMatchObject([{ title: 'A deleted post', deleted_by: 'First Admin' }]);
    const id = items[0].id;
    const restored = await site.app.inject({
      method: 'POST',
      url: `/api/admin/blog-posts/${id}/restore`,
      headers,
    });
    expect(restored.statusCode, restored.body).toBe(200);
    const { posts } = (await get('/api/admin/blog-posts')).json();
    expect(titlesOf(posts)).toContain('A deleted post');
    const path = posts.find(({ title }: { title: string }) => title === 'A deleted post').featured_image;
    expect((await get(`/${path}`)).statusCode).toBe(200);
  },
);
