import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wrap } from '@mikro-orm/core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createFolderStorage } from '../../src/pictures/files/storage.ts';
import { Activity } from '../../src/log/activity.entity.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { mediaContent } from '../../src/modules/library/library.module.ts';
import { MediaItem } from '../../src/pictures/media-item.entity.ts';
import { sweepSamplePictures } from '../../src/modules/library/file-sweep.ts';
import { StarterRow } from '../../src/modules/onboarding/sample-content.ts';
import { deleteExpiredTrash } from '../../src/content/trash/trash.ts';
import { contentModuleList, contentModules } from '../../src/content-modules.ts';
import { hasOwnContent } from '../../src/sample-content.ts';
import { SiteSetting } from '../../src/settings/site-setting.entity.ts';
import { day, minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, testedApiKinds } from '../support/api-calls.ts';
import { importAllSamples, importSamplesOf, readSamples, readSamplesAbout } from '../support/sample-site.ts';
import { pictureStemOf } from '../../src/shared/library-files.ts';
import { sizesOf } from '../../src/shared/picture-view.ts';
import { picture } from '../support/pictures.ts';
import { sampleOf } from '../support/samples.ts';
import { exportToFolder, importFromFolder } from '../support/site-transfer.ts';
import { sweepTwice } from '../support/sweeps.ts';
import type { Caller } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { isShortForm } from '../support/test-form.ts';

type Input = Record<string, unknown>;
type Rows = Record<string, { id: number }>;
const SampleClient = contentModules.clients.entity;

describe.each(databaseKinds)('the sample content on %s', (kind) => {
  let folder: string;
  const clock = stoppedClock();
  const site = useSite({
    on: kind,
    clock,
    parts: async () => {
      folder = await mkdtemp(join(tmpdir(), 'atrium-samples-'));
      return { storage: createFolderStorage(join(folder, 'uploads')) };
    },
  });
  beforeEach(async () => {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const act = (name: string, input: Input = {}, caller: Caller = 'admin') =>
    callProcedure(site, 'rest', caller, name, input);
  const state = async () => (await act('sampleContent.state')).body;
  const remove = async () => (await act('sampleContent.remove')).body;
  const restore = async () => (await act('sampleContent.restore')).body;
  /** Loads the samples of two modules, of which one has pictures. */
  const load = (kinds = ['jobs', 'clients']) => {
    const uploads = createFolderStorage(join(folder, 'uploads'));
    const privateFiles = createFolderStorage(join(folder, 'private'));
    const quarantine = join(folder, 'quarantine');
    return importSamplesOf({ ...site.work(), now: clock.now(), uploads, privateFiles, quarantine }, kinds);
  };
  const everything = async () => {
    const em = site.database.fork();
    const order = { orderBy: { id: 'asc' } } as const;
    const [jobs, clients] = [await em.find(Job, {}, order), await em.find(SampleClient, {}, order)];
    // A restored row has a new time of change, because programs ask for what has changed.
    return [jobs, clients].map((rows) =>
      rows.map((row) => ({ ...wrap(row).toPOJO(), updated_at: undefined })),
    );
  };
  const sampleJobs = async () => (await site.database.fork().find(Job, {}, { orderBy: { id: 'asc' } }))!;

  describe.each(testedApiKinds)('through %s', (face) => {
    test('goes to the trash as a whole, is logged as one entry, and returns as it was', async () => {
      await load();
      const before = await everything();
      const files = (await site.servedPictures()).toSorted();
      const through = async (name: string) => (await callProcedure(site, face, 'admin', name)).body;
      expect(await through('sampleContent.state')).toEqual({ untouched: 22, changed: 0, removed: null });

      expect(await through('sampleContent.remove')).toEqual({ removed: 22, kept: 0 });
      expect(await everything()).toEqual([[], []]);
      expect(await site.servedPictures()).toEqual([]);
      const at = clock.now().toISOString();
      expect(await state()).toEqual({ untouched: 0, changed: 0, removed: { count: 22, at } });

      expect(await through('sampleContent.restore')).toEqual({ restored: 22 });
      expect(await everything()).toEqual(before);
      expect((await site.servedPictures()).toSorted()).toEqual(files);
      expect(await state()).toEqual({ untouched: 22, changed: 0, removed: null });
      const log = await site.database.fork().find(Activity, {}, { orderBy: { id: 'asc' } });
      expect(
        log.map(({ type, module, description, user_name }) => [type, module, description, user_name]),
      ).toEqual([
        ['delete', 'settings', 'Removed the sample content: 22 entries', 'The admin'],
        ['update', 'settings', 'Restored the sample content: 22 entries', 'The admin'],
      ]);
    });
  });

  test('leaves alone what staff have changed, published or unpublished, also its picture', async () => {
    await load();
    const [one, two] = await sampleJobs();
    const words = { ...one!, requirements: [...one!.requirements] };
    await act('jobs.update', { ...words, id: one!.id, title: 'Our own words' });
    await act('jobs.publish', { ids: [two!.id], is_active: !two!.is_active });
    const [sample] = await site.database.fork().find(SampleClient, {}, { orderBy: { id: 'asc' } });
    const { id, name, kind, link, is_published } = sample!;
    const same = { id, name, kind, link, is_published };
    expect((await act('clients.update', { ...same, remove_image: true })).status).toBe(200);
    const own = (await act('jobs.create', { ...words, title: 'A job of our own' })).body;
    expect(await state()).toMatchObject({ untouched: 19, changed: 3 });
    expect(await remove()).toEqual({ removed: 19, kept: 3 });
    const left = (await sampleJobs()).map(({ id }) => id);
    expect(left).toEqual([one!.id, two!.id, own.id]);
  });

  test('counts a row as untouched again when its old words are back, and when only its choice has changed', async () => {
    await load(['jobs']);
    const [job] = await sampleJobs();
    const { version: _, ...words } = { ...job!, requirements: [...job!.requirements] };
    await act('jobs.update', { ...words, title: 'Our own words' });
    expect(await state()).toMatchObject({ untouched: 15, changed: 1 });
    await act('jobs.update', { ...words, type: job!.type === 'Contract' ? 'Part-time' : 'Contract' });
    expect(await state()).toMatchObject({ untouched: 16, changed: 0 });
  });

  test('the gallery shows pictures of sample projects until staff choose one of their own', async () => {
    await load(['media', 'portfolio']);
    const published = async () => (await act('gallery.published', {}, 'anonymous')).body;
    expect(await published()).toMatchObject({ is_sample: true });
    expect((await published()).pictures.length).toBeGreaterThan(1);
    const file = await picture({ width: 61 });
    const { id } = (await act('media.upload', { file, alt: 'A wall' })).body;
    await act('gallery.update', { pictures: [{ media_id: id }] });
    expect(await published()).toMatchObject({ is_sample: false, pictures: [{ id }] });
    expect((await published()).pictures).toHaveLength(1);
  });

  test('unchanged samples are named to those who manage them, until their words change', async () => {
    await load();
    const named = (caller: Caller) => site.as(caller).onboarding.samples.query();
    const ids = (await sampleJobs()).map(({ id }) => id);
    const all = await named('admin');
    expect(all.jobs?.toSorted()).toEqual(ids.toSorted());
    expect(all.clients).toHaveLength(6);
    expect(all.blog).toEqual([]);
    expect((await named('hr')).jobs).toHaveLength(16);
    expect(await named('hr')).not.toHaveProperty('clients');
    expect(await named('content_moderator')).not.toHaveProperty('jobs');
    await expect(named('user')).rejects.toMatchObject({ data: { httpStatus: 403 } });
    const [one] = await sampleJobs();
    const { version: _, ...words } = { ...one!, requirements: [...one!.requirements] };
    await act('jobs.update', { ...words, title: 'Our own words' });
    expect((await named('admin')).jobs).not.toContain(one!.id);
    await remove();
    expect((await named('admin')).jobs).toEqual([]);
  });

  test('a deleted sample stays deleted, and an undo restores exactly what its removal took', async () => {
    await load(['jobs']);
    const [one, two] = await sampleJobs();
    await act('jobs.remove', { id: one!.id });
    clock.forward(minute);
    expect(await remove()).toEqual({ removed: 15, kept: 0 });
    await act('trash.jobs.remove', { id: two!.id });
    expect(await restore()).toEqual({ restored: 14 });
    const ids = (await sampleJobs()).map(({ id }) => id);
    expect(ids).toHaveLength(14);
    expect(ids).not.toContain(one!.id);
    expect(ids).not.toContain(two!.id);
    expect((await act('trash.jobs.restore', { id: one!.id })).status).toBe(200);
  });

  test('a second removal or undo does nothing', async () => {
    await load(['jobs']);
    await remove();
    expect(await remove()).toEqual({ removed: 0, kept: 0 });
    expect(await restore()).toEqual({ restored: 16 });
    expect(await restore()).toEqual({ restored: 0 });
    expect(await site.database.fork().count(Activity)).toBe(2);
  });

  test('two calls at once do the work of one', async () => {
    await load();
    const removals = await Promise.all([remove(), remove()]);
    expect(removals.map(({ removed }) => removed).toSorted()).toEqual([0, 22]);
    const undos = await Promise.all([act('sampleContent.restore'), act('sampleContent.restore')]);
    const restored = undos.map(({ body }) => body.restored ?? 0);
    expect(restored.toSorted()).toEqual([0, 22]);
    expect(await state()).toEqual({ untouched: 22, changed: 0, removed: null });
    expect(new Set((await site.servedPictures()).map(pictureStemOf)).size).toBe(6);
  });

  test('can be restored one by one from the trash, and together for 30 days', async () => {
    await load(['jobs']);
    const [one] = await sampleJobs();
    await remove();
    expect((await act('trash.jobs.restore', { id: one!.id })).status).toBe(200);
    clock.forward(30 * day);
    const token = await site.openSession('admin');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await site.app.inject({ url: '/api/admin/sample-content', headers });
    expect(answer.json().removed).toBeNull();
  });

  test('its pictures stay until the trash is emptied', async () => {
    await load(['clients']);
    // The logos for the dark theme are in the library, which is not loaded here.
    const warned = [...site.warnings()];
    const files = await site.servedPictures();
    await remove();
    await sweepTwice({ ...site.work(), now: clock.now() });
    await restore();
    expect((await site.servedPictures()).toSorted()).toEqual(files.toSorted());
    await remove();
    clock.forward(30 * day);
    await deleteExpiredTrash({ ...site.work(), now: clock.now() });
    await sweepTwice({ ...site.work(), now: clock.now() });
    expect(await site.storedPictures()).toEqual([]);
    expect(site.warnings()).toEqual(warned);
  });

  test('its pictures leave the library after the trash is emptied, unless staff have changed or used them', async () => {
    await load(['clients', 'media']);
    const library = async () => {
      const items = await site.database.fork().find(MediaItem, {}, { orderBy: { id: 'asc' } });
      return items.map(({ id }) => id);
    };
    const failed: string[] = [];
    const sweep = async () => {
      for (const later of [0, day]) {
        const now = new Date(clock.now().getTime() + later);
        const warn = (line: string) => void failed.push(line);
        await sweepSamplePictures({ ...site.work(), now, warn, onRemoved: () => {} });
      }
    };
    const logos = await site.database.fork().find(SampleClient, {}, { orderBy: { id: 'asc' } });
    const [described, illustrated, ...others] = (await library()).filter((id) =>
      logos.every(({ logo_dark }) => logo_dark !== id),
    );
    await act('media.change', { id: described!, alt: 'Our own words' });
    const client = { ...sampleOf(contentModules.clients.rules.columns), logo_dark: illustrated };
    expect((await act('clients.create', client)).status).toBe(201);
    await remove();
    await sweep();
    // Samples in the trash may return.
    const dark = logos.map(({ logo_dark }) => logo_dark!);
    expect(await library()).toEqual([described, illustrated, ...dark]);
    expect(others.length).toBeGreaterThan(0);

    clock.forward(30 * day);
    await deleteExpiredTrash({ ...site.work(), now: clock.now() });
    await sweep();
    expect(await library()).toEqual([described, illustrated]);
    expect(new Set((await site.servedPictures()).map(pictureStemOf)).size).toBe(2);
    expect(failed).toEqual([]);
  });

  test('without starter rows there is nothing to remove', async () => {
    expect(await state()).toEqual({ untouched: 0, changed: 0, removed: null });
    expect(await remove()).toEqual({ removed: 0, kept: 0 });
    expect(await restore()).toEqual({ restored: 0 });
    expect(await site.database.fork().count(Activity)).toBe(0);
  });

  test('only admins may remove it', async () => {
    await load(['jobs']);
    for (const caller of ['content_moderator', 'hr', 'user'] as const)
      expect((await act('sampleContent.remove', {}, caller)).status).toBe(403);
    expect(await state()).toMatchObject({ untouched: 16 });
  });

  test('a removal that cannot be logged removes nothing', async () => {
    await load();
    const connection = site.database.fork().getConnection();
    await connection.execute('alter table activities rename to activities_away');
    expect((await act('sampleContent.remove')).status).toBe(500);
    await connection.execute('alter table activities_away rename to activities');
    expect(await state()).toEqual({ untouched: 22, changed: 0, removed: null });
    expect(new Set((await site.servedPictures()).map(pictureStemOf)).size).toBe(6);
  });

  test('an imported row that gets the id of a former sample is no sample', async () => {
    await load(['jobs']);
    const storages = {
      uploads: createFolderStorage(join(folder, 'uploads')),
      privateFiles: createFolderStorage(join(folder, 'private')),
      quarantine: join(folder, 'quarantine'),
    };
    const here = { app: site, ...storages };
    const [one] = await sampleJobs();
    await act('jobs.update', { ...one!, requirements: [...one!.requirements], title: 'Written by us' });
    await exportToFolder(here, join(folder, 'export'));
    await act('jobs.remove', { id: one!.id });
    await act('trash.jobs.remove', { id: one!.id });
    const outcomes = await importFromFolder(here, join(folder, 'export'));
    expect(outcomes.find(({ kind: what, id }) => what === 'jobs' && id === one!.id)?.outcome).toBe('taken');
    expect(await state()).toMatchObject({ untouched: 15, changed: 0 });
  });

  test('is loaded as it was exported, without a remark', async () => {
    const exportedAt = new Date(readSamplesAbout().exported_at);
    await importAllSamples(site.database, folder, exportedAt);
    for (const { content } of [mediaContent, ...contentModuleList]) {
      const rows = await site.database.read
        .withTables<Rows>()
        .selectFrom(content.table)
        .selectAll()
        .orderBy('id')
        .execute();
      const items = rows
        .filter((row) => !content.isDerived?.(row as never))
        .map((row) => content.toItem(row as never));
      expect(items, content.name).toEqual(readSamples(content.name));
    }
  });

  test.skipIf(isShortForm)(
    'brings the sizes of its pictures, and the folder has no other files',
    async () => {
      const pictures = readSamples('pictures') as unknown as Parameters<typeof sizesOf>[0][];
      const files = pictures.flatMap((one) => [one.path, ...sizesOf(one).map(({ path }) => path)]).toSorted();
      const inFolder = await readdir('samples/site/uploads');
      expect(inFolder.map((name) => `uploads/${name}`).toSorted()).toEqual(files);
      await importAllSamples(site.database, folder, clock.now());
      expect((await site.storedPictures()).toSorted()).toEqual(files);
    },
  );

  test('is as old as on the day of its export', async () => {
    await load(['jobs']);
    const { exported_at } = readSamplesAbout();
    const ages = (now: Date | string, rows: { created_at: unknown }[]) =>
      rows.map(({ created_at }) => +new Date(now) - +new Date(created_at as string));
    const stored = await sampleJobs();
    expect(ages(clock.now(), stored)).toEqual(ages(exported_at, readSamples('jobs') as never));
  });

  test('leaves a module alone that has a row of its own', async () => {
    await act('jobs.create', { ...sampleOf(contentModules.jobs.rules.columns), title: 'A job of our own' });
    await load();
    expect((await sampleJobs()).map(({ title }) => title)).toEqual(['A job of our own']);
    expect(await state()).toMatchObject({ untouched: 6 });
  });

  test('is not for a site that an import has begun, also without rows of modules', async () => {
    const isOwn = () => hasOwnContent(site.database.fork());
    await load();
    expect(await isOwn()).toBe(false);
    const em = site.database.fork();
    const group = { group_name: 'company', version: 1, value: {}, user_name: 'Ada', created_at: clock.now() };
    const id = await em.insert(SiteSetting, group);
    expect(await isOwn()).toBe(true);
    await em.nativeDelete(SiteSetting, { id });
    await act('jobs.create', { ...sampleOf(contentModules.jobs.rules.columns), title: 'A job of our own' });
    expect(await isOwn()).toBe(true);
  });

  test('goes on after an interruption, and brings nothing back that staff have deleted', async () => {
    await load(['jobs']);
    const em = site.database.fork();
    const all = await sampleJobs();
    const [first, ...rest] = all.map(({ id }) => id);
    await em.nativeDelete(Job, { id: { $in: rest.slice(5) } });
    await em.nativeDelete(StarterRow, { row_id: { $in: rest.slice(5) } });
    await em.nativeDelete(Job, { id: first! });
    await load(['jobs']);
    expect((await sampleJobs()).map(({ id }) => id)).toEqual(rest);
  });

  test('loaded again, leaves the ids of removed rows to the trash, which gives them back', async () => {
    await load(['jobs']);
    const before = (await sampleJobs()).map(({ id }) => id);
    await remove();
    await load(['jobs']);
    await restore();
    const after = (await sampleJobs()).map(({ id }) => id);
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(2 * before.length);
  });
});
