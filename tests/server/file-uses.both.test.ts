// On both databases: queries into JSON columns that name files.
import { describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { MediaUse } from '../../src/pictures/media-uses.ts';
import { findFileDisagreements, removeMissingPicture } from '../../src/modules/library/file-sweep.ts';
import { SettingPicture } from '../../src/settings/site-setting.entity.ts';
import { findWrongMediaUses, repairMediaUses } from '../../src/transfer/media-uses-check.ts';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure } from '../support/api-calls.ts';
import { htmlWithPictures, savePost } from '../support/posts-with-pictures.ts';
import { picture } from '../support/pictures.ts';
import { inAMinute } from '../support/sweeps.ts';
import { useSite } from '../support/use-site.ts';

describe.each(databaseKinds)('the check of files and uses on %s', (kind) => {
  const site = useSite({ on: kind });
  const act = async (name: string, input: Record<string, unknown> = {}) => {
    const { status, body } = await callProcedure(site, 'rest', 'admin', name, input);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const upload = async (width: number) =>
    (await act('media.upload', { file: await picture({ width }), alt: 'A wall' })).item;

  test('takes a missing picture off the settings, whose other values and versions stay', async () => {
    const brand = async () =>
      (await site.rest('admin').get('/api/admin/settings/brand')).body as { value: object; version: number };
    const place = async (field: string, width: number) => {
      const upload = buildFormData({ field, picture: await picture({ width }) });
      const { path } = (await site.rest('admin').post('/api/admin/settings/brand/pictures', upload)).body;
      const { value, version } = await brand();
      const change = { value: { ...value, [field]: path }, version };
      expect((await site.rest('admin').put('/api/admin/settings/brand', change)).status).toBe(200);
      return path as string;
    };
    const [logo, icon] = [await place('logo', 90), await place('icon', 91)];
    await site.work().pictures.remove(logo);
    const { rowsWithoutFile } = await findFileDisagreements(site.work(), inAMinute());
    expect(rowsWithoutFile).toMatchObject([
      { table: 'setting_pictures', path: logo },
      { table: 'setting_pictures', path: logo },
    ]);
    for (const row of rowsWithoutFile) await removeMissingPicture(site.work(), row);
    expect(await brand()).toMatchObject({ value: { logo: '', icon }, version: 3 });
    expect((await act('site.settings')).brand).toMatchObject({ logo: null, icon: { path: icon } });
    const named = await site.database.fork().find(SettingPicture, {}, { orderBy: { version: 1 } });
    expect(named).toMatchObject([
      { version: 2, image: icon },
      { version: 3, image: icon },
    ]);
    expect((await findFileDisagreements(site.work(), inAMinute())).rowsWithoutFile).toEqual([]);
    const { body } = await site.rest('admin').get('/api/admin/settings/brand/versions');
    expect(body.versions).toHaveLength(3);
  });

  test('finds uses that texts do not have, and pictures whose use nobody recorded', async () => {
    const [wall, door, tree] = [await upload(60), await upload(61), await upload(62)];
    const post = await savePost(site, { content: htmlWithPictures(wall.id, door.id) });
    const thrown = await savePost(site, { content: htmlWithPictures(tree.id) });
    await act('blog.remove', { id: thrown.id });
    await act('gallery.update', { pictures: [{ media_id: wall.id }, { media_id: tree.id }] });
    expect(await findWrongMediaUses(site.work())).toEqual([]);

    const em = site.database.fork();
    await em.nativeDelete(MediaUse, { media: door.id });
    await em.nativeDelete(MediaUse, { media: tree.id });
    for (const item_id of [post.id, 4711]) {
      await em.insert(MediaUse, { media: tree.id, module: 'blog', item_id, place: 'content' } as never);
    }
    await em.nativeUpdate(Post, { id: post.id }, { content: htmlWithPictures(wall.id, door.id, 999) });
    const wrong = await findWrongMediaUses(site.work());
    const of = (module: string, item_id: number, media_id: number, problem: string) => ({
      module,
      item_id,
      media_id,
      problem,
      place: module === 'gallery' ? 'pictures' : 'content',
    });
    expect(wrong).toHaveLength(6);
    expect(wrong).toEqual(
      expect.arrayContaining([
        of('blog', post.id, door.id, 'unrecorded'),
        of('blog', post.id, tree.id, 'unused'),
        of('blog', post.id, 999, 'unknown'),
        of('blog', thrown.id, tree.id, 'unrecorded'),
        of('blog', 4711, tree.id, 'unused'),
        of('gallery', expect.any(Number) as never, tree.id, 'unrecorded'),
      ]),
    );
    await repairMediaUses(site.work(), wrong);
    expect(await findWrongMediaUses(site.work())).toEqual([of('blog', post.id, 999, 'unknown')]);
    await act('trash.blog.restore', { id: thrown.id });
    expect((await callProcedure(site, 'rest', 'admin', 'media.remove', { id: tree.id })).status).toBe(409);
  });
});
