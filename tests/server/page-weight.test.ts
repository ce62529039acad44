import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readEntryTags, readSiteTags } from '../../src/http/pages/client-assets.ts';
import { createJob, createPost, createProject } from '../support/factories.ts';
import { callProcedure } from '../support/api-calls.ts';
import { picture } from '../support/pictures.ts';
import { sampledModules } from '../support/samples.ts';
import { fixedPaths, loadBuiltPages } from '../support/built-pages.ts';
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
  // The build has compressed all but the small ones.
  const sizes = files.map(async (file) => {
    const path = `${folder}/${file}`;
    const compressed = await readFile(`${path}.br`).catch(async () =>
      brotliCompressSync(await readFile(path)),
    );
    return compressed.length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('a public page loads at most 3.5 kB of JavaScript, with or without a form', async () => {
  expect(await weightOf('.js')).toBeLessThanOrEqual(3500);
});

test('a public page loads at most 12 kB of styles, of which blocks have at most 2 kB on pages with blocks', async () => {
  const site = await testApp('sqlite', await loadBuiltPages());
  try {
    const em = site.database.fork();
    const post = await createPost(em);
    const job = await createJob(em);
    const project = await createProject(em);
    const rows = [`/blog/${post.id}`, `/career/${job.id}`, `/portfolio/${project.id}`];
    const stylesOf = async (url: string) => {
      const { body } = await site.app.inject({ url });
      return [...body.matchAll(/<link rel="stylesheet" href="\/([^"]+)"/g)].map(([, file = '']) => file);
    };
    const isOfBlocks = (file: string) => /\/blocks-/.test(file);
    for (const url of [...fixedPaths, '/test', ...rows, '/nothing-here']) {
      const files = await stylesOf(url);
      expect(await weigh(files), url).toBeLessThanOrEqual(12_000);
      expect(files.filter(isOfBlocks), url).toEqual([]);
    }

    // A page with each kind of block, and the home page with them
    const make = async (name: string, input: Record<string, unknown>) => {
      const { status, body } = await callProcedure(site, 'rest', 'admin', name, input);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    };
    const { sample } = sampledModules.find(({ name }) => name === 'testimonials')!;
    await make('testimonials.create', { ...sample(), is_published: true });
    const { item } = await make('media.upload', { file: await picture({}), alt: 'A hall' });
    const kinds = [
      { kind: 'action', heading: 'Ask' },
      { kind: 'testimonial' },
      { kind: 'gallery', pictures: [{ media_id: item.id, caption: 'A hall' }] },
    ];
    const page = { title: 'Offer', is_published: true, slug: 'offer' };
    const form = { kind: 'form', fields: [] };
    await make('pages.create', { ...page, place: 'Landing page', blocks: [...kinds, form] });
    await make('pages.create', { ...page, place: 'On Home', blocks: kinds });
    for (const url of ['/offer', '/']) {
      const files = await stylesOf(url);
      expect(await weigh(files), url).toBeLessThanOrEqual(12_000);
      expect(await weigh(files.filter(isOfBlocks)), url).toBeLessThanOrEqual(2000);
      expect((await site.app.inject({ url })).body, url).toMatch(
        /data-title="A hall".*class="gallery-viewer"/s,
      );
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
