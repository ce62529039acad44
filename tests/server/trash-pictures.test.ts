import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { findDisagreements } from '../../src/modules/library/storage-audit.service.ts';
import { Picture } from '../../src/pictures/picture.entity.ts';
import { makeNextSizes } from '../../src/pictures/picture-sizes.service.ts';
import { deleteExpiredTrash } from '../../src/content/trash/trash.service.ts';
import { pictureStemOf } from '../../src/shared/picture-stem.ts';
import { day } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { chooseByForm } from '../support/test-form.ts';
import { picture } from '../support/pictures.ts';
import { type OpenedStorage, openStorage, type StorageKind, storageKinds } from '../support/storages.ts';
import { inAMinute, sweepOnce, sweepTwice } from '../support/sweeps.ts';
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
  const away = async () => {
    const paths: string[] = [];
    for await (const { path } of site.work().pictures.trashed.list()) paths.push(path);
    return paths.toSorted();
  };
  const sweep = () => sweepOnce(site.work());

  test('AD8 pictures of a deleted row are not served, and return with all their sizes, descriptions and bytes', async () => {
    const { id } = await create();
    const published = await act('blog.publishedOne', { id });
    expect(published.body.post.picture.sources.length).toBeGreaterThan(1);
    const files = (await site.storedPictures()).toSorted();
    const before = await bytesOf(files);
    expect(new Set([...before.values()].map(({ status }) => status))).toEqual(new Set([200]));

    await act('blog.remove', { id });
    expect(await site.storedPictures()).toEqual([]);
    expect(await away()).toEqual(files);
    for (const file of files) expect((await get(file)).status).toBe(404);
    expect(await findDisagreements(site.work(), inAMinute())).toEqual(agreement);

    await act('trash.blog.restore', { id });
    expect((await site.storedPictures()).toSorted()).toEqual(files);
    expect(await bytesOf(files)).toEqual(before);
    const { post } = (await act('blog.publishedOne', { id })).body;
    // Programs find a restored row by its new time of change.
    expect({ ...post, updated_at: published.body.post.updated_at }).toEqual(published.body.post);
    expect(await away()).toEqual([]);
    expect(await findDisagreements(site.work(), inAMinute())).toEqual(agreement);
  });

  test('are spared by the sweeper, and go when they are deleted for good or their time is over', async () => {
    const [one, other] = [await create(), await create(600)];
    const files = (await site.storedPictures()).toSorted();
    for (const { id } of [one, other]) await act('blog.remove', { id });
    expect((await sweep()).removed).toBe(0);
    expect(await away()).toEqual(files);
    expect(await site.database.fork().count(Picture)).toBe(2);
    await act('trash.blog.remove', { id: one.id });
    const ofOther = files.filter((path) => pictureStemOf(path) === pictureStemOf(other.featured_image));
    expect(await away()).toEqual(ofOther);
    expect(await site.database.fork().count(Picture)).toBe(1);
    await deleteExpiredTrash({ ...site.work(), now: new Date(Date.now() + 30 * day + 1000) });
    expect(await away()).toEqual([]);
    expect(await site.database.fork().count(Picture)).toBe(0);
  });

  test('stay where they are while another row shows them, and follow when that goes too', async () => {
    const { id, featured_image } = await create();
    const { body } = await act('portfolio.create', { ...project, existing_image: featured_image });
    await act('blog.remove', { id });
    expect((await get(featured_image)).status).toBe(200);
    expect(await away()).toEqual([]);
    await act('portfolio.remove', { id: body.id });
    expect((await get(featured_image)).status).toBe(404);
    // Both rows need the picture. When the first is restored it is served, and the other may be deleted.
    await act('trash.portfolio.restore', { id: body.id });
    expect((await get(featured_image)).status).toBe(200);
    await act('trash.blog.remove', { id });
    expect((await get(featured_image)).status).toBe(200);
    await act('portfolio.remove', { id: body.id });
    await act('trash.portfolio.remove', { id: body.id });
    expect([await site.storedPictures(), await away()]).toEqual([[], []]);
  });

  test('cannot be used by a new row that names them', async () => {
    const { id, featured_image } = await create();
    await act('blog.remove', { id });
    const answer = await act('portfolio.create', { ...project, existing_image: featured_image });
    expect(answer).toMatchObject({ status: 422, body: { errors: { existing_image: [expect.any(String)] } } });
  });

  test('get the sizes that were not made yet when they are back', async () => {
    const featured_image = await picture({ width: 700, height: 500, format: 'jpeg' });
    const { id } = (await act('blog.create', { ...post, featured_image })).body;
    await act('blog.remove', { id });
    await site.makeSizes();
    await act('trash.blog.restore', { id });
    await site.makeSizes();
    const { body } = await act('blog.publishedOne', { id });
    expect(body.post.picture.sources.length).toBeGreaterThan(1);
  });

  test('are followed by sizes that were being created during the deletion', async () => {
    const featured_image = await picture({ width: 700, height: 500, format: 'jpeg' });
    const { id } = (await act('blog.create', { ...post, featured_image })).body;
    const { pictures, ...work } = site.work();
    const makeSizes: typeof pictures.makeSizes = async (...wanted) => {
      await pictures.makeSizes(...wanted);
      await act('blog.remove', { id });
    };
    await makeNextSizes({ ...work, pictures: { ...pictures, makeSizes } });
    expect(await site.storedPictures()).toEqual([]);
    expect((await away()).length).toBeGreaterThan(1);
    await act('trash.blog.restore', { id });
    const { body } = await act('blog.publishedOne', { id });
    expect(body.post.picture.sources.length).toBeGreaterThan(1);
    for (const path of await site.storedPictures()) expect((await get(path)).status, path).toBe(200);
  });

  test('what a crash left halfway is put right by the sweeper', async () => {
    const { id, featured_image } = await create();
    const { pictures } = site.work();
    const files = (await site.storedPictures()).toSorted();
    await act('blog.remove', { id });
    // The state after a deletion whose files have not been moved yet.
    await pictures.trashed.bringBack(...files);
    await pictures.trashed.drop(...files);
    await sweep();
    expect([await site.storedPictures(), await away()]).toEqual([[], files]);
    // The state after a restore whose copies have not been removed yet.
    await act('trash.blog.restore', { id });
    await pictures.trashed.put(...files);
    await pictures.trashed.bringBack(...files);
    await sweepTwice(site.work());
    expect([(await site.storedPictures()).toSorted(), await away()]).toEqual([files, []]);
    expect((await get(featured_image)).status).toBe(200);
  });

  test('a restore that cannot be stored leaves them unavailable', async () => {
    const { id } = await create();
    const files = (await site.storedPictures()).toSorted();
    await act('blog.remove', { id });
    const connection = site.database.fork().getConnection();
    await connection.execute(`alter table activities rename to activities_away`);
    expect((await act('trash.blog.restore', { id })).status).toBe(500);
    await connection.execute(`alter table activities_away rename to activities`);
    expect([await site.storedPictures(), await away()]).toEqual([[], files]);
    expect((await act('trash.blog.restore', { id })).status).toBe(200);
  });
});
