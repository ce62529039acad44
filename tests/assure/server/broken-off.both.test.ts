// On both databases: transactions whose request has ended.
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../../../src/pictures/files/storage.ts';
import { findFileDisagreements } from '../../../src/modules/library/file-sweep.ts';
import { callProcedure, type ApiKind } from '../../support/api-calls.ts';
import { picture } from '../../support/pictures.ts';
import { chooseByForm } from '../../support/test-form.ts';
import { type OpenedStorage, openStorage, type StorageKind } from '../../support/storages.ts';
import { inAMinute, sweepTwice } from '../../support/sweeps.ts';
import type { DatabaseKind } from '../../support/database.ts';
import { useSite } from '../../support/use-site.ts';

const member = { name: 'A', role: 'HR Officer', description: 'D', section: 'leadership', expertise: ['E'] };
interface Case {
  kind: DatabaseKind;
  storage: StorageKind;
  face: ApiKind;
}
/** Each value occurs. */
const short: Case[] = [
  { kind: 'sqlite', storage: 'S3 store', face: 'trpc' },
  { kind: 'postgresql', storage: 'folder', face: 'rest' },
];
/** All pairs of values occur. */
const full: Case[] = [
  { kind: 'sqlite', storage: 'folder', face: 'rest' },
  { kind: 'sqlite', storage: 'S3 store', face: 'trpc' },
  { kind: 'postgresql', storage: 'folder', face: 'trpc' },
  { kind: 'postgresql', storage: 'S3 store', face: 'rest' },
];

/** Where an operation can fail: in the storage, before or after it has done its work, or at a table that is missing. */
type Fault = { part: 'keep' | 'remove'; when: 'before' | 'after' } | { table: string };
const inStorage = (part: 'keep' | 'remove'): Fault[] => [
  { part, when: 'before' },
  { part, when: 'after' },
];
const rows: Fault[] = [{ table: 'members' }, { table: 'activities' }];

describe.each(chooseByForm(full, short))(
  'UP8 on $kind with the $storage through $face',
  ({ kind, storage, face }) => {
    let opened: OpenedStorage;
    let fault: Fault | undefined;
    const site = useSite({
      on: kind,
      parts: async () => {
        opened = await openStorage(storage);
        return {
          storage: breaking(opened.storage, () => fault),
          renderPage: async () => ({ status: 404, head: '', html: '', data: null }),
        };
      },
    });
    beforeEach(async () => {
      fault = undefined;
      for await (const { key } of opened.storage.list()) await opened.storage.remove(key);
    });
    afterAll(() => opened.close());

    const act = (name: string, input: object) =>
      callProcedure(site, face, 'admin', `team.${name}`, { ...input });
    const stored = async () => (await site.as('admin').team.list.query({})).team;
    const isThere = async (path: string) => (await site.app.inject(`/${path}`)).statusCode === 200;

    /** Runs an operation while a part is broken, and repairs the part afterwards. */
    async function broken(at: Fault, name: string, input: object) {
      const { database } = site;
      const rename = (from: string, to: string) =>
        database.fork().getConnection().execute(`alter table ${from} rename to ${to}`);
      fault = at;
      if ('table' in at) await rename(at.table, 'away');
      const answer = await act(name, input);
      if ('table' in at) await rename('away', at.table);
      fault = undefined;
      return answer;
    }

    /** Checks after the sweep that no file is without a row and no row without a file, and that only the given pictures exist. */
    async function expectWhole(...paths: string[]) {
      await sweepTwice(site.work());
      expect(await findFileDisagreements(site.work(), inAMinute())).toEqual({
        rowsWithoutFile: [],
        filesWithoutRow: [],
        unknown: [],
      });
      expect(await site.servedPictures()).toEqual(paths);
      expect((await stored()).flatMap(({ image }) => image ?? [])).toEqual(paths);
      for (const path of paths) expect(await isThere(path)).toBe(true);
      expect((await site.files()).quarantine).toEqual([]);
    }

    const named = (fault: Fault) =>
      'table' in fault
        ? `the table ${fault.table} is away`
        : `the storage breaks ${fault.when} "${fault.part}"`;
    const told = (faults: Fault[]) => faults.map((at) => ({ at, what: named(at) }));

    test.each(told([...inStorage('keep'), { table: 'pictures' }, ...rows]))(
      'create, when $what',
      async ({ at }) => {
        const answer = await broken(at, 'create', { ...member, image: await picture() });
        expect(answer.status).toBeGreaterThanOrEqual(500);
        expect(await stored()).toEqual([]);
        await expectWhole();
      },
    );

    test.each(told([...inStorage('keep'), { table: 'pictures' }, ...rows]))(
      'replace, when $what, leaves the old one',
      async ({ at }) => {
        const { body } = await act('create', { ...member, image: await picture() });
        const { id, image } = body.member;
        const other = { ...member, id, name: 'B', image: await picture({ width: 30, height: 30 }) };
        expect((await broken(at, 'update', other)).status).toBeGreaterThanOrEqual(500);
        expect(await isThere(image)).toBe(true);
        expect(await stored()).toMatchObject([{ name: 'A', image }]);
        await expectWhole(image);
      },
    );

    test.each(told(inStorage('remove')))('replace, when $what, is done', async ({ at }) => {
      const { body } = await act('create', { ...member, image: await picture() });
      const { id } = body.member;
      const other = { ...member, id, image: await picture({ width: 30, height: 30 }) };
      const answer = await broken(at, 'update', other);
      expect(answer.status).toBe(200);
      await expectWhole(answer.body.member.image);
    });

    test.each(['removePhoto', 'remove'])(
      '%s, when its row cannot be stored, leaves the picture',
      async (name) => {
        const { body } = await act('create', { ...member, image: await picture() });
        const { id, image } = body.member;
        for (const at of rows) {
          expect((await broken(at, name, { id })).status, named(at)).toBeGreaterThanOrEqual(500);
          await expectWhole(image);
        }
      },
    );

    test.each(['removePhoto', 'remove'])('%s, when the storage breaks, is done', async (name) => {
      for (const at of inStorage('remove')) {
        const { body } = await act('create', { ...member, image: await picture() });
        expect((await broken(at, name, { id: body.member.id })).status, named(at)).toBe(200);
        await expectWhole();
      }
    });

    test('create, when nothing works any more after the file is stored, leaves what the sweeper finds', async () => {
      const em = site.database.fork();
      await em.getConnection().execute('alter table activities rename to away');
      const answer = await broken({ part: 'remove', when: 'before' }, 'create', {
        ...member,
        image: await picture(),
      });
      await em.getConnection().execute('alter table away rename to activities');
      expect(answer.status).toBeGreaterThanOrEqual(500);
      expect(await site.storedPictures()).toHaveLength(1);
      await expectWhole();
      expect(await site.storedPictures()).toEqual([]);
    });
  },
);

/** Returns a storage that fails on demand. */
function breaking(storage: Storage, fault: () => Fault | undefined): Storage {
  const around =
    <A extends unknown[]>(part: 'keep' | 'remove', act: (...parameters: A) => Promise<void>) =>
    async (...parameters: A) => {
      const at = fault();
      const when = at && 'part' in at && at.part === part ? at.when : undefined;
      if (when === 'before') throw new Error('broken');
      await act(...parameters);
      if (when === 'after') throw new Error('broken');
    };
  return { ...storage, put: around('keep', storage.put), remove: around('remove', storage.remove) };
}
