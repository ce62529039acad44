import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listProcedureAccess } from '../../src/commands/access-matrix.ts';
import type { Database } from '../../src/database/database.ts';
import { tablesChangedTopic } from '../../src/database/events/events.ts';
import { findFileDisagreements, removeMissingPicture } from '../../src/modules/library/file-sweep.ts';
import { Picture } from '../../src/pictures/picture.entity.ts';
import { changedPanelParts, panelParts } from '../../src/modules/panel/panel.ts';
import { contentModules } from '../../src/content-modules.ts';
import type { Columns } from '../../src/shared/column-types.ts';
import { factsOf, type ModuleName, moduleNames, recordedModuleNames } from '../../src/shared/module-facts.ts';
import { copyDatabase, databaseKinds } from '../support/database.ts';
import { callProcedure, listPublicReads } from '../support/api-calls.ts';
import { picture } from '../support/pictures.ts';
import { offeredBy, testedModules } from '../support/samples.ts';
import { sweepOnce } from '../support/sweeps.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

type Input = Record<string, unknown>;

/** What a sample of the module lacks for visitors to see its row, and to see it change. */
const more: Partial<Record<ModuleName, Input>> = {
  jobs: { is_internship: false },
};

const kinds = testedModules.map(({ name, sample, publicBy, picture: field, title }) => ({
  name,
  field,
  title,
  input: { ...sample(), ...(publicBy && { [publicBy]: true }), ...more[name] },
  /** The list for visitors. A module that only staff see has none. */
  list: listPublicReads(name).find((read) => /[.](published|open)$/.test(read)),
}));

/** The kit has the same procedures for the modules that the short form leaves out. */
const left = moduleNames.filter((name) => kinds.every((kind) => kind.name !== name));
const shown = [...recordedModuleNames, 'gallery']
  .filter((name) => !left.some((one) => one === name))
  .join('|');
/** Every procedure by which staff change public content, such as `team.move` and `trash.team.restore`. */
const changing = listProcedureAccess()
  .filter(
    ({ name, type }) => type === 'mutation' && new RegExp(`^(trash.|versions.)?(${shown})[.]`).test(name),
  )
  .map(({ name }) => name)
  // The menu is a setting.
  .filter((name) => name !== 'pages.setMenu');
const called = new Set<string>();

// In this order, because the last test sums up what the others called.
describe('all procedures', { shuffle: false }, () => {
  describe.each(databaseKinds)('what visitors are shown after a change, on %s', (kind) => {
    let dataDir: string;
    let database: Database;
    let site: TestApp;
    /** A site with the same rows that caches nothing. */
    let uncached: TestApp;
    /** The parts of the panel that open streams have been told of since the last call. */
    const told = new Set<string>();
    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'atrium-declared-'));
      database = await copyDatabase(kind, dataDir);
      database.events.on(tablesChangedTopic, (text) => {
        for (const part of changedPanelParts(panelParts, [text])) told.add(part);
      });
      let version = 0;
      const next = () => (version += 1);
      site = await testApp(kind, { database });
      const further = { value: { further_languages: ['de'] } };
      expect((await site.rest('admin').put('/api/admin/settings/region', further)).status).toBe(200);
      const content = { known: next, ask: async () => next() };
      uncached = await testApp(kind, { database: { ...database, content } });
    });
    afterAll(async () => {
      await Promise.all([site.close(), uncached.close()]);
      await database.close();
      await rm(dataDir, { recursive: true });
    });

    const shownBy = async (testSite: TestApp) => {
      const lists = [...kinds.flatMap(({ list }) => list ?? []), 'gallery.published'];
      const answers = lists.map((list) => callProcedure(testSite, 'rest', 'anonymous', list));
      return (await Promise.all(answers)).map(({ body }) => body);
    };
    /** Acts after everything has been read and therefore cached. Then compares with the site that caches nothing. */
    const expectShown = async (isChanged: boolean, act: () => Promise<unknown>) => {
      const before = await shownBy(site);
      await act();
      const after = await shownBy(site);
      expect(after).toEqual(await shownBy(uncached));
      if (isChanged) expect(after).not.toEqual(before);
    };
    const run = async (name: string, input: Input) => {
      called.add(name);
      told.clear();
      const { status, body } = await callProcedure(site, 'rest', 'admin', name, input);
      expect([200, 201], JSON.stringify(body)).toContain(status);
      // `blog.create`, `trash.blog.restore`: a panel reloads what either name stands for.
      const parts = name.split('.').slice(0, -1);
      await expect.poll(() => parts.some((part) => told.has(part)), { message: name }).toBe(true);
      return body;
    };

    test.each(kinds)('of $name is what the database holds', async ({ name, input, title, field, list }) => {
      const { one } = factsOf(name);
      let id = 0;
      const isListed = list !== undefined;
      const change = { [title]: 'Second' };
      const withPicture = async (width: number) => ({
        ...input,
        ...(field && { [field]: await picture({ width, height: 900, format: 'jpeg' }) }),
      });
      await expectShown(isListed, async () => {
        id = (await run(`${name}.create`, input)).id;
      });
      if (field)
        await expectShown(isListed, async () => run(`${name}.update`, { ...(await withPicture(1200)), id }));
      if (field) await expectShown(false, () => site.makeSizes());
      await expectShown(isListed, () => run(`${name}.patch`, { id, [title]: 'Third' }));
      await expectShown(isListed, () => run(`${name}.update`, { ...input, id, ...change }));
      if (field)
        await expectShown(isListed, () => run(`${name}.update`, { ...input, id, image_alt: 'A desk' }));
      if (field)
        await expectShown(isListed, async () => run(`${name}.update`, { ...(await withPicture(1000)), id }));
      if (name === 'team') await expectShown(isListed, () => run('team.removePhoto', { id }));
      // Without the photo, a member is as in the first version, and restoring it would change nothing.
      if (name === 'team') await expectShown(isListed, () => run('team.patch', { id, [title]: 'Fourth' }));
      await expectShown(isListed, () => run(`versions.${name}.restore`, { id, number: 1 }));
      await expectShown(false, () => run(`versions.${name}.name`, { id, number: 1, name: 'First' }));
      const { schedule } = factsOf(name);
      if (schedule) {
        const at = (day: string) => (name === 'jobs' ? day : `${day}T00:00:00Z`);
        const past = { [schedule.endColumn]: at('2020-01-02') };
        if (schedule.startColumn) past[schedule.startColumn] = at('2020-01-01');
        await expectShown(isListed, () => run(`${name}.publishing`, { id, ...past }));
        await expectShown(isListed, () => run(`${name}.publishing`, { id, [schedule.endColumn]: null }));
      }
      await expectShown(isListed, () => run(`${name}.remove`, { id }));
      await expectShown(isListed, () => run(`trash.${name}.restore`, { id }));
      await expectShown(isListed, () => run(`${name}.remove`, { id }));
      await expectShown(false, () => run(`trash.${name}.remove`, { id }));

      if (changing.includes(`${name}.saveDraft`)) {
        // Only the panel keeps drafts, so REST has no row for it.
        await expectShown(false, async () => {
          called.add(`${name}.saveDraft`);
          const { status } = await site.rest('admin').post(`/trpc/${name}.saveDraft`, { [title]: 'A draft' });
          expect(status).toBe(200);
        });
      }

      const { id: other } = await run(`${name}.create`, input);
      const ids = [other];
      const { publicBy } = factsOf(name);
      if (publicBy) {
        await expectShown(isListed, () => run(`${name}.publish`, { ids, [publicBy]: false }));
        await expectShown(isListed, () => run(`${name}.publish`, { ids, [publicBy]: true }));
      }
      const { position } = factsOf(name);
      const { groups, columns } = contentModules[name].rules as { groups: string; columns: Columns };
      const group = offeredBy(columns[groups]!)!.find((value) => value !== input[groups])!;
      let moved: unknown;
      await expectShown(isListed, async () => {
        moved = (await run(`${name}.regroup`, { ids, [groups]: group })).results;
      });
      const [{ version }] = moved as [{ version: number }];
      await expectShown(isListed, () => run(`${name}.undoMany`, { rows: [{ id: other, version }] }));
      if (position) {
        const { id: second } = await run(`${name}.create`, input);
        const [first, last] = position === 'last' ? [other, second] : [second, other];
        await expectShown(isListed, () => run(`${name}.move`, { id: first, after: last }));
        ids.push(second);
      }
      if (schedule) await expectShown(false, () => run(`${name}.duplicate`, { id: other }));
      if (changing.includes(`${name}.translate`)) {
        const { id: translation } = await run(`${name}.translate`, { id: other, lang: 'de' });
        // Only the panel makes these calls, so REST has no row for them.
        const version = (await callProcedure(site, 'rest', 'admin', `${name}.one`, { id: other })).body[one];
        for (const [call, values] of [
          ['confirmTranslation', { id: translation, original_version: version.version }],
          ['separateTranslation', { id: translation }],
          ['joinTranslation', { id: translation, original_id: other }],
        ] as const) {
          await expectShown(false, async () => {
            called.add(`${name}.${call}`);
            const { status } = await site.rest('admin').post(`/trpc/${name}.${call}`, values);
            expect(status, call).toBe(200);
          });
        }
      }
      await expectShown(isListed, () => run(`${name}.removeMany`, { ids }));
      await expectShown(isListed, () => run(`trash.${name}.restoreMany`, { ids }));
      await expectShown(isListed, () => run(`${name}.removeMany`, { ids }));
      await expectShown(false, () => run(`trash.${name}.removeMany`, { ids }));
    });

    test('of the library and the gallery is what the database holds', async () => {
      const upload = async (width: number) =>
        (await run('media.upload', { file: await picture({ width }), alt: 'A wall' })).id as number;
      const wall = await upload(60);
      const show = (...ids: number[]) =>
        run('gallery.update', { pictures: ids.map((media_id) => ({ media_id })) });
      await expectShown(true, () => show(wall));
      // Each alone, because the description is stored with the file too.
      for (const change of [{ alt: 'A red wall' }, { credit: 'Ada' }, { focal_x: 2 }]) {
        await expectShown(true, () => run('media.change', { id: wall, ...change }));
      }
      await expectShown(true, async () =>
        run('media.replace', { id: wall, file: await picture({ width: 61 }) }),
      );
      await expectShown(true, () => show());
      await expectShown(false, () => run('media.remove', { id: wall }));
      await expectShown(false, () => run('trash.media.restore', { id: wall }));
      await expectShown(true, () => show(wall));
      await expectShown(true, () => show());
      await expectShown(false, () => run('media.remove', { id: wall }));
      await expectShown(false, () => run('trash.media.restoreMany', { ids: [wall] }));
      await expectShown(false, () => run('media.remove', { id: wall }));
      await expectShown(false, () => run('trash.media.removeMany', { ids: [wall] }));
      const door = await upload(62);
      await expectShown(false, () => run('media.remove', { id: door }));
      await expectShown(false, () => run('trash.media.remove', { id: door }));
    });

    test('is what the database holds after files and rows were made to agree', async () => {
      const file = await picture({ width: 600, height: 600, format: 'jpeg' });
      const { input } = kinds.find(({ name }) => name === 'blog')!;
      await run('blog.create', { ...input, featured_image: file });
      const inAMinute = new Date(Date.now() + 60_000);
      await site.work().em.nativeDelete(Picture, {});
      await shownBy(uncached);
      await sweepOnce(site.work());
      expect(await shownBy(site)).toEqual(await shownBy(uncached));
      const { path } = (await site.work().em.findAll(Picture))[0]!;
      await site.work().pictures.remove(path);
      await expectShown(true, async () => {
        const { rowsWithoutFile } = await findFileDisagreements(site.work(), inAMinute);
        await removeMissingPicture(site.work(), rowsWithoutFile[0]!);
      });
    });

    test('is compared for every procedure that changes content', () => {
      const unlisted = kinds.filter(({ list }) => list === undefined);
      expect(unlisted.flatMap(({ name }) => listPublicReads(name))).toEqual([]);
      expect([...called].toSorted()).toEqual(changing.toSorted());
    });
  });
});
