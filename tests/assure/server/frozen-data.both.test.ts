// On both databases: data of earlier versions, which the migrations of both dialects take over.
import { createHash, createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSiteDatabase } from '../../../src/services.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { createFolderStorage } from '../../../src/pictures/files/storage.ts';
import { MediaItem } from '../../../src/pictures/media-item.entity.ts';
import { findFileDisagreements } from '../../../src/modules/library/file-sweep.ts';
import { TrashItem } from '../../../src/content/trash/trash.ts';
import { PasswordReset } from '../../../src/modules/auth/password-reset.entity.ts';
import { ApiToken } from '../../../src/modules/tokens/api-token.ts';
import {
  createApiToken,
  createSecret,
  createShortSecret,
  hashSecret,
} from '../../../src/security/random-secrets.ts';
import { mediaIdsOf } from '../../../src/shared/writing/pictures-in-text.ts';
import { findWrongMediaUses } from '../../../src/transfer/media-uses-check.ts';
import { type DatabaseKind, databaseKinds } from '../../support/database.ts';
import { loadBuiltPages, publicUrl } from '../../support/built-pages.ts';
import { callProcedure } from '../../support/api-calls.ts';
import { chooseByForm } from '../../support/test-form.ts';
import {
  copyAccountsFolder,
  copyFrozenFolder,
  importFrozenExport,
  loadFrozenDump,
  openEarlierDatabase,
  restoreFrozenBackup,
  type SiteEnvironment,
} from '../../support/frozen-site.ts';
import { picture } from '../../support/pictures.ts';
import { admin, type RunningServer, startServer } from '../../support/running-server.ts';
import { importFromFolder, openTransferSite } from '../../support/site-transfer.ts';
import { inAMinute, sweepTwice } from '../../support/sweeps.ts';
import { testApp } from '../../support/test-app.ts';
import { totpCodeOf } from '../../support/totp.ts';

/** Shortly after the events in the data, because the trash is emptied after 30 days. */
const thatDay = new Date('2026-11-23T12:00:00Z');
const bearer = 'bearer_of_version_0_1'.padEnd(43, '_');
const created = {
  title: 'A job created once',
  type: 'Full-time',
  location: 'London',
  department: 'Development',
  description: 'Builds.',
  requirements: ['Patience'],
  responsibilities: ['Build'],
  is_active: true,
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

// In the short form one of the backups: each is served by a server of its own.
describe.each(chooseByForm(frozen, frozen.slice(0, 3)))('a %s of version 0.1', (name, make) => {
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
    const spam = await staff('/api/admin/messages?folder=spam');
    expect(spam.messages).toMatchObject([{ subject: 'Spam' }]);

    const hr = await signIn(server, 'hr@example.com', 'hr of version 0.1');
    const password = 'chosen in a later version';
    const link = { token: 'reset_of_version_0_1__', password };
    if (isRestored) {
      // A restore ends links and forgets which creates were answered.
      const answer = await fetch(`${server.url}/api/admin/reset-password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(link),
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

test.each(chooseByForm<readonly DatabaseKind[]>(databaseKinds, ['sqlite']))(
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
  'sessions, API tokens, reset and invitation links of version 0.2 go on after the upgrade, links to drafts end, and the security log says so, on %s',
  async (kind) => {
    await mkdir(dataDir, { recursive: true });
    const database = await openEarlierDatabase(kind, '3a2e5217', dataDir);
    closing.push(() => database.close());
    const [created_at, expires_at] = [new Date('2026-11-26T12:00:00Z'), new Date('2125-01-01T00:00:00Z')];
    const token = createApiToken();
    const em = database.fork();
    await em.insert(ApiToken, {
      user: 1,
      name: 'Kept',
      token_hash: hashSecret(token),
      hint: token.slice(-4),
      scopes: ['blog:read'],
      per_minute: 60,
      created_at,
      expires_at,
    });
    const invitation = createShortSecret();
    const token_hash = hashSecret(invitation);
    await em.insert(PasswordReset, { user: 2, token_hash, origin: 'invitation', created_at, expires_at });
    const oldKey = createSecret();
    const columns = 'name, generation, value, made_at';
    const key = `select 'preview', 1, '${oldKey}', created_at from users where id = 1`;
    await em.getConnection().execute(`insert into secrets (${columns}) ${key}`);
    await migrate(database);
    const now = new Date('2026-11-26T13:00:00Z');
    const site = await testApp(kind, { ...(await loadBuiltPages()), database, clock: () => now });
    closing.push(() => site.close());
    const get = (url: string, token = bearer) =>
      site.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

    expect((await get('/api/admin/user')).json().user.email).toBe('admin@example.com');
    expect((await get('/api/admin/blog-posts', token)).statusCode).toBe(200);
    for (const link of ['reset_of_version_0_1__', invitation]) {
      const payload = { token: link, password: 'chosen in a later version' };
      const { statusCode, body } = await site.app.inject({
        method: 'POST',
        url: '/api/admin/reset-password',
        payload,
      });
      expect(statusCode, body).toBe(200);
    }

    const drafts = (await get('/api/admin/blog-posts?is_published=false')).json().posts;
    const { id, title } = drafts[0];
    const { link } = (
      await site.app.inject({
        method: 'POST',
        url: `/api/admin/blog-posts/${id}/preview`,
        headers: { authorization: `Bearer ${bearer}` },
        payload: {},
      })
    ).json();
    const path = link.replace(publicUrl, '');
    expect((await site.app.inject(path)).body).toContain(title);
    const [until, generation, maker] = path.split('preview=')[1].split('.');
    const text = ['blog', id, until, generation, maker].join(':');
    const oldSignature = createHmac('sha256', oldKey).update(text).digest('base64url');
    const oldLink = path.replace(/[^.]+$/, oldSignature);
    expect((await site.app.inject(oldLink)).body).not.toContain(title);

    const { events } = (await get('/api/admin/security-events?type=keys_rotated')).json();
    expect(events).toMatchObject([{ address: 'upgrade', details: { reason: 'signing key' } }]);
  },
);

/** A restore ends all access that the backup still has, and what proves who somebody is stays. */
test.each([
  { how: 'an upgrade', isRestored: false, make: () => copyAccountsFolder(dataDir) },
  ...databaseKinds.map((kind) => ({
    how: `a restore on ${kind}`,
    isRestored: true,
    make: () => restoreFrozenBackup(dataDir, { archive: 'accounts.tar', kind, version: '0.2' }),
  })),
])(
  'an authenticator app, recovery codes, notes, addresses and a kept draft of version 0.2 go on after $how',
  async ({ isRestored, make }) => {
    const env = await make();
    const SECRETS_KEY = Buffer.alloc(32, 'version 0.2').toString('base64');
    const server = await startServer({ ...env, SECRETS_KEY }, env.DATA_DIR);
    closing.push(() => server.end('SIGTERM'));
    const password = 'hr of version 0.2 of it';
    const app = () => totpCodeOf('36Z5DFPT2YLAMI4O7IGCNUIJJFC4AGPT');
    for (const code of [app, () => 'ovaa-eci6-tynn-m6mq-apqx-bfzr-okda']) {
      const refused = await fetch(`${server.url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'hr@example.com', password }),
      });
      const { challenge } = await refused.json();
      const finish = { challenge, one_time_code: code() };
      const { token } = await callerOf(server)('/api/admin/login/second-factor', finish);
      const { message, events } = await callerOf(server, token)('/api/admin/messages/1');
      expect(message).toMatchObject({ subject: 'A question of version 0.2', state: 'closed' });
      expect(JSON.stringify(events)).toContain('She called on Monday.');
    }

    expect(await callerOf(server)('/blog/another-address')).toContain('A post with an address');
    const moved = await fetch(`${server.url}/old-shop`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/services']);

    const { token } = await signIn(server, 'admin@example.com', 'admin of version 0.2');
    const drafts = `/trpc/workingCopies.blog.list?input=${encodeURIComponent('{"item_id":null}')}`;
    const { result } = await callerOf(server, token)(drafts);
    expect(result.data.copies).toMatchObject([{ fields: { title: 'Words that were not saved' } }]);

    const statusOf = async (secret: string) => {
      const headers = { authorization: `Bearer ${secret}` };
      return (await fetch(`${server.url}/api/admin/messages`, { headers })).status;
    };
    const held = [
      'atr_lYw8W1a6C6Wn69YMwxP4DSfI3pUPowDKf2j7nY9-gvM11962bc6',
      '_2qyDQ3xcuAfcxTiAg-3ZLcypLJr18eMtKOWmKhsQ_k',
    ];
    expect(await Promise.all(held.map(statusOf))).toEqual(isRestored ? [401, 401] : [200, 200]);
  },
);

test.each(databaseKinds)(
  'what version 0.1 deleted and logged is still there within its time on %s',
  async (kind) => {
    const { DATA_DIR, DATABASE_URL } = await (kind === 'sqlite' ? copyFrozenFolder : loadFrozenDump)(dataDir);
    const database = await openSiteDatabase(DATABASE_URL, DATA_DIR);
    closing.push(() => database.close());
    await migrate(database);
    const [storage, hidden] = ['uploads', 'private'].map((name) => createFolderStorage(join(DATA_DIR, name)));
    const site = await testApp(kind, { database, storage: storage!, hidden: hidden!, clock: () => thatDay });
    closing.push(() => site.close());
    const headers = { authorization: `Bearer ${bearer}` };
    const get = (url: string) => site.app.inject({ url, headers });
    const { events } = (await get('/api/admin/security-events?per_page=100')).json();
    // One more comes from the upgrade.
    expect(events.filter(({ address }: { address: string }) => address !== 'upgrade').length).toBe(12);
    expect(events.length).toBe(13);
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

/** Returns the hashes of all files in a folder by name. */
async function hashesIn(path: string): Promise<Record<string, string>> {
  const names = await readdir(path);
  const hashes = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(path, name)));
    return [name, hash.digest('hex')] as const;
  });
  return Object.fromEntries((await Promise.all(hashes)).toSorted());
}

test.each(databaseKinds)(
  'the pictures of version 0.1 come into the library without a byte of loss on %s, those in the trash apart',
  async (kind) => {
    const { DATA_DIR, DATABASE_URL } = await (kind === 'sqlite' ? copyFrozenFolder : loadFrozenDump)(dataDir);
    const [uploads, hidden] = ['uploads', 'private'].map((name) => join(DATA_DIR, name)) as [string, string];
    const before = [await hashesIn(uploads), await hashesIn(hidden)];
    const database = await openSiteDatabase(DATABASE_URL, DATA_DIR);
    closing.push(() => database.close());
    const shownRows = async () => {
      const { rows } = await sql<{ path: string; alt: string | null }>`
        select shown.path, pictures.alt from (
          select featured_image as path from posts union select image from members union select image from projects
        ) shown join pictures on pictures.path = shown.path order by shown.path`.execute(database.read);
      return rows;
    };
    const shown = await shownRows();
    expect(shown.length).toBe(4);
    await migrate(database);
    expect(await shownRows()).toEqual(shown);
    const items = await database.fork().find(MediaItem, {}, { orderBy: { path: 1 } });
    expect(items.map(({ path, alt }) => ({ path, alt: alt ?? null }))).toEqual(shown);
    expect(items.every(({ is_attached, name, checksum }) => is_attached && name && checksum)).toBe(true);

    const [storage, privateStorage] = [uploads, hidden].map(createFolderStorage);
    const renderPage = async () => ({ status: 404, head: '', html: '', data: null });
    const parts = { database, storage: storage!, hidden: privateStorage!, clock: () => thatDay, renderPage };
    const site = await testApp(kind, parts);
    closing.push(() => site.close());
    for (const { path } of shown) {
      const answer = await site.app.inject(`/${path}`);
      expect(answer.statusCode, path).toBe(200);
      const hash = createHash('sha256').update(answer.rawPayload).digest('hex');
      expect(hash, path).toBe(before[0]?.[path.slice('uploads/'.length)]);
    }
    // The picture of the deleted post is private, and no item of the library.
    const trash = await database.fork().find(TrashItem, { picture: { $ne: null } });
    expect(trash).toHaveLength(1);
    expect(items.some(({ path }) => path === trash[0]?.picture)).toBe(false);
    expect((await site.app.inject(`/${trash[0]?.picture}`)).statusCode).toBe(404);

    // Sizes in the formats of that version are no longer shown.
    expect(await sweepTwice(site.work())).toMatchObject({ removed: 8, failed: [] });
    const kept = (hashes: object) => Object.entries(hashes).filter(([name]) => !/-\d+\.(?!avif)/.test(name));
    expect([kept(await hashesIn(uploads)), await hashesIn(hidden)]).toEqual([kept(before[0]!), before[1]]);
    expect((await findFileDisagreements(site.work(), inAMinute())).rowsWithoutFile).toEqual([]);
  },
);

describe.each(databaseKinds)('an export with a library, written when the library was new, on %s', (kind) => {
  const from = 'tests/fixtures/library-export';

  test('is taken over whole, byte for byte, also where its ids are taken', async () => {
    for (const isTaken of [false, true]) {
      const site = await openTransferSite(kind);
      closing.push(() => site.close());
      const act = async (name: string, input = {}) =>
        (await callProcedure(site.app, 'rest', 'admin', name, input)).body;
      if (isTaken) {
        for (const width of [20, 21])
          await act('media.upload', { file: await picture({ width }), alt: 'Own' });
        const own = { title: 'Own', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
        await act('blog.create', own);
      }
      const outcomes = await importFromFolder(site, from);
      expect(outcomes.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
      const { items } = await act('media.list', { search: 'stored' });
      expect(items).toMatchObject([
        {
          alt: 'Blue',
          caption: 'A blue square',
          credit: 'Ada',
          tags: ['stored', 'blue'],
          focal_x: 2,
          focal_y: 8,
        },
        { alt: 'Red', tags: ['stored'], focal_x: 5 },
      ]);
      const stored = await hashesIn(join(from, 'uploads'));
      for (const { path } of items) {
        const { rawPayload } = await site.app.app.inject(`/${path}`);
        const hash = createHash('sha256').update(rawPayload).digest('hex');
        expect(hash).toBe(stored[path.slice('uploads/'.length)]);
      }
      const [blue, red] = items;
      const { posts } = await act('blog.list', { search: 'Two squares' });
      expect(mediaIdsOf(posts[0].content)).toEqual([red.id, blue.id]);
      const published = await act('gallery.published');
      expect(published.pictures).toMatchObject([
        { id: blue.id, caption: 'Blue, hung', year: 2019 },
        { id: red.id, caption: '', year: null },
      ]);
      for (const { id } of items) {
        const { uses } = await act('media.one', { id });
        expect(uses.map(({ module }: { module: string }) => module)).toEqual(['blog', 'gallery']);
      }
      expect(await findWrongMediaUses(site.app.work())).toEqual([]);
    }
  });
});
