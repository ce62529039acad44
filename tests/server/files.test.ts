import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { findFileDisagreements, removeMissingPicture } from '../../src/modules/library/file-sweep.ts';
import { Picture } from '../../src/pictures/picture.entity.ts';
import { insertPicture } from '../../src/pictures/change-pictures.ts';
import { day } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { picture, storePicture } from '../support/pictures.ts';
import { openStorage, type StorageKind, storageKinds } from '../support/storages.ts';
import { inAMinute, sweepOnce, sweepTwice } from '../support/sweeps.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { chooseByForm } from '../support/test-form.ts';

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
// `storages.test.ts` compares the two. The short form has the folder.
const storages = chooseByForm<readonly StorageKind[]>(storageKinds, ['folder']);
const cases = databaseKinds.flatMap((kind) => storages.map((storage) => ({ kind, storage })));

describe.each(cases)('files and rows on $kind with the $storage', ({ kind, storage }) => {
  let site: TestApp;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const opened = await openStorage(storage);
    site = await testApp(kind, {
      storage: opened.storage,
      renderPage: async () => ({ status: 404, head: '', html: '', data: null }),
    });
    close = async () => {
      await site.close();
      await opened.close();
    };
  });
  afterEach(() => close());
  const act = (name: string, input: Record<string, unknown>) =>
    callProcedure(site, 'rest', 'admin', `blog.${name}`, input);
  const create = async () => {
    const file = await picture({ width: 400, height: 400, format: 'jpeg' });
    return (await act('create', { ...post, featured_image: file })).body.post;
  };
  const isThere = async (path: string) => (await site.app.inject(`/${path}`)).statusCode === 200;

  test('agree after create, replace and delete, sizes included', async () => {
    const { id, featured_image: first } = await create();
    await site.makeSizes();
    const file = await picture({ width: 400, height: 300, format: 'jpeg' });
    const { body } = await act('update', { ...post, id, featured_image: file });
    expect(await isThere(first)).toBe(false);
    expect(await isThere(body.post.featured_image)).toBe(true);
    await site.makeSizes();
    expect(await findFileDisagreements(site.work(), inAMinute())).toEqual({
      rowsWithoutFile: [],
      filesWithoutRow: [],
      unknown: [],
    });
    await act('remove', { id });
    expect(await site.servedPictures()).toEqual([]);
    await callProcedure(site, 'rest', 'admin', 'trash.blog.remove', { id });
    await sweepTwice(site.work());
    expect(await site.storedPictures()).toEqual([]);
    expect(await site.database.fork().count(Picture)).toBe(0);
  });

  test('UP8: a change that cannot be stored leaves the old picture and nothing of the new one', async () => {
    const { id, featured_image } = await create();
    const em = site.database.fork();
    await em.getConnection().execute(`alter table activities rename to activities_away`);
    const file = await picture({ width: 50, height: 50 });
    for (const [name, input] of [
      ['create', { ...post, featured_image: file }],
      ['update', { ...post, id, featured_image: file }],
      ['remove', { id }],
    ] as const) {
      expect((await act(name, input)).status, name).toBeGreaterThanOrEqual(500);
    }
    await em.getConnection().execute(`alter table activities_away rename to activities`);
    expect(await site.servedPictures()).toEqual([featured_image]);
    await sweepTwice(site.work());
    expect(await site.storedPictures()).toEqual([featured_image]);
    expect(await em.count(Picture)).toBe(1);
    expect(await em.count(Activity)).toBe(1);
  });

  test('UP8: what a crash left between the file and its row is swept, and nothing else', async () => {
    const { featured_image } = await create();
    const work = site.work();
    const left = await storePicture(work.pictures);
    await insertPicture(work, left, null);
    const withoutRow = await storePicture(work.pictures);
    await site.makeSizes();
    const aMinuteAgo = new Date(Date.now() - 60_000);
    for (const later of [0, day]) {
      expect(await sweepOnce(site.work(), later, aMinuteAgo)).toMatchObject({ removed: 0, failed: [] });
    }
    expect(await site.storedPictures()).toContain(withoutRow.path);
    expect(await isThere(withoutRow.path)).toBe(false);

    await sweepTwice(site.work());
    expect((await site.storedPictures()).filter((path) => !/-\d{1,5}\./.test(path))).toEqual([
      featured_image,
    ]);
    expect(await site.database.fork().count(Picture)).toBe(1);
    expect(await isThere(featured_image)).toBe(true);
  });

  test('a row whose file is missing is found and repaired', async () => {
    const { id, featured_image, version } = await create();
    await site.work().pictures.remove(featured_image);
    const { rowsWithoutFile } = await findFileDisagreements(site.work(), inAMinute());
    expect(rowsWithoutFile).toEqual([{ table: 'posts', column: 'featured_image', id, path: featured_image }]);
    await removeMissingPicture(site.work(), rowsWithoutFile[0]!);
    expect((await site.as('admin').blog.one.query({ id })).post).toMatchObject({
      featured_image: null,
      version: version + 1,
    });
    await sweepOnce(site.work());
    expect(await site.database.fork().count(Picture)).toBe(0);
  });

  test('a picture without recorded facts is measured', async () => {
    const { id } = await create();
    await site.database.fork().nativeDelete(Picture, {});
    expect((await site.as('admin').blog.one.query({ id })).post.picture).toBeNull();
    expect(await sweepOnce(site.work())).toMatchObject({ removed: 0, entered: 1 });
    expect((await site.as('admin').blog.one.query({ id })).post.picture).toMatchObject({
      width: 400,
      height: 400,
    });
  });
});
