import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPosts } from '../support/factories.ts';
import { compilerOptions } from '../support/generated-client.ts';
import { picture } from '../support/pictures.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { findNextTries, sendDueDeliveries } from '../../src/modules/webhooks/deliveries.ts';
import { findFreePort } from '../support/free-port.ts';

const run = promisify(execFile);

let site: TestApp;
let origin: string;
let folder: string;
/** Where the programs listen that receive events. */
let port: number;
beforeAll(async () => {
  port = await findFreePort();
  site = await testApp('sqlite', { webhookHosts: [`127.0.0.1:${port}`] });
  origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'atrium-programs-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the program as its first lines say. */
function publishFolder(token: string): Promise<{ code: number; lines: string[] }> {
  const env = { ...process.env, ATRIUM_URL: origin, ATRIUM_TOKEN: token };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['samples/programs/publish-posts.ts', folder],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, lines: `${stdout}${stderr}`.trim().split('\n') }),
    );
  });
}

test.skipIf(isShortForm)(
  'the program for Markdown publishes a folder once, with pictures, and names what is refused',
  async () => {
    const admin = site.rest('admin');
    const { body: made } = await admin.post('/api/admin/tokens', { name: 'Folder', scopes: ['blog:write'] });
    const head = (title: string) => `title: ${title}\nexcerpt: Short\ncategory: Technology\n`;
    await writeFile(
      join(folder, 'office.jpg'),
      await (await picture({ width: 300, format: 'jpeg' })).bytes(),
    );
    await writeFile(
      join(folder, 'moved.md'),
      `${head('Moved')}picture: office.jpg\n\n## Where\n\nA & B street.\n`,
    );
    await writeFile(join(folder, 'wrong.md'), `${head('')}\nText.\n`);

    const first = await publishFolder(made.secret);
    expect(first).toEqual({
      code: 1,
      lines: ['moved.md: published', 'wrong.md: refused: title: Title is required'],
    });
    await rm(join(folder, 'wrong.md'));
    expect(await publishFolder(made.secret)).toEqual({ code: 0, lines: ['moved.md: unchanged'] });
    await writeFile(join(folder, 'moved.md'), `${head('Moved again')}\nText.\n`);
    expect(await publishFolder(made.secret)).toEqual({ code: 0, lines: ['moved.md: changed'] });

    const { post } = (await site.rest('anonymous').get('/api/blog-posts/by-slug/moved')).body;
    expect(post).toMatchObject({ title: 'Moved again', featured_image: expect.stringMatching(/^uploads\//) });
  },
);

test('the page with open jobs shows them from another site', async () => {
  const job = {
    title: 'Engineer <b>',
    type: 'Full-time',
    location: 'London',
    department: 'Development',
    description: 'Builds.',
    requirements: ['Patience'],
    responsibilities: ['Build'],
    is_active: true,
  };
  await site.rest('admin').post('/api/admin/jobs', job);
  const html = (await readFile('samples/programs/open-jobs.html', 'utf8')).replace(
    'http://localhost:3000',
    origin,
  );
  const page = new JSDOM(html, {
    url: 'https://other.example/',
    runScripts: 'dangerously',
    // jsdom has no fetch. The header is the one that browsers send from another site.
    beforeParse: (window) => {
      window.fetch = (url) => fetch(url as string, { headers: { origin: 'https://other.example' } });
    },
  });
  const list = () => page.window.document.getElementById('jobs')!;
  await expect.poll(() => list().textContent).toContain('Engineer <b> (Full-time, London)');
  expect(list().querySelector('a')!.href).toMatch(new RegExp(`^${origin}/`));
  page.window.close();
});

/** Starts a program that receives events, as its first lines say. */
function startReceiver(program: string, target: string, env: Record<string, string>) {
  const lines: string[] = [];
  const child: ChildProcess = spawn(process.execPath, [program, target], {
    env: { ...process.env, ATRIUM_URL: origin, PORT: String(port), ...env },
  });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (text) => lines.push(...String(text).trim().split('\n')));
  const ended = once(child, 'exit');
  return {
    lines,
    ended,
    isListening: () => lines.some((line) => line.includes(`listening on ${port}`)),
    end: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Sends what is due, and `site.changed` without its ten seconds. */
async function sendEvents(): Promise<void> {
  const ctx = { ...site.delivering(), clock: () => new Date(Date.now() + 20_000) };
  for (const { webhook_id } of await findNextTries(ctx)) await sendDueDeliveries(ctx, webhook_id);
}

async function createWebhook(events: string[]): Promise<string> {
  const url = `http://127.0.0.1:${port}/`;
  const { body } = await site.rest('admin').post('/api/admin/webhooks', { name: 'Sample', url, events });
  return body.secret;
}

/**
 * Returns the first program, in the long form in an empty folder, compiled strictly there with the client as it is packed.
 */
async function findFirstProgram(): Promise<string> {
  if (isShortForm) return 'samples/programs/first-steps.ts';
  const empty = join(folder, 'empty');
  await mkdir(empty);
  const file = join(empty, 'first-steps.ts');
  await copyFile('samples/programs/first-steps.ts', file);
  await copyFile('.npmrc', join(empty, '.npmrc'));
  await writeFile(join(empty, 'package.json'), '{ "type": "module" }');
  const { stdout } = await run(process.execPath, ['tests/client-package.ts']);
  const [archive = ''] = /^\S+\.tgz/.exec(stdout) ?? [];
  const install = ['install', resolve(archive), '--prefer-offline'];
  await run('npm', install, { cwd: empty, shell: process.platform === 'win32' });
  const names = await readdir(join(empty, 'node_modules/atrium-client'));
  expect(
    names.filter((name) => !/^((api|events|index)\.(d\.ts|js)|LICENSE|README\.md|package\.json)$/.test(name)),
  ).toEqual([]);
  const options = { ...compilerOptions, types: ['node'], typeRoots: [resolve('node_modules/@types')] };
  await writeFile(
    join(empty, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['first-steps.ts'] }),
  );
  await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', empty]);
  return file;
}

test('the first program posts a picture, meets a 409 and a 422, reads all posts and receives an event', async () => {
  const admin = site.rest('admin');
  const { body: token } = await admin.post('/api/admin/tokens', { name: 'First', scopes: ['blog:write'] });
  // A page of the program has 100.
  await createPosts(site.database.fork(), chooseByForm(10_000, 150));
  const { meta } = (await admin.get('/api/admin/blog-posts')).body;
  const file = join(folder, 'first.jpg');
  await writeFile(file, await (await picture({ width: 300, format: 'jpeg' })).bytes());
  const program = startReceiver(await findFirstProgram(), file, {
    ATRIUM_TOKEN: token.secret,
    WEBHOOK_SECRET: await createWebhook(['blog.updated']),
  });
  await expect.poll(() => program.lines.at(-1)).toBe(`posts: ${meta.total + 1}`);
  await sendEvents();
  await program.ended;
  expect(program.lines).toEqual([
    expect.stringMatching(/^created: uploads\/\S+$/),
    '409: Someone else has saved this in the meantime.',
    'changed: We have arrived',
    '422: {"title":["Title is required"]}',
    `posts: ${meta.total + 1}`,
    expect.stringMatching(
      /^event: blog\.updated \{"id":\d+,"path":null,"is_public":false,"changed":\["title"\]\}$/,
    ),
  ]);
});

const post = (title: string) => ({
  title,
  excerpt: 'Short',
  content: `<p>About ${title}.</p>`,
  category: 'Technology',
  is_published: true,
});

test('the receiver keeps a copy of all posts by events, and refuses an event of another sender', async () => {
  const admin = site.rest('admin');
  await admin.post('/api/admin/blog-posts', post('Before'));
  const { body: token } = await admin.post('/api/admin/tokens', { name: 'Copy', scopes: ['blog:read'] });
  const secret = await createWebhook(['blog.created', 'blog.updated', 'blog.deleted']);
  const file = join(folder, 'posts.json');
  const program = startReceiver('samples/programs/receive-events.ts', file, {
    ATRIUM_TOKEN: token.secret,
    WEBHOOK_SECRET: secret,
  });
  const copied = async () =>
    (JSON.parse(await readFile(file, 'utf8')) as { title: string }[]).map(({ title }) => title).toSorted();
  await expect.poll(program.isListening).toBe(true);
  expect(await copied()).toContain('Before');
  const { id } = (await admin.post('/api/admin/blog-posts', post('Kept'))).body;
  const gone = (await admin.post('/api/admin/blog-posts', post('Gone'))).body;
  await admin.patch(`/api/admin/blog-posts/${id}`, { title: 'Kept longer' });
  await admin.delete(`/api/admin/blog-posts/${gone.id}`);
  await sendEvents();
  const { posts } = (await admin.get('/api/admin/blog-posts')).body;
  expect(await copied()).toEqual(posts.map(({ title }: { title: string }) => title).toSorted());
  expect(await copied()).toContain('Kept longer');
  const forged = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: JSON.stringify({ type: 'blog.deleted', data: { id } }),
  });
  expect(forged.status).toBe(401);
  await program.end();
});

test.skipIf(isShortForm)('the static site is built again when visitors see something else', async () => {
  const admin = site.rest('admin');
  const secret = await createWebhook(['site.changed']);
  const target = join(folder, 'static');
  const { id } = (await admin.post('/api/admin/blog-posts', { ...post('Oak'), slug: 'oak' })).body;
  const program = startReceiver('samples/programs/static-site.ts', target, { WEBHOOK_SECRET: secret });
  await expect.poll(program.isListening).toBe(true);
  expect(await readFile(join(target, 'oak.html'), 'utf8')).toContain('<p>About Oak.</p>');
  await admin.post('/api/admin/blog-posts', { ...post('Ash & elm'), slug: 'ash' });
  await admin.delete(`/api/admin/blog-posts/${id}`);
  await sendEvents();
  await expect.poll(() => program.lines.filter((line) => line.startsWith('built')).length).toBe(2);
  const pages = await readdir(target);
  expect([pages.includes('ash.html'), pages.includes('oak.html')]).toEqual([true, false]);
  expect(await readFile(join(target, 'index.html'), 'utf8')).toContain('Ash &amp; elm');
  await program.end();
});
