import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { Album } from '../../src/modules/gallery/gallery.ts';
import { MediaItem } from '../../src/pictures/media-item.entity.ts';
import { MediaUse } from '../../src/pictures/media-uses.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, type ApiKind, testedApiKinds } from '../support/api-calls.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';
import { picture } from '../support/pictures.ts';
import {
  exportToFolder,
  importFromFolder,
  openTransferSite,
  deleteAllContent,
} from '../support/site-transfer.ts';
import { sweepTwice } from '../support/sweeps.ts';
import { isShortForm } from '../support/test-form.ts';
import type { Caller } from '../support/test-app.ts';

describe.each(databaseKinds)('the gallery on %s', (kind) => {
  let site: Awaited<ReturnType<typeof openTransferSite>>;
  beforeEach(async () => {
    site = await openTransferSite(kind);
  });
  afterEach(() => site.close());
  const act = (
    name: string,
    input: Record<string, unknown> = {},
    face: ApiKind = 'rest',
    caller: Caller = 'admin',
  ) => callProcedure(site.app, face, caller, name, input);
  const upload = async (width: number, alt?: string): Promise<number> => {
    const file = await picture({ width }, `wall-${width}.png`);
    const { body } = await act('media.upload', { file, ...(alt && { alt }) });
    return body.id;
  };
  const save = (pictures: object[], more: object = {}) => act('gallery.update', { pictures, ...more });
  const shown = async () => (await act('gallery.published', {}, 'rest', 'anonymous')).body.pictures;

  test.each(testedApiKinds)(
    'shows the pictures that staff choose, in their order, through %s',
    async (face) => {
      const [wall, door] = [await upload(60, 'A wall'), await upload(61, 'Ada at the door')];
      expect((await act('gallery.one', {}, face)).body).toEqual({
        album: { id: 0, version: 0, updated_at: null, pictures: [] },
      });
      expect((await act('gallery.published', {}, face, 'anonymous')).body).toEqual({
        is_sample: false,
        pictures: [],
      });
      const pictures = [{ media_id: door, caption: ' Party ', year: 2019 }, { media_id: wall }];
      const saved = await act('gallery.update', { version: 0, pictures }, face);
      expect(saved.body.album, JSON.stringify(saved.body)).toMatchObject({
        version: 1,
        pictures: [
          {
            media_id: door,
            caption: 'Party',
            year: 2019,
            item: { name: 'wall-61.png', alt: 'Ada at the door' },
          },
          { media_id: wall, caption: '', year: null, item: { id: wall } },
        ],
      });
      expect((await act('gallery.one', {}, face)).body).toEqual(saved.body);
      expect((await act('gallery.published', {}, face, 'anonymous')).body.pictures).toMatchObject([
        { id: door, caption: 'Party', year: 2019, alt: 'Ada at the door', width: 61, focal: { x: 5, y: 5 } },
        { id: wall, caption: '', year: null, alt: 'A wall' },
      ]);
      const same = await act('gallery.update', { version: 1, pictures }, face);
      expect(same.body.album.version).toBe(1);
      const stale = await act('gallery.update', { version: 0, pictures: [] }, face);
      expect(stale).toMatchObject({
        status: 409,
        body: { current: { version: 1, pictures: [{ year: 2019 }, {}] } },
      });
      const turned = await act('gallery.update', { version: 1, pictures: pictures.toReversed() }, face);
      expect(turned.body.album.pictures).toMatchObject([{ media_id: wall }, { media_id: door }]);

      const entries = await site.app.database
        .fork()
        .find(Activity, { module: 'settings' }, { orderBy: { id: 1 } });
      expect(entries.map(({ description, changes }) => ({ description, changes }))).toEqual([
        {
          description: expect.stringContaining('Gallery'),
          changes: { pictures: { old: [], new: ['Party, 2019', 'wall-60.png'] } },
        },
        {
          description: expect.stringContaining('Gallery'),
          changes: {
            pictures: { old: ['Party, 2019', 'wall-60.png'], new: ['wall-60.png', 'Party, 2019'] },
          },
        },
      ]);
    },
  );

  test('belongs to administrators and content moderators, and visitors only read it', async () => {
    const pictures = [{ media_id: await upload(62, 'A wall') }];
    for (const [caller, status] of [
      ['anonymous', 401],
      ['user', 403],
      ['hr', 403],
      ['content_moderator', 200],
    ] as const) {
      expect((await act('gallery.one', {}, 'rest', caller)).status).toBe(status);
      expect((await act('gallery.update', { pictures }, 'rest', caller)).status).toBe(status);
    }
    expect(await shown()).toHaveLength(1);
  });

  test('says at which picture what is wrong, and stores nothing then', async () => {
    const [wall, silent] = [await upload(63, 'A wall'), await upload(64)];
    const refused = await save([
      { media_id: wall, year: 1066 },
      { media_id: silent },
      { media_id: wall },
      { media_id: 999 },
    ]);
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.errors).toEqual({
      'pictures.0.year': ['Year must be between 1800 and 2200'],
      'pictures.1.alt': ['Say what the picture shows, and who is in it.'],
      'pictures.2': ['This picture is in the gallery already.'],
      'pictures.3': ['This picture is no longer in the library.'],
    });
    for (const pictures of [
      'none',
      [7],
      [{ media_id: 'x' }],
      [{ media_id: wall, caption: 'x'.repeat(301) }],
      [{ media_id: wall, alt: 'x'.repeat(251) }],
      [{ media_id: wall, caption: 'a\u0000b' }],
      Array.from({ length: 301 }, (_, id) => ({ media_id: id + 1 })),
    ]) {
      const { status, body } = await act('gallery.update', { pictures });
      expect(status, JSON.stringify(pictures).slice(0, 60)).toBe(422);
      expect(body.errors.pictures).toBeDefined();
    }
    expect(await site.app.database.fork().count(Album)).toBe(0);
    expect(await site.app.database.fork().count(MediaUse)).toBe(0);
  });

  test('changes the description of a picture in the library, once and with an entry of the log', async () => {
    const id = await upload(65);
    const { body } = await save([{ media_id: id, alt: 'Ada and Grace' }]);
    expect(body.album.pictures[0].item).toMatchObject({
      alt: 'Ada and Grace',
      version: 2,
      is_described: true,
    });
    expect((await shown())[0].alt).toBe('Ada and Grace');
    await save([{ media_id: id, alt: 'Ada and Grace', year: 2020 }]);
    const entries = await site.app.database.fork().find(Activity, { module: 'media', type: 'update' });
    expect(entries).toMatchObject([{ changes: { alt: { old: null, new: 'Ada and Grace' } } }]);
  });

  test('no picture of it can be deleted, and one that came with a form stays when its row goes', async () => {
    const id = await upload(66, 'A wall');
    await save([{ media_id: id }]);
    const refused = await act('media.remove', { id });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: 'This picture is used by “Gallery”. Take it out there first.',
        in_use: { gallery: 1 },
      },
    });
    expect((await act('media.one', { id })).body.uses).toEqual([
      { module: 'gallery', id: expect.any(Number), title: 'Gallery', place: 'pictures', is_in_trash: false },
    ]);
    await expect(site.app.database.fork().nativeDelete(MediaItem, { id })).rejects.toThrow(/foreign key/i);
    expect((await act('media.list', { is_used: true })).body.items).toMatchObject([{ id }]);

    const member = { name: 'Ada', role: 'Senior Developer', description: 'D', section: 'development' };
    const image = await picture({ width: 67 });
    const created = await act('team.create', { ...member, expertise: ['E'], image, image_alt: 'Ada' });
    const [attached] = (await act('media.list', { search: 'Ada' })).body.items;
    await save([{ media_id: attached.id }]);
    await act('team.remove', { id: created.body.member.id });
    await act('trash.team.remove', { id: created.body.member.id });
    await sweepTwice(site.app.work());
    expect((await site.app.app.inject(`/${attached.path}`)).statusCode).toBe(200);
    expect(await shown()).toMatchObject([{ path: attached.path }]);
    expect((await act('media.remove', { id })).status).toBe(200);

    const file = await picture({ width: 68 });
    const replaced = await act('media.replace', { id: attached.id, file });
    expect(await shown()).toMatchObject([{ path: replaced.body.item.path, width: 68 }]);
    await save([]);
    expect(await site.app.database.fork().count(MediaUse)).toBe(0);
  });

  test('a change of the album changes the date of the page in the sitemap', async () => {
    const dateOf = async () => {
      const { addresses } = await site.app.as('anonymous').site.addresses.query({});
      return addresses.find(({ path }) => path === '/gallery')?.changed_at;
    };
    expect(await dateOf(), 'an empty page').toBeUndefined();
    await save([{ media_id: await upload(69, 'A wall') }]);
    expect(await dateOf()).toBe((await act('gallery.one')).body.album.updated_at);
  });

  test('a picture that the settings choose from the library stays in it when its form lets it go', async () => {
    const member = { name: 'Ada', role: 'Senior Developer', description: 'D', section: 'development' };
    const image = await picture({ width: 300, height: 200 });
    const { body } = await act('team.create', { ...member, expertise: ['E'], image, image_alt: 'Ada' });
    const [{ id, path }] = (await act('media.list', { search: 'Ada' })).body.items;
    const staff = site.app.rest('admin');
    const put = async (picture: string) => {
      const { value, version } = (await staff.get('/api/admin/settings/search')).body;
      const answer = await staff.put('/api/admin/settings/search', { value: { ...value, picture }, version });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    };
    await put(path);
    expect((await act('media.one', { id })).body).toMatchObject({
      item: { is_attached: false },
      uses: [{ module: 'settings', title: 'Search engines' }, { module: 'team' }],
    });
    expect((await act('media.remove', { id })).status).toBe(409);
    await act('team.remove', { id: body.member.id });
    await act('trash.team.remove', { id: body.member.id });
    await put('');
    await sweepTwice(site.app.work());
    expect((await site.app.app.inject(`/${path}`)).statusCode).toBe(200);
  });

  test('savers at the same time make one album, and a picture is not deleted under them', async () => {
    const ids = await Promise.all([70, 71, 72, 73].map((width) => upload(width, 'A wall')));
    const answers = await Promise.all([
      ...ids.map((media_id) => save([{ media_id }], { version: 0 })),
      ...ids.map((id) => act('media.remove', { id })),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await site.app.database.fork().count(Album)).toBeLessThanOrEqual(1);
    const used = await site.app.database.fork().find(MediaUse, {});
    expect((await shown()).map(({ id }: { id: number }) => id)).toEqual(used.map(({ media }) => media.id));
  });

  test.skipIf(isShortForm)('an export has it, and an import maps the ids of its pictures', () =>
    withTemporaryFolder(async (folder) => {
      const [wall, door] = [await upload(74, 'A wall'), await upload(75, 'A door')];
      await save([{ media_id: door, caption: 'Door', year: 1999 }, { media_id: wall }]);
      const before = await exportToFolder(site, join(folder, 'first'));
      await deleteAllContent(site);
      const outcomes = await importFromFolder(site, join(folder, 'first'));
      expect(outcomes.filter(({ outcome }) => outcome !== 'taken')).toEqual([]);
      expect(await exportToFolder(site, join(folder, 'second'))).toEqual(before);
      const again = await importFromFolder(site, join(folder, 'first'));
      expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));

      await deleteAllContent(site);
      for (const width of [76, 77, 78]) await upload(width, 'Another');
      const moved = await importFromFolder(site, join(folder, 'first'));
      expect(moved.filter(({ kind }) => kind === 'albums')).toMatchObject([{ outcome: 'taken' }]);
      expect(await shown()).toMatchObject([
        { caption: 'Door', year: 1999, alt: 'A door', width: 75 },
        { caption: '', year: null, alt: 'A wall', width: 74 },
      ]);
      expect(await site.app.database.fork().count(MediaUse)).toBe(2);
      await deleteAllContent(site);
      await save([{ media_id: await upload(79, 'Own') }]);
      const kept = await importFromFolder(site, join(folder, 'first'));
      expect(kept.filter(({ kind }) => kind === 'albums')).toMatchObject([{ outcome: 'skipped' }]);
      expect(await shown()).toMatchObject([{ alt: 'Own' }]);
    }),
  );
});
