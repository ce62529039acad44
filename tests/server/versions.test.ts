import { describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { maxVersions, Version, VersionPicture } from '../../src/content/versions/stored-versions.ts';
import { day, minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, testedApiKinds } from '../support/api-calls.ts';
import { picture } from '../support/pictures.ts';
import { randomFrom, seed } from '../support/random.ts';
import { testedModules } from '../support/samples.ts';
import { sweepTwice } from '../support/sweeps.ts';
import type { Caller } from '../support/test-app.ts';
import { entriesOf } from '../support/stored-effects.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

type Input = Record<string, unknown>;

describe.each(databaseKinds)('versions on %s', (kind) => {
  const clock = stoppedClock();
  const site = useSite({
    on: kind,
    parts: {
      renderPage: async () => ({ status: 404, head: '', html: '', data: null }),
    },
    clock,
  });

  describe.each(testedApiKinds)('through %s', (face) => {
    const act = (name: string, input: Input = {}, caller: Caller = 'admin') =>
      callProcedure(site, face, caller, name, input);

    describe.each(testedModules)('of $name', ({ name, log, one, sample, title, stranger }) => {
      const input = sample() as Input;
      const list = async (id: number) => (await act(`versions.${name}.list`, { id })).body.versions;

      test('hold each save, with who, when and what', async () => {
        const { id } = (await act(`${name}.create`, input)).body;
        clock.forward(minute);
        await act(`${name}.update`, { ...input, id, [title]: 'Another title' });
        await act(`${name}.update`, { ...input, id, [title]: 'Another title' });
        const [second, first] = await list(id);
        const author = { user_id: expect.any(Number), user_name: 'The admin', name: null };
        expect(second).toEqual({
          ...author,
          number: 2,
          changed: [title],
          created_at: clock.now().toISOString(),
        });
        expect(first).toMatchObject({ ...author, number: 1, changed: [] });
        const { version } = (await act(`versions.${name}.one`, { id, number: 1 })).body;
        expect(version.fields[title]).toBe(input[title]);
        expect(Object.keys(version.fields).toSorted()).toEqual(
          Object.keys(version.fields)
            .filter((key) => !['id', 'version', 'search_text', 'sort_title'].includes(key))
            .toSorted(),
        );
      });

      test('are restored as a new version, and a newer save is refused', async () => {
        const { id, [one]: created } = (await act(`${name}.create`, input)).body;
        await act(`${name}.update`, { ...input, id, [title]: 'Another title' });
        const stale = await act(`versions.${name}.restore`, { id, number: 1, version: 1 });
        expect(stale.status).toBe(409);
        expect(stale.body.current).toMatchObject({ id, version: 2, [title]: 'Another title' });

        const { status, body } = await act(`versions.${name}.restore`, { id, number: 1, version: 2 });
        expect(status).toBe(200);
        const { updated_at: _, ...words } = created;
        expect(body).toMatchObject({ [one]: { ...words, version: 3 }, left_out: [] });
        expect((await list(id)).map(({ number }: { number: number }) => number)).toEqual([3, 2, 1]);
        const entries = await entriesOf(site, log, id);
        expect(entries.at(-1)?.description).toMatch(/^Restored version 1 of /);
      });

      test('belong to who may edit the row', async () => {
        const { id } = (await act(`${name}.create`, input)).body;
        for (const call of ['list', 'one', 'name', 'restore']) {
          const answer = await act(`versions.${name}.${call}`, { id, number: 1, name: 'N' }, stranger);
          expect(answer.status).toBe(403);
        }
        expect((await act(`versions.${name}.list`, { id: id + 1 })).status).toBe(404);
        expect((await act(`versions.${name}.one`, { id, number: 9 })).status).toBe(404);
      });

      test('are in the trash with the row, and go when it is deleted for good', async () => {
        const { id } = (await act(`${name}.create`, input)).body;
        await act(`${name}.update`, { ...input, id, [title]: 'Another title' });
        await act(`${name}.remove`, { id });
        expect((await act(`versions.${name}.list`, { id })).status).toBe(404);
        await act(`trash.${name}.restore`, { id });
        expect(await list(id)).toHaveLength(2);
        await act(`${name}.remove`, { id });
        await act(`trash.${name}.remove`, { id });
        expect(await site.database.fork().count(Version)).toBe(0);
      });
    });
  });

  const act = (name: string, input: Input = {}) => callProcedure(site, 'rest', 'admin', name, input);
  const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology', is_published: true };
  const create = async (input: Input = {}) => (await act('blog.create', { ...post, ...input })).body.post;
  const versionsOf = async (id: number): Promise<{ number: number; name: string | null }[]> =>
    (await act('versions.blog.list', { id })).body.versions;
  const get = async (path: string) => (await site.app.inject(`/${path}`)).statusCode;

  test('the newest are kept, and those with a name', async () => {
    const { id } = await create();
    await act('versions.blog.name', { id, number: 1, name: 'As agreed' });
    for (let save = 2; save <= maxVersions + 3; save += 1) {
      await act('blog.update', { ...post, id, title: `Title ${save}` });
    }
    const versions = await versionsOf(id);
    expect(versions).toHaveLength(maxVersions + 1);
    expect(versions.at(-1)).toMatchObject({ number: 1, name: 'As agreed' });
    expect(versions.at(-2)?.number).toBe(4);
    await act('versions.blog.name', { id, number: 1, name: '' });
    await act('blog.update', { ...post, id, title: 'One more' });
    expect((await versionsOf(id)).map(({ number }) => number)).not.toContain(1);
  });

  test.skipIf(isShortForm)('long texts are kept up to a total length', async () => {
    const { id } = await create();
    const random = randomFrom(seed);
    const words = () => Array.from({ length: 400_000 }, () => random().toString(36)[2]).join('');
    for (let save = 0; save < 9; save += 1)
      await act('blog.update', { ...post, id, content: `<p>${words()}</p>` });
    const rows = await site.database.fork().find(Version, { item_id: id });
    const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total).toBeLessThanOrEqual(2 * 1024 * 1024);
    expect(rows.length).toBeGreaterThan(1);
  });

  test('a row that has none gets one with its first change', async () => {
    const em = site.database.fork();
    const old = Post.write({ ...post, tags: [], featured_image: null }, clock.now());
    await em.persist(old).flush();
    clock.forward(day);
    await act('blog.update', { ...post, id: old.id, title: 'New' });
    const [second, first] = (await act('versions.blog.list', { id: old.id })).body.versions;
    expect(second).toMatchObject({ number: 2, changed: ['title'], user_name: 'The admin' });
    expect(first).toMatchObject({ number: 1, user_name: null, changed: [] });
  });

  test('a restore leaves it as it is whether the row is public', async () => {
    const { id } = await create({ is_published: false, title: 'Old words' });
    await act('blog.update', { ...post, id, is_published: true });
    const { body } = await act('versions.blog.restore', { id, number: 1 });
    expect(body.post).toMatchObject({ title: 'Old words', is_published: true });
  });

  test('a restore refuses a value that is no longer in its list', async () => {
    const em = site.database.fork();
    const { id } = await create();
    await act('blog.update', { ...post, id, category: 'Innovation' });
    const version = await em.findOneOrFail(Version, { item_id: id, number: 1 });
    const { deflateRawSync } = await import('node:zlib');
    version.fields = deflateRawSync(JSON.stringify({ ...post, category: 'Gone' })).toString('base64');
    await em.flush();
    const { status, body } = await act('versions.blog.restore', { id, number: 1 });
    expect(status).toBe(422);
    expect(body.errors.category[0]).toContain('must be one of');
  });

  test('a picture that only a version shows is private, and comes back with it', async () => {
    const featured_image = await picture({ width: 700, height: 500, format: 'jpeg' });
    const { id, featured_image: path } = await create({ featured_image, image_alt: 'A wall' });
    await site.makeSizes();
    await act('blog.update', { ...post, id, remove_image: true });
    expect(await get(path)).toBe(404);
    await sweepTwice(site.work());
    const { version } = (await act('versions.blog.one', { id, number: 1 })).body;
    const address = `/uploads/kept/${path.replace('uploads/', '')}`;
    expect(version).toMatchObject({ placeholder: expect.stringMatching(/^data:image/), picture: address });
    const statusFor = async (...callers: Caller[]) =>
      Promise.all(callers.map(async (caller) => (await site.rest(caller).get(address)).status));
    expect(await statusFor('content_moderator', 'hr', 'anonymous')).toEqual([200, 404, 401]);
    expect((await act('versions.blog.one', { id, number: 2 })).body.version.picture).toBeNull();

    const { body } = await act('versions.blog.restore', { id, number: 1 });
    expect(body).toMatchObject({ post: { featured_image: path, picture: { alt: 'A wall' } }, left_out: [] });
    expect(await get(path)).toBe(200);

    await act('blog.remove', { id });
    await act('trash.blog.remove', { id });
    expect(await get(path)).toBe(404);
    await sweepTwice(site.work());
    expect(await site.storedPictures()).toEqual([]);
  });

  test('a picture that somebody deletes from the library goes for good, also when a version shows it', async () => {
    const file = await picture({ width: 700, height: 500, format: 'jpeg' });
    const { item } = (await act('media.upload', { file, alt: 'A wall' })).body;
    const { id } = await create({ existing_image: item.path });
    await act('blog.update', { ...post, id, remove_image: true });
    expect((await act('media.one', { id: item.id })).body).toMatchObject({ uses: [], in_versions: 1 });
    await act('media.remove', { id: item.id });
    await act('trash.media.remove', { id: item.id });
    expect(await get(item.path)).toBe(404);
    const { body } = await act('versions.blog.restore', { id, number: 1 });
    expect(body).toMatchObject({ post: { featured_image: null }, left_out: ['featured_image'] });
  });

  test('a deletion from the library that cannot be stored takes the picture out of no version', async () => {
    const file = await picture({ width: 700, height: 500, format: 'jpeg' });
    const { item } = (await act('media.upload', { file, alt: 'A wall' })).body;
    const { id } = await create({ existing_image: item.path });
    await act('blog.update', { ...post, id, remove_image: true });
    const connection = site.database.fork().getConnection();
    await connection.execute('alter table trash_items rename to away');
    expect((await act('media.remove', { id: item.id })).status).toBe(500);
    await connection.execute('alter table away rename to trash_items');
    const { body } = await act('versions.blog.restore', { id, number: 1 });
    expect(body).toMatchObject({ post: { featured_image: item.path }, left_out: [] });
  });

  test('a picture of a text that the library no longer has is left out', async () => {
    const file = await picture({ width: 700, height: 500, format: 'jpeg' });
    const { item } = (await act('media.upload', { file, alt: 'A wall' })).body;
    const content = `<p>C</p><figure><img data-media="${item.id}"></figure>`;
    const { id } = await create({ content });
    await act('blog.update', { ...post, id });
    expect((await site.database.fork().find(VersionPicture, {})).map(({ media_id }) => media_id)).toEqual([
      item.id,
    ]);
    expect((await act('media.one', { id: item.id })).body).toMatchObject({ uses: [], in_versions: 1 });
    expect((await act('media.remove', { id: item.id })).status).toBe(200);
    const { status, body } = await act('versions.blog.restore', { id, number: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ post: { content: '<p>C</p>' }, left_out: ['content'] });
  });
});
