import { describe, expect, test } from 'vitest';
import { blogModule } from '../../src/modules/blog/blog.module.ts';
import { findMediaFacts } from '../../src/pictures/media.ts';
import { MediaItem } from '../../src/pictures/media-item.entity.ts';
import { MediaUse } from '../../src/pictures/media-uses.ts';
import { day } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, type ApiKind, testedApiKinds } from '../support/api-calls.ts';
import { htmlWithPictures, savePost } from '../support/posts-with-pictures.ts';
import { asFile, picture } from '../support/pictures.ts';
import { sweepTwice } from '../support/sweeps.ts';
import type { Caller } from '../support/test-app.ts';
import { entriesOf } from '../support/stored-effects.ts';
import { useSite } from '../support/use-site.ts';

const post = {
  title: 'Summer party',
  excerpt: 'E',
  content: '<p>C</p>',
  category: 'Technology',
  is_published: true,
};
const member = {
  name: 'Ada',
  role: 'Senior Developer',
  description: 'D',
  section: 'development',
  expertise: ['Engines'],
};

describe.each(databaseKinds)('the media library on %s', (kind) => {
  const site = useSite({
    on: kind,
    parts: { renderPage: async () => ({ status: 404, head: '', html: '' }) },
  });
  const act = (
    name: string,
    input: Record<string, unknown> = {},
    face: ApiKind = 'rest',
    caller: Caller = 'admin',
  ) => callProcedure(site, face, caller, name, input);
  const upload = async (width = 60, alt?: string, name = `wall-${width}.png`) => {
    const file = await picture({ width }, name);
    const { status, body } = await act('media.upload', { file, ...(alt !== undefined && { alt }) });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.item as { id: number; version: number; path: string; name: string };
  };
  const served = async (path: string) => (await site.app.inject(`/${path}`)).statusCode;

  test.each(testedApiKinds)(
    'stores, shows, changes, deletes and restores a picture through %s',
    async (face) => {
      const file = await picture({ width: 80 }, 'Ünder the wall.png');
      const { status, body } = await act('media.upload', { file, alt: 'A wall' }, face);
      expect(status, JSON.stringify(body)).toBe(face === 'rest' ? 201 : 200);
      const { item } = body;
      expect(item).toMatchObject({
        name: 'Ünder the wall.png',
        type: 'png',
        alt: 'A wall',
        is_described: true,
        is_attached: false,
        caption: null,
        credit: null,
        tags: [],
        focal_x: 5,
        focal_y: 5,
        version: 1,
        user_name: 'The admin',
        picture: { width: 80, height: 40, alt: 'A wall' },
      });
      expect(await served(item.path)).toBe(200);

      const words = { caption: 'In June', credit: 'Ada', tags: ['party', 'garden'], focal_x: 2, focal_y: 9 };
      const { id } = item;
      const changed = await act('media.change', { id, version: 1, alt: null, ...words }, face);
      expect(changed.body.item).toMatchObject({ ...words, alt: null, is_described: false, version: 2 });
      expect(changed.body.item.picture.alt).toBeNull();
      const stale = await act('media.change', { id, version: 1, alt: '' }, face);
      expect(stale).toMatchObject({
        status: 409,
        body: { current: { id, version: 2, picture: { width: 80 } } },
      });
      expect((await act('media.change', { id, alt: '' }, face)).body.item).toMatchObject({
        alt: '',
        ...words,
      });
      expect((await act('media.one', { id }, face)).body).toMatchObject({ item: { id, alt: '' }, uses: [] });

      expect((await act('media.remove', { id }, face)).body).toEqual({ success: true });
      expect(await served(item.path)).toBe(404);
      expect((await act('media.one', { id }, face)).status).toBe(404);
      const trash = await act('trash.media.list', {}, face);
      expect(trash.body.items).toMatchObject([{ id, title: item.name }]);
      expect((await act('trash.media.restore', { id }, face)).status).toBe(200);
      expect(await served(item.path)).toBe(200);
      expect((await act('media.one', { id }, face)).body.item).toMatchObject({ ...words, alt: '' });

      const entries = await entriesOf(site, 'media', id);
      expect(entries.map(({ description }) => description)).toEqual(
        ['Created', 'Updated', 'Updated', 'Deleted', 'Restored'].map(
          (verb) => `${verb} picture "${item.name}"`,
        ),
      );
    },
  );

  test('belongs to administrators and content moderators', async () => {
    const { id } = await upload();
    for (const [caller, status] of [
      ['anonymous', 401],
      ['user', 403],
      ['hr', 403],
      ['content_moderator', 200],
    ] as const) {
      expect((await act('media.list', {}, 'rest', caller)).status).toBe(status);
      expect((await act('media.change', { id, name: 'N' }, 'rest', caller)).status).toBe(status);
    }
  });

  test('says which file it cannot take, and names JPEG for a picture of a phone', async () => {
    const heic = asFile(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'IMG_1.heic');
    const refusal = async (file?: File) =>
      (await act('media.upload', { ...(file && { file }) })).body.errors.file;
    expect(await refusal(heic)).toEqual([
      'This is a HEIC picture, which browsers cannot show. Save it as JPEG and choose it again.',
    ]);
    expect(await refusal(asFile('plain words'))).toEqual([
      'The file must be a JPEG, PNG, WebP, AVIF or GIF picture.',
    ]);
    expect(await refusal()).toEqual(['Please choose a file.']);
    expect(await site.servedPictures()).toEqual([]);
    expect(await site.database.fork().count(MediaItem)).toBe(0);
  });

  test('has the same bytes once, whoever sends them, and a repeated call once', async () => {
    const first = await upload(70);
    const again = await upload(70, 'Said now', 'other.png');
    expect(again).toMatchObject({ id: first.id, path: first.path, alt: 'Said now' });
    expect(await site.servedPictures()).toEqual([first.path]);

    const headers = { 'Idempotency-Key': 'the-same-upload' };
    const file = await picture({ width: 90 });
    const repeated = await Promise.all(
      [1, 2].map(() => callProcedure(site, 'rest', 'admin', 'media.upload', { file }, headers)),
    );
    expect(repeated[0]!.body).toEqual(repeated[1]!.body);
    expect(await site.database.fork().count(MediaItem)).toBe(2);
    const racing = await Promise.all([1, 2, 3].map(() => upload(100)));
    expect(new Set(racing.map(({ id }) => id)).size).toBe(1);
    expect(await site.servedPictures()).toHaveLength(3);
  });

  test('is searched, filtered and paged', async () => {
    const [wall, door, tree] = [await upload(61, 'A green wall'), await upload(62, ''), await upload(63)];
    await act('media.change', { id: tree.id, tags: ['Gärten'], caption: 'Old oak', credit: 'Bob' });
    await act('blog.create', { ...post, featured_image: await picture({ width: 64 }) });
    const found = async (query: Record<string, unknown>) => {
      const { body } = await act('media.list', { page: 1, ...query });
      expect(body.meta.total).toBe(body.items.length);
      return body.items.map(({ id }: { id: number }) => id);
    };
    const [cover] = await found({ is_used: true });
    expect(await found({})).toEqual([cover, tree.id, door.id, wall.id]);
    expect(await found({ search: 'GREEN' })).toEqual([wall.id]);
    expect(await found({ search: 'garten' })).toEqual([tree.id]);
    expect(await found({ search: 'oak' })).toEqual([tree.id]);
    expect(await found({ search: 'wall-6' })).toEqual([tree.id, door.id, wall.id]);
    expect(await found({ is_described: false })).toEqual([cover, tree.id]);
    expect(await found({ is_used: false })).toEqual([tree.id, door.id, wall.id]);
    expect(await found({ is_used: false, search: 'green', is_described: true, type: 'png' })).toEqual([
      wall.id,
    ]);
    expect(await found({ is_used: false, sort: 'name:asc' })).toEqual([wall.id, door.id, tree.id]);
    expect(await found({ type: 'jpeg' })).toEqual([]);
    expect(await found({ sort: 'name:desc' })).toEqual([tree.id, door.id, wall.id, cover]);
    const page = await act('media.list', { page: 2, per_page: 3 });
    expect(page.body).toMatchObject({ items: [{ id: wall.id }], meta: { total: 4, page: 2, per_page: 3 } });
    expect((await act('media.list', { before: door.id, is_used: false })).body.items).toMatchObject([
      { id: wall.id },
    ]);
    expect((await act('media.list', { type: 'gif' })).status).toBe(422);
  });

  test('tells where a picture is used, and is not deleted there', async () => {
    const item = await upload(71, 'A wall');
    const { id, path } = item;
    const text = await savePost(site, { title: 'Summer party', content: htmlWithPictures(id) });
    await act('portfolio.create', {
      title: 'Shop',
      category: 'IT Support',
      description: 'D',
      client: 'C',
      existing_image: path,
    });
    const uses = async () => (await act('media.one', { id })).body.uses;
    const inText = {
      module: 'blog',
      id: text.id,
      title: 'Summer party',
      place: 'content',
      is_in_trash: false,
    };
    expect(await uses()).toEqual([
      inText,
      { module: 'portfolio', id: expect.any(Number), title: 'Shop', place: 'image', is_in_trash: false },
    ]);
    const refused = await act('media.remove', { id });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: 'This picture is used by “Summer party” and 1 more. Take it out there first.',
        in_use: { blog: 1, portfolio: 1 },
      },
    });
    await act('portfolio.remove', { id: (await uses())[1].id });
    await act('blog.remove', { id: text.id });
    expect(await uses()).toMatchObject([
      { ...inText, is_in_trash: true },
      { module: 'portfolio', place: 'picture', is_in_trash: true },
    ]);
    expect((await act('media.remove', { id })).body).toMatchObject({
      message:
        'This picture is used by “Summer party”, which is in the trash and 1 more. Take it out there first.',
      in_use: { trash: 2 },
    });
    expect(await served(path)).toBe(200);
    await act('trash.blog.restore', { id: text.id });
    expect((await uses())[0]).toEqual(inText);
    await act('blog.remove', { id: text.id });
    await act('trash.blog.remove', { id: text.id });
    await act('trash.portfolio.removeMany', { ids: [1] });
    expect(await uses()).toEqual([]);
    expect((await act('media.remove', { id })).status).toBe(200);
  });

  test('refuses a text with a picture that is gone, and the database refuses to lose one in use', async () => {
    const { id } = await upload(72);
    await act('media.remove', { id });
    await expect(savePost(site, { content: htmlWithPictures(id) })).rejects.toMatchObject({
      errors: { content: ['A picture in the text is no longer in the library.'] },
    });
    const other = await upload(73);
    const text = await savePost(site, { content: htmlWithPictures(other.id) });
    await expect(site.database.fork().nativeDelete(MediaItem, { id: other.id })).rejects.toThrow(
      /foreign key/i,
    );
    await savePost(site, { content: htmlWithPictures(other.id, other.id) }, text.id);
    expect(await site.database.fork().count(MediaUse)).toBe(1);
    await expect(savePost(site, { content: htmlWithPictures(other.id, 999) }, text.id)).rejects.toMatchObject(
      {
        errors: { content: [expect.any(String)] },
      },
    );
    expect(await site.database.fork().find(MediaUse, {})).toMatchObject([{ item_id: text.id }]);
    await savePost(site, { content: '<p>none</p>' }, text.id);
    expect(await site.database.fork().count(MediaUse)).toBe(0);
  });

  test('enters the picture of each field, which goes with its row unless the library keeps it', async () => {
    const image = await picture({ width: 74 });
    const created = await act('team.create', { ...member, image, image_alt: 'Ada at work' });
    const { items } = (await act('media.list')).body;
    expect(items).toMatchObject([{ name: 'Ada', alt: 'Ada at work', is_attached: true }]);
    const [{ id, path }] = items;
    const { id: row } = created.body.member;
    await act('team.update', { ...member, id: row, image_alt: 'Ada Byron' });
    expect((await act('media.one', { id })).body).toMatchObject({
      item: { alt: 'Ada Byron', is_described: true },
      uses: [{ module: 'team', id: row, title: 'Ada', place: 'image' }],
    });
    await act('team.remove', { id: row });
    expect([await served(path), await site.database.fork().count(MediaItem)]).toEqual([404, 0]);
    await act('trash.team.restore', { id: row });
    const [restored] = (await act('media.list')).body.items;
    expect(restored).toMatchObject({ path, alt: 'Ada Byron', is_attached: true });

    await act('media.change', { id: restored.id, tags: ['people'] });
    await act('team.removePhoto', { id: row });
    expect(await served(path)).toBe(200);
    expect(await sweepTwice(site.work())).toMatchObject({ removed: 0, failed: [] });
    expect((await act('media.list')).body.items).toMatchObject([{ id: restored.id, is_attached: false }]);
    expect((await act('media.remove', { id: restored.id })).status).toBe(200);
  });

  test('keeps a cover that a text shows when the cover changes', async () => {
    const { body } = await act('blog.create', { ...post, featured_image: await picture({ width: 75 }) });
    const [{ id, path }] = (await act('media.list')).body.items;
    await savePost(site, { content: htmlWithPictures(id) }, body.post.id);
    await act('blog.update', { ...post, id: body.post.id, remove_image: true });
    // The interface of today takes the picture out of the text, too.
    await savePost(site, { content: htmlWithPictures(id) }, body.post.id);
    expect(await served(path)).toBe(200);
    expect((await act('media.one', { id })).body.item).toMatchObject({ is_attached: false });
    expect(site.warnings()).toEqual([]);
  });

  test('a new file takes the place of the old one wherever it is used', async () => {
    const { id, path } = await upload(76, 'A wall');
    const text = await savePost(site, { title: 'Live', content: htmlWithPictures(id), featured_image: path });
    const thrown = await savePost(site, {
      title: 'Thrown',
      content: htmlWithPictures(id),
      featured_image: path,
    });
    await act('blog.remove', { id: thrown.id });
    const file = await picture({ width: 77, format: 'jpeg' });
    const replaced = await act('media.replace', { id, version: 1, file });
    expect(replaced.body.item, JSON.stringify(replaced.body)).toMatchObject({
      id,
      version: 2,
      type: 'jpeg',
      alt: 'A wall',
      picture: { width: 77, alt: 'A wall' },
    });
    const next = replaced.body.item.path;
    expect([await served(path), await served(next)]).toEqual([404, 200]);
    const live = await blogModule.get(site.work(), text.id);
    expect(live).toMatchObject({ featured_image: next, version: text.version + 1 });
    await act('trash.blog.restore', { id: thrown.id });
    expect(await blogModule.get(site.work(), thrown.id)).toMatchObject({ featured_image: next });
    expect((await act('media.one', { id })).body.uses).toHaveLength(4);
    expect((await findMediaFacts(site.work(), [id, 999])).get(id)).toMatchObject({
      id,
      path: next,
      url: `/${next}`,
      width: 77,
      height: 40,
      alt: 'A wall',
      focal: { x: 5, y: 5 },
    });
    const same = await act('media.replace', { id, file });
    expect(same.body.errors).toEqual({ file: ['This is the same picture.'] });
    const other = await upload(78);
    expect((await act('media.replace', { id: other.id, file })).body.errors.file[0]).toMatch(
      /^The library has this picture already: “wall-76.png”/,
    );
    expect((await act('media.replace', { id, version: 1, file: await picture({ width: 79 }) })).status).toBe(
      409,
    );
    expect((await site.servedPictures()).toSorted()).toEqual([next, other.path].toSorted());
  });

  test('a file that is missing leaves the words of its item', async () => {
    const { id, path } = await upload(81, 'A wall');
    await site.database.fork().nativeUpdate(MediaItem, { id }, { path: null });
    expect((await act('media.one', { id })).body.item).toMatchObject({
      path: null,
      picture: null,
      alt: 'A wall',
    });
    expect(await findMediaFacts(site.work(), [id])).toEqual(new Map());
    await sweepTwice(site.work());
    expect(await served(path)).toBe(404);
    const again = await act('media.replace', { id, file: await picture({ width: 82 }) });
    expect(again.body.item, JSON.stringify(again.body)).toMatchObject({
      alt: 'A wall',
      picture: { width: 82 },
    });
  });

  test('a picture of an unsaved text stays for as long as a browser stores the text, and longer', async () => {
    const own = await upload(83);
    // The same bytes came with a form before, whose row is deleted while the text waits.
    const image = await picture({ width: 84 });
    const { body } = await act('team.create', { ...member, image });
    const shared = await upload(84);
    await act('team.remove', { id: body.member.id });
    await act('trash.team.remove', { id: body.member.id });
    for (const days of [1, 15, 31, 400]) {
      expect(await sweepTwice(site.work(), days * day)).toMatchObject({ removed: 0, failed: [] });
    }
    expect([await served(own.path), await served(shared.path)]).toEqual([200, 200]);
    const content = htmlWithPictures(own.id, shared.id);
    const saved = await act('blog.create', { ...post, content });
    expect(saved.body.post.content, JSON.stringify(saved.body)).toBe(content);
  });
});
