import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createFolderStorage } from '../../src/pictures/files/storage.ts';
import { findDamagedFiles, findFileDisagreements } from '../../src/modules/library/file-sweep.ts';
import { buildFormData } from '../support/callers.ts';
import { asFile, photograph } from '../support/pictures.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };
const image = async () => asFile(await photograph(1, { width: 700, height: 350 }), 'photograph.jpeg');

/** The ways in which a file can be damaged, and whether it is still served. */
const damages: [what: string, served: boolean, act: (file: string) => Promise<unknown>][] = [
  ['gone', false, (file) => rm(file)],
  ['empty', false, (file) => truncate(file)],
  ['a folder', false, (file) => rm(file).then(() => mkdir(file))],
  ['cut off', true, async (file) => truncate(file, Math.floor((await readFile(file)).length / 2))],
  ['other bytes', true, async (file) => writeFile(file, Buffer.alloc((await readFile(file)).length, 'x'))],
];

test('a picture without its end marker is taken, as browsers show it, and one that lacks more is refused', async () => {
  const whole = await photograph(1, { width: 400, height: 300 });
  const others = await Promise.all([
    sharp(whole).jpeg({ progressive: true }).toBuffer(),
    sharp(whole).png().toBuffer(),
    sharp(whole).gif().toBuffer(),
  ]);
  const cuts: [content: Buffer, taken: number, refused: number[]][] = [
    [whole, 2, [4, 0.02, 0.4]],
    [others[0]!, 2, [4, 0.02, 0.4]],
    [others[1]!, 12, [0.02, 0.4]],
    [others[2]!, 1, [0.02, 0.4]],
  ];
  const site = await testApp();
  const send = async (content: Buffer, cut: number) => {
    const bytes = cut < 1 ? Math.floor(content.length * cut) : cut;
    const file = asFile(content.subarray(0, content.length - bytes), 'photograph');
    return (await site.rest('admin').post('/api/admin/media', buildFormData({ file }))).status;
  };
  for (const [content, taken, refused] of cuts) {
    expect(await send(content, taken)).toBe(201);
    for (const cut of refused)
      expect([content.length, cut, await send(content, cut)]).toEqual([content.length, cut, 422]);
  }
  await site.close();
});

describe('a damaged file', () => {
  let folder: string;
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const site = useSite({
    parts: async () => {
      folder = await mkdtemp(join(tmpdir(), 'atrium-damaged-'));
      return { storage: createFolderStorage(folder), logger: { level: 'warn', stream } };
    },
  });
  beforeEach(async () => {
    lines.length = 0;
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(damages)(
    'DU12 a picture that is %s is reported and causes no failure; a placeholder is served if necessary',
    async (_what, isServed, damage) => {
      const admin = site.rest('admin');
      const create = async () =>
        (await admin.post('/api/admin/blog-posts', buildFormData({ ...post, featured_image: await image() })))
          .body.post;
      const { id, featured_image: path } = await create();
      const [whole, thrown] = [await create(), await create()];
      await damage(join(folder, path.replace('uploads/', '')));
      await damage(join(folder, thrown.featured_image.replace('uploads/', '')));

      const shown = await site.app.inject({ url: `/${path}`, headers: { accept: 'image/avif,*/*' } });
      expect(shown.statusCode).toBe(isServed ? 200 : 404);
      if (!isServed) {
        expect(shown.headers).toMatchObject({
          'content-type': 'image/svg+xml; charset=utf-8',
          'cache-control': 'no-store',
        });
        expect(lines.join('')).toContain(path.replace('uploads/', ''));
      }
      for (const url of [`/api/blog-posts/${id}`, '/api/blog-posts', '/blog', '/feed.xml', '/sitemap.xml']) {
        expect((await site.rest('anonymous').get(url)).status, url).toBe(200);
      }

      // In place of a size, the picture itself is sent, which no cache may keep. The sizes of others are made.
      for (const [row, isMade] of [
        [await read(id), false],
        [await read(whole.id), true],
      ] as const) {
        const [size = ''] = row.picture.sources[0].srcset.split(' ');
        const answer = await site.app.inject({ url: size, headers: { accept: 'image/avif,*/*' } });
        expect(answer.statusCode).toBe(isMade || isServed ? 200 : 404);
        const cache = isMade ? 'public, max-age=31536000, immutable' : 'no-store';
        expect(answer.headers['cache-control']).toBe(cache);
      }

      const { rowsWithoutFile } = await findFileDisagreements(site.work(), new Date());
      const damaged = await findDamagedFiles(site.work());
      const told = [...rowsWithoutFile, ...damaged].map((row) => row.path);
      expect(new Set(told)).toEqual(new Set([path, thrown.featured_image]));

      expect((await admin.delete(`/api/admin/blog-posts/${thrown.id}`)).status).toBe(200);
      expect((await admin.post(`/api/admin/blog-posts/${thrown.id}/restore`)).status).toBe(200);
      const words = await admin.put(
        `/api/admin/blog-posts/${id}`,
        buildFormData({ ...post, title: 'Other words' }),
      );
      expect(words).toMatchObject({ status: 200, body: { post: { featured_image: path } } });
      const mended = await admin.put(
        `/api/admin/blog-posts/${id}`,
        buildFormData({ ...post, featured_image: await image() }),
      );
      expect(mended.status).toBe(200);
      expect((await site.app.inject(`/${mended.body.post.featured_image}`)).statusCode).toBe(200);
    },
  );

  const read = async (id: number) => (await site.rest('anonymous').get(`/api/blog-posts/${id}`)).body.post;
});
