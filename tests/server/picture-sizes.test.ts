import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createFolderStorage } from '../../src/pictures/files/storage.ts';
import { pictureStemOf } from '../../src/shared/library-files.ts';
import { filesOfPicture, sizesOf } from '../../src/shared/picture-view.ts';
import { type BlockableStorage, createBlockableStorage } from '../support/blockable-storage.ts';
import { buildFormData } from '../support/callers.ts';
import { day } from '../support/clock.ts';
import { picture } from '../support/pictures.ts';
import { sweepOnce } from '../support/sweeps.ts';
import { useSite } from '../support/use-site.ts';

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: '1' };
const forEver = 'public, max-age=31536000, immutable';

let folder: string;
let uploads: BlockableStorage;
/** The keys that were stored, in their order. */
const stored: string[] = [];
const site = useSite({
  parts: async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-sizes-'));
    const inner = createFolderStorage(folder);
    uploads = createBlockableStorage({
      ...inner,
      put: async (key, path) => {
        await inner.put(key, path);
        stored.push(key);
      },
    });
    return { storage: uploads.storage };
  },
});
beforeEach(async () => {
  stored.length = 0;
  for (const name of await readdir(folder)) await rm(join(folder, name));
});
afterAll(() => rm(folder, { recursive: true }));

/** Publishes a post with a picture that has six sizes: five as AVIF, and one for link previews. */
async function publish(): Promise<{ id: number; stem: string; path: string }> {
  const featured_image = await picture({ width: 2000, height: 8 });
  const { body } = await site
    .rest('admin')
    .post('/api/admin/blog-posts', buildFormData({ ...post, featured_image }));
  const path = body.post.featured_image;
  return { id: body.post.id, stem: pictureStemOf(path), path };
}
const get = async (path: string) => {
  const request = { url: `/${path}`, headers: { accept: 'image/avif,*/*' } };
  const { statusCode, headers } = await site.app.inject(request);
  return { status: statusCode, type: headers['content-type'], cache: headers['cache-control'] };
};
const sizesAt = (stem: string) => [...[320, 640, 960, 1280, 1920].map((width) => `${stem}-${width}.avif`)];
const storedSizes = (stem: string) => stored.filter((key) => key.startsWith(`${basename(stem)}-`));

test('a size that many request is made once, and changes no page', async () => {
  const { stem } = await publish();
  const { content } = site.database;
  const before = await content.ask();
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(`${stem}-640.avif`)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ status: 200, type: 'image/avif', cache: forEver })]),
  );
  expect(await get(`${stem}-640.avif`)).toMatchObject({ status: 200, cache: forEver });
  expect(storedSizes(stem)).toEqual([`${basename(stem)}-640.avif`]);
  expect(await content.ask()).toBe(before);
});

test('64 sizes wait at most; in place of others, the nearest stored size is sent, which no cache keeps', async () => {
  const first = await publish();
  await get(`${first.stem}-960.avif`);
  const others = [];
  for (let at = 0; at < 13; at += 1) others.push(await publish());
  // Whether a picture is served is known from now on, so all requests take the same steps.
  for (const { path } of others) await get(path);
  const held = uploads.hold();
  const waiting = [get(`${first.stem}-320.avif`)];
  await held.reached;
  const names = others.flatMap(({ stem }) => sizesAt(stem)).slice(0, 64);
  waiting.push(...names.map(get));
  // The server answers in turn: once this request is answered, the earlier ones wait.
  await expect
    .poll(() => get(`${first.stem}-1280.avif`))
    .toEqual({ status: 200, type: 'image/avif', cache: 'no-store' });
  const last = others.at(-1)!;
  expect(await get(`${last.stem}-1920.avif`)).toEqual({ status: 200, type: 'image/png', cache: 'no-store' });
  held.letGo();
  for (const answer of await Promise.all(waiting))
    expect(answer).toEqual({ status: 200, type: 'image/avif', cache: forEver });
  expect(await get(`${first.stem}-1280.avif`)).toEqual({ status: 200, type: 'image/avif', cache: forEver });
});

test('a size that is being made while its picture is removed is not served', async () => {
  const { id, stem } = await publish();
  const held = uploads.hold();
  const making = get(`${stem}-320.avif`);
  await held.reached;
  const removing = site.rest('admin').delete(`/api/admin/blog-posts/${id}`);
  held.letGo();
  await Promise.all([making, removing]);
  expect(await get(`${stem}-320.avif`)).toMatchObject({ status: 404 });
  expect((await site.files()).quarantine).toEqual([]);
});

test('sizes of earlier versions are used if they still have a name, and otherwise go with the sweep', async () => {
  const { id, path } = await publish();
  const row = { path, width: 2000, bytes: 1, is_animated: false };
  const old = filesOfPicture(row).filter((one) => one !== path);
  for (const one of old) await writeFile(join(folder, basename(one)), 'stored by an earlier version');
  stored.length = 0;
  for (const one of old) expect(await get(one), one).toMatchObject({ status: 200, cache: forEver });
  expect(stored).toEqual([]);

  const named = sizesOf(row).map((size) => size.path);
  const unnamed = old.filter((one) => !named.includes(one));
  expect(unnamed.length).toBeGreaterThan(5);
  expect((await sweepOnce(site.work())).removedFiles).toEqual([]);
  expect((await sweepOnce(site.work(), day)).removedFiles.toSorted()).toEqual(unnamed.toSorted());
  for (const one of [path, ...named]) expect((await get(one)).status, one).toBe(200);

  for (const one of unnamed) await writeFile(join(folder, basename(one)), 'stored by an earlier version');
  await site.rest('admin').delete(`/api/admin/blog-posts/${id}`);
  for (const one of [path, ...old]) expect((await get(one)).status, one).toBe(404);
});
