import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createFolderStorage } from '../../src/pictures/files/storage.ts';
import { imageJobs } from '../../src/pictures/processing/image-operations.ts';
import { type Hex, hueDistance, toOklch } from '../../src/shared/brand/colour.ts';
import {
  type PictureLook,
  type PictureTone,
  toneOf,
  treatmentOf,
} from '../../src/shared/brand/picture-treatment.ts';
import { pictureStemOf } from '../../src/shared/library-files.ts';
import {
  filesOfPicture,
  type PictureTreatment,
  type PictureView,
  sizesOf,
  treatedSourcesOf,
} from '../../src/shared/picture-view.ts';
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
  // One more than may wait. Which of them is answered at once depends on which comes last.
  const answered: Awaited<ReturnType<typeof get>>[] = [];
  for (const name of others.flatMap(({ stem }) => sizesAt(stem)))
    waiting.push(
      get(name).then((answer) => {
        answered.push(answer);
        return answer;
      }),
    );
  const instead = { status: 200, type: 'image/png', cache: 'no-store' };
  await expect.poll(() => answered).toEqual([instead]);
  expect(await get(`${first.stem}-1280.avif`)).toEqual({ ...instead, type: 'image/avif' });
  held.letGo();
  const made = { status: 200, type: 'image/avif', cache: forEver };
  const answers = await Promise.all(waiting);
  expect(answers.filter(({ cache }) => cache === forEver)).toEqual(Array(65).fill(made));
  expect(await get(`${first.stem}-1280.avif`)).toEqual(made);
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

test('pictures of one tone are made while a look shows them, and go with the sweep afterwards', async () => {
  const { id, stem, path } = await publish();
  const choose = async (value: object) =>
    expect((await site.rest('admin').put('/api/admin/settings/brand', { value })).status).toBe(200);
  const red = { accent: '#c8102e' };
  const [grey, tone, other] = ['grey', 'duo-1', 'mild-1'].map((name) => `${stem}-640-${name}.avif`);
  for (const one of [grey!, tone!, other!]) expect((await get(one)).status, one).toBe(404);
  await choose({ ...red, pictures: 'tone' });
  expect(await get(tone!)).toEqual({ status: 200, type: 'image/avif', cache: forEver });
  for (const one of [grey!, other!]) expect((await get(one)).status, one).toBe(404);
  expect((await sweepOnce(site.work())).removedFiles).toEqual([]);
  expect((await sweepOnce(site.work(), day)).removedFiles).toEqual([]);
  expect((await get(tone!)).status).toBe(200);

  await choose({ ...red, pictures: 'own' });
  await sweepOnce(site.work(), 2 * day);
  expect((await sweepOnce(site.work(), 3 * day)).removedFiles).toEqual([tone]);
  expect((await get(tone!)).status).toBe(404);

  await choose({ ...red, pictures: 'grey' });
  await get(grey!);
  await site.rest('admin').delete(`/api/admin/blog-posts/${id}`);
  for (const one of [path, grey!]) expect((await get(one)).status, one).toBe(404);
});

test('a page names the sizes of its look, also of a small picture, but none of an animation', () => {
  const stem = 'uploads/00000000000000000000000000000000-0000000000000000';
  const sourcesFor = (
    type: string,
    width: number,
    sizes: PictureView['sources'],
    treatment: PictureTreatment,
  ) => treatedSourcesOf(`${stem}.${type}`, { width, sources: sizes }, treatment).map(({ srcset }) => srcset);
  const of = (type: string, srcset: string) => [{ type: `image/${type}`, srcset }];
  expect(sourcesFor('jpeg', 700, of('avif', `/${stem}-320.avif 320w`), 'duo-3')).toEqual([
    [320, 640, 700].map((width) => `/${stem}-${width}-duo-3.avif ${width}w`).join(', '),
  ]);
  expect(sourcesFor('png', 200, [], 'grey')).toEqual([`/${stem}-200-grey.avif 200w`]);
  expect(sourcesFor('webp', 200, [], 'grey')).toEqual([]);
  const animation = of('webp', `/${stem}-320.webp 320w`);
  expect(treatedSourcesOf(`${stem}.webp`, { width: 700, sources: animation }, 'grey')).toBe(animation);
});

test('the tone of a look is that of its accent, and grey for an accent without a hue', () => {
  const cases: [Hex, PictureLook['pictures'], PictureTreatment | undefined][] = [
    ['#c8102e', 'own', undefined],
    ['#c8102e', 'grey', 'grey'],
    ['#c8102e', 'tone', 'duo-1'],
    ['#1b5947', 'tone', 'duo-9'],
    ['#ff00aa', 'tone', 'duo-17'],
    ['#555555', 'tone', 'grey'],
    ['#8a3b12', 'tone', 'duo-2'],
    ['#8a3b12', 'mild', 'mild-1'],
    ['#555555', 'mild', 'mild'],
  ];
  for (const [accent, pictures, treatment] of cases)
    expect(treatmentOf({ accent, pictures }), accent).toBe(treatment);
});

test('both ends of a tone have the hue of its accent, so that a brown look has brown pictures', () => {
  for (const accent of ['#8a3b12', '#1d2f5e', '#1b5947'] as const) {
    const { ends } = toneOf(treatmentOf({ accent, pictures: 'tone' })!);
    for (const end of ends) {
      expect(hueDistance(toOklch(end).hue, toOklch(accent).hue), `${accent} ${end}`).toBeLessThan(13);
      expect(toOklch(end).chroma, `${accent} ${end}`).toBeGreaterThan(0.02);
    }
  }
});

test('black and white become the ends of a tone, transparency stays, and grey pictures are read too', async () => {
  let tone: PictureTone = { ends: ['#203010', '#f0e0d0'], share: 1 };
  const shade = (background: string, channels: 3 | 4 = 3) =>
    sharp({ create: { width: 16, height: 16, channels, background } }).png();
  const toned = async (image: Sharp) => {
    const [from, to] = [join(folder, 'from.png'), join(folder, 'to.png')];
    await image.toFile(from);
    await imageJobs.shrink({ from, to, width: 16, format: 'png', tone });
    const { data, info } = await sharp(to).raw().toBuffer({ resolveWithObject: true });
    return [...data.subarray(0, info.channels)];
  };
  expect(await toned(shade('#000000'))).toEqual([0x20, 0x30, 0x10]);
  expect(await toned(shade('#ffffff'))).toEqual([0xf0, 0xe0, 0xd0]);
  expect(await toned(shade('#ffffff').toColourspace('b-w'))).toEqual([0xf0, 0xe0, 0xd0]);
  expect((await toned(shade('#ffffff80', 4))).at(-1)).toBe(0x80);
  // A touch of a tone leaves the picture most of its own colours.
  tone = { ...tone, share: 0.5 };
  expect(await toned(shade('#000000'))).toEqual([0x10, 0x18, 0x08]);
  const [red = 0, green = 0] = await toned(shade('#ff0000'));
  expect(red - green).toBeGreaterThan(100);
});
