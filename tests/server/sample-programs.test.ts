import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture } from '../support/pictures.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

let site: TestApp;
let origin: string;
let folder: string;
beforeAll(async () => {
  site = await testApp();
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
      ['samples/programs/publish-posts.mjs', folder],
      { env },
      (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, lines: `${stdout}${stderr}`.trim().split('\n') }),
    );
  });
}

test('the program for Markdown publishes a folder once, with pictures, and names what is refused', async () => {
  const admin = site.rest('admin');
  const { body: made } = await admin.post('/api/admin/tokens', { name: 'Folder', scopes: ['blog:write'] });
  const head = (title: string) => `title: ${title}\nexcerpt: Short\ncategory: Technology\n`;
  await writeFile(join(folder, 'office.jpg'), await (await picture({ width: 300, format: 'jpeg' })).bytes());
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
});

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
