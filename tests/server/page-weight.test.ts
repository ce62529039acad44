import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readEntryTags, readSiteTags } from '../../src/http/pages/client-assets.ts';
import { createJob, createPost, createProject } from '../support/factories.ts';
import { fixedPaths, realPages } from '../support/real-pages.ts';
import { testApp } from '../support/test-app.ts';

const folder = 'dist/client';

/** Returns the compressed bytes of all files of a kind that every public page loads. */
async function weightOf(ending: string): Promise<number> {
  const tags = Object.values(await readSiteTags(folder)).join('');
  return weigh(filesOf(tags).filter((file) => file.endsWith(ending)));
}

function filesOf(tags: string): string[] {
  return [...tags.matchAll(/(?:href|src)="\/([^"]+)"/g)].map(([, file = '']) => file);
}

async function weigh(files: string[]): Promise<number> {
  expect(files).not.toEqual([]);
  const sizes = files.map(async (file) => brotliCompressSync(await readFile(`${folder}/${file}`)).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('a public page loads at most 3 kB of JavaScript, with or without a form', async () => {
  expect(await weightOf('.js')).toBeLessThanOrEqual(3000);
});

test('a public page loads at most 12 kB of styles', async () => {
  const site = await testApp('sqlite', await realPages());
  try {
    const em = site.database.fork();
    const post = await createPost(em);
    const job = await createJob(em);
    const project = await createProject(em);
    const rows = [`/blog/${post.id}`, `/career/${job.id}`, `/portfolio/${project.id}`];
    for (const url of [...fixedPaths, '/test', ...rows, '/nothing-here']) {
      const { body } = await site.app.inject({ url });
      const files = [...body.matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)].map(
        ([, file = '']) => file,
      );
      expect(files.length, url).toBeGreaterThan(0);
      const sizes = files.map(async (file) => brotliCompressSync(await readFile(`${folder}/${file}`)).length);
      expect(
        (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
        url,
      ).toBeLessThanOrEqual(12_000);
    }
  } finally {
    await site.close();
  }
});

test('a list of the panel loads at most 245 kB before its first row, and a form loads its code beside the list’s', async () => {
  const tags = await readEntryTags(folder, 'client/entry-admin.tsx');
  const filesOn = (module: string, isForm: boolean) =>
    filesOf(tags('', { folder: `client/admin/modules/${module}`, isForm }));
  const list = filesOn('blog', false);
  expect(await weigh(list)).toBeLessThanOrEqual(245_000);
  const added = ['blog', 'team'].map((module) => {
    const known = filesOn(module, false);
    return filesOn(module, true)
      .filter((file) => !known.includes(file) && file.endsWith('.js'))
      .map((file) => file.replace(/assets\/(.*)-.{8}\.js/, '$1'));
  });
  expect(added).toEqual([['forms'], ['forms', 'member-form']]);
});
