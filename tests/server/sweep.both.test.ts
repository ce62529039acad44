// On both databases: queries for files that no row names.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFolderStorage } from '../../src/pictures/files/storage.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { Picture } from '../../src/pictures/picture.entity.ts';
import { day, hour } from '../support/clock.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createPost } from '../support/factories.ts';
import { buildFormData } from '../support/callers.ts';
import { picture, storePicture } from '../support/pictures.ts';
import { sweepOnce } from '../support/sweeps.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

describe.each(databaseKinds)('the sweep on %s', (kind) => {
  const testOnce = onceInGate(kind);
  let site: TestApp;
  let folder: string;
  let asked: { lists: number; reads: number };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-sweep-'));
    asked = { lists: 0, reads: 0 };
    const inner = createFolderStorage(folder);
    const storage = {
      ...inner,
      read: (key: string) => {
        asked.reads += 1;
        return inner.read(key);
      },
      list: () => {
        asked.lists += 1;
        return inner.list();
      },
    };
    site = await testApp(kind, { storage });
  });
  afterEach(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  test('removes what two sweeps a day apart have found without a row, and logs each name', async () => {
    const { path } = await storePicture(site.work().pictures);
    const work = site.work();
    for (const later of [0, hour, day - 1]) {
      expect(await sweepOnce(work, later)).toMatchObject({ removed: 0, removedFiles: [], failed: [] });
    }
    expect(await site.storedPictures()).toEqual([path]);
    expect(await sweepOnce(work, day)).toMatchObject({ removed: 1, removedFiles: [path], failed: [] });
    expect(await site.storedPictures()).toEqual([]);
  });

  testOnce('takes an upload in the settings away a day later, unless it was saved', async () => {
    const upload = async (width: number) => {
      const form = buildFormData({ field: 'logo', picture: await picture({ width }) });
      const { body } = await site.rest('admin').post('/api/admin/settings/brand/pictures', form);
      return body.path as string;
    };
    const [saved, unsaved] = [await upload(90), await upload(91)];
    const { value, version } = (await site.rest('admin').get('/api/admin/settings/brand')).body;
    const save = (logo: string) =>
      site.rest('admin').put('/api/admin/settings/brand', { value: { ...value, logo }, version });
    const work = site.work();
    const served = async () => (await site.servedPictures()).toSorted();
    await sweepOnce(work);
    expect(await served()).toEqual([saved, unsaved].toSorted());
    expect((await save(saved)).status).toBe(200);
    await sweepOnce(work, day - 1);
    expect(await served()).toEqual([saved, unsaved].toSorted());
    await sweepOnce(work, day);
    expect(await served()).toEqual([saved]);
    expect((await save(unsaved)).body.errors).toEqual({
      logo: ['There is no uploaded picture at this path.'],
    });
    await sweepOnce(work, 2 * day);
    expect(await site.storedPictures()).toEqual([saved]);
  });

  testOnce('starts again for a file that had a row in between', async () => {
    const { path } = await storePicture(site.work().pictures);
    const work = site.work();
    await sweepOnce(work);
    const em = site.database.fork();
    const { id } = await createPost(em, { featured_image: path });
    await sweepOnce(work, hour);
    await em.nativeDelete(Post, { id });
    expect((await sweepOnce(work, day)).removedFiles).toEqual([]);
    expect((await sweepOnce(work, 2 * day)).removedFiles).toEqual([path]);
  });

  testOnce(
    'requests one listing from the storage, and single files only when they seem to be missing',
    async () => {
      const paths = Array.from({ length: 1200 }, (_, at) => {
        const hash = createHash('sha256').update(String(at)).digest('hex');
        return `uploads/${hash.slice(0, 32)}-${hash.slice(32, 40)}.${at % 2 ? 'png' : 'jpeg'}`;
      });
      await mkdir(folder, { recursive: true });
      for (const path of paths) await writeFile(join(folder, path.replace('uploads/', '')), 'x');
      const em = site.database.fork();
      const created_at = new Date(0);
      const known = { width: 1, height: 1, bytes: 1, colour: '#000000', placeholder: '', is_animated: false };
      const words = {
        title: 'T',
        excerpt: 'E',
        content: 'C',
        category: 'Technology',
        search_text: '',
      } as const;
      const moments = { created_at, updated_at: created_at };
      await em.insertMany(
        Picture,
        paths.map((path) => ({ ...known, path, alt: '', created_at })),
      );
      await em.insertMany(
        Post,
        paths.map((featured_image) => ({
          ...words,
          ...moments,
          featured_image,
          version: 1,
          tags: [],
          is_published: true,
        })),
      );
      expect(await sweepOnce(site.work())).toMatchObject({ removed: 0, entered: 0, failed: [] });
      expect(asked).toEqual({ lists: 1, reads: 0 });

      const gone = [paths[3]!, paths[700]!, paths[1199]!];
      for (const path of gone) await rm(join(folder, path.replace('uploads/', '')));
      await em.nativeDelete(Post, { featured_image: gone[0]! });
      asked = { lists: 0, reads: 0 };
      expect(await sweepOnce(site.work())).toMatchObject({ removed: 0, failed: [] });
      expect(asked).toEqual({ lists: 1, reads: 3 });
      // The facts about a picture that a row still names stay, in case the file is restored.
      expect(await em.count(Picture, { path: { $in: gone } })).toBe(2);
      expect(await em.count(Picture)).toBe(1199);
    },
  );

  testOnce('a file that the storage fails to remove is logged, and the others are removed', async () => {
    const { path } = await storePicture(site.work().pictures);
    const { pictures, ...work } = site.work();
    const stuck = {
      ...pictures,
      remove: async () => {
        throw new Error('the storage is away');
      },
    };
    await sweepOnce({ ...work, pictures: stuck });
    const { removed, failed } = await sweepOnce({ ...work, pictures: stuck }, day);
    expect({ removed, failed }).toMatchObject({ removed: 0, failed: [{ file: path }] });
    expect(await site.storedPictures()).toEqual([path]);
    expect((await sweepOnce(site.work(), 2 * day)).removedFiles).toEqual([path]);
  });
});
