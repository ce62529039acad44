import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { findFileDisagreements } from '../../src/modules/library/file-sweep.ts';
import { copyStorageFiles, moveLibraryFilesBack } from '../../src/pictures/files/storage.ts';
import { Version } from '../../src/content/versions/stored-versions.ts';
import { Picture } from '../../src/pictures/picture.entity.ts';
import { deleteExpiredTrash } from '../../src/content/trash/trash.ts';
import { pictureStemOf } from '../../src/shared/library-files.ts';
import { day } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { chooseByForm } from '../support/test-form.ts';
import { picture } from '../support/pictures.ts';
import { type OpenedStorage, openStorage, type StorageKind, storageKinds } from '../support/storages.ts';
import { inAMinute, sweepTwice } from '../support/sweeps.ts';
import { useSite } from '../support/use-site.ts';

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: true };
const project = { title: 'P', category: 'IT Support', description: 'D', client: 'C' };
const agreement = { rowsWithoutFile: [], filesWithoutRow: [], unknown: [] };
// What a storage does has tests of its own.
const storages = chooseByForm<readonly StorageKind[]>(storageKinds, ['folder']);
const cases = databaseKinds.flatMap((kind) => storages.map((storage) => ({ kind, storage })));

describe.each(cases)('pictures in the trash on $kind with the $storage', ({ kind, storage }) => {
  let opened: OpenedStorage[];
  const site = useSite({
    on: kind,
    parts: async () => {
      opened = [await openStorage(storage), await openStorage(storage)];
      const [shown, hidden] = opened.map(({ storage: each }) => each);
      return {
        storage: shown!,
        hidden: hidden!,
        renderPage: async () => ({ status: 404, head: '', html: '', data: null }),
      };
    },
  });
  beforeEach(async () => {
    for (const { storage: each } of opened) for await (const { key } of each.list()) await each.remove(key);
  });
  afterAll(() => Promise.all(opened.map(({ close }) => close())));
  const act = (name: string, input: Record<string, unknown>) =>
    callProcedure(site, 'rest', 'admin', name, input);
  const create = async (width = 700) => {
    const featured_image = await picture({ width, height: 500, format: 'jpeg' });
    const { body } = await act('blog.create', { ...post, featured_image, image_alt: 'A wall' });
    await site.makeSizes();
    return body.post as { id: number; featured_image: string };
  };
  const get = async (path: string) => {
    const { statusCode, rawPayload } = await site.app.inject(`/${path}`);
    return { status: statusCode, bytes: rawPayload.toString('base64') };
  };
  const bytesOf = async (paths: string[]) => {
    const answers = await Promise.all(paths.map(get));
    return new Map(paths.map((path, at) => [path, answers[at]!]));
  };
  const stored = async () => (await site.storedPictures()).toSorted();

  test('AD8 pictures of a deleted row are not served, and return with all their sizes, descriptions and bytes', async () => {
    const { id } = await create();
    const published = await act('blog.publishedOne', { id });
    const files = await stored();
    const before = await bytesOf(files);
    expect(new Set([...before.values()].map(({ status }) => status))).toEqual(new Set([200]));

    await act('blog.remove', { id });
    expect(await stored()).toEqual(files);
    for (const file of files) expect((await get(file)).status).toBe(404);
    expect(await findFileDisagreements(site.work(), inAMinute())).toEqual(agreement);

    await act('trash.blog.restore', { id });
    expect((await site.servedPictures()).toSorted()).toEqual(files);
    expect(await bytesOf(files)).toEqual(before);
    const { post } = (await act('blog.publishedOne', { id })).body;
    // Programs find a restored row by its new time of change.
    expect({ ...post, updated_at: published.body.post.updated_at }).toEqual(published.body.post);
    expect(await findFileDisagreements(site.work(), inAMinute())).toEqual(agreement);
  });

  test('are spared by the sweeper, and go when they are deleted for good or their time is over', async () => {
    const [one, other] = [await create(), await create(600)];
    const files = await stored();
    for (const { id } of [one, other]) await act('blog.remove', { id });
    expect((await sweepTwice(site.work())).removed).toBe(0);
    expect(await stored()).toEqual(files);
    expect(await site.database.fork().count(Picture)).toBe(2);
    await act('trash.blog.remove', { id: one.id });
    await sweepTwice(site.work());
    expect(await stored()).toEqual(
      files.filter((path) => pictureStemOf(path) === pictureStemOf(other.featured_image)),
    );
    expect(await site.database.fork().count(Picture)).toBe(1);
    await deleteExpiredTrash({ ...site.work(), now: new Date(Date.now() + 30 * day + 1000) });
    await sweepTwice(site.work());
    expect(await stored()).toEqual([]);
    expect(await site.database.fork().count(Picture)).toBe(0);
  });

  test('stay where they are while another row shows them, and follow when that goes too', async () => {
    const { id, featured_image } = await create();
    const { body } = await act('portfolio.create', { ...project, existing_image: featured_image });
    await act('blog.remove', { id });
    expect((await get(featured_image)).status).toBe(200);
    await act('portfolio.remove', { id: body.id });
    expect((await get(featured_image)).status).toBe(404);
    // Both rows need the picture. When the first is restored it is served, and the other may be deleted.
    await act('trash.portfolio.restore', { id: body.id });
    expect((await get(featured_image)).status).toBe(200);
    await act('trash.blog.remove', { id });
    expect((await get(featured_image)).status).toBe(200);
    await act('portfolio.remove', { id: body.id });
    await act('trash.portfolio.remove', { id: body.id });
    expect(await site.servedPictures()).toEqual([]);
    await sweepTwice(site.work());
    expect(await stored()).toEqual([]);
  });

  test('are shown in the trash to those who may restore the row, in the smallest size', async () => {
    const { id, featured_image } = await create();
    const without = (await act('blog.create', post)).body.post;
    await act('blog.removeMany', { ids: [id, without.id] });
    const { items } = await site.as('admin').trash.blog.list.query({});
    const address = `/uploads/kept/${featured_image.replace('uploads/', '')}`;
    const shown = new Map(items.map(({ id, picture }) => [id, picture]));
    expect([shown.get(id), shown.get(without.id)]).toEqual([address, null]);

    const [loaded, smallest] = await Promise.all([
      site.rest('content_moderator').get(address),
      opened[0]!.storage.read(featured_image.replace('uploads/', '').replace('.jpeg', '-320.avif')),
    ]);
    expect(loaded.status).toBe(200);
    expect(loaded.headers).toMatchObject({
      'content-type': 'image/avif',
      'content-length': String(smallest!.bytes),
      'cache-control': 'no-store',
    });
    expect((await site.rest('anonymous').get(address)).status).toBe(401);
    expect((await site.rest('hr').get(address)).status).toBe(404);
    const other = (await create()).featured_image.replace('uploads/', '');
    await site.database.fork().nativeDelete(Version, { picture: `uploads/${other}` });
    expect((await site.rest('admin').get(`/uploads/kept/${other}`)).status).toBe(404);
    expect((await site.rest('admin').get(`/uploads/kept/${other}.txt`)).status).toBe(404);
  });

  test('cannot be used by a new row that names them', async () => {
    const { id, featured_image } = await create();
    await act('blog.remove', { id });
    const answer = await act('portfolio.create', { ...project, existing_image: featured_image });
    expect(answer).toMatchObject({ status: 422, body: { errors: { existing_image: [expect.any(String)] } } });
  });

  test('come back from the private storage, where an earlier version of the program has moved them', async () => {
    const { id } = await create();
    const files = await stored();
    const before = await bytesOf(files);
    await act('blog.remove', { id });
    const [uploads, hidden] = opened.map(({ storage: each }) => each);
    const document = `${'a'.repeat(32)}-${'b'.repeat(16)}.pdf`;
    const source = join(site.dataDir, 'cv');
    await writeFile(source, '%PDF-1.7');
    await hidden!.put(document, source);
    await copyStorageFiles(uploads!, hidden!, site.dataDir, () => {});
    // A former start was ended after it had copied the first file.
    for (const path of files.slice(1)) await uploads!.remove(path.replace('uploads/', ''));
    const quarantine = join(site.dataDir, 'quarantine');
    await moveLibraryFilesBack(hidden!, uploads!, quarantine);
    expect(await stored()).toEqual(files);
    const left: string[] = [];
    for await (const { key } of hidden!.list()) left.push(key);
    expect(left).toEqual([document]);
    await act('trash.blog.restore', { id });
    expect(await bytesOf(files)).toEqual(before);
  });

  test('a restore that cannot be stored leaves them unavailable', async () => {
    const { id } = await create();
    const files = await stored();
    await act('blog.remove', { id });
    const connection = site.database.fork().getConnection();
    await connection.execute(`alter table activities rename to activities_away`);
    expect((await act('trash.blog.restore', { id })).status).toBe(500);
    await connection.execute(`alter table activities_away rename to activities`);
    for (const path of files) expect((await get(path)).status, path).toBe(404);
    expect((await act('trash.blog.restore', { id })).status).toBe(200);
    expect(await site.servedPictures()).toEqual(files);
  });
});
