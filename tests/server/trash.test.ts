import type { EntityClass } from '@mikro-orm/core';
import { describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { SecurityEvent } from '../../src/modules/security-log/security-event.ts';
import { deleteExpiredTrash, TrashItem } from '../../src/content/trash/trash.ts';
import type { ModuleName } from '../../src/shared/module-facts.ts';
import { day, minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, type ApiKind, testedApiKinds, listPublicReads } from '../support/api-calls.ts';
import { sampledModules, testedModules } from '../support/samples.ts';
import type { Caller } from '../support/test-app.ts';
import { entriesOf } from '../support/stored-effects.ts';
import { useSite } from '../support/use-site.ts';

type Input = Record<string, unknown>;
/** Values that a restore could change, or a search miss. */
const special: Partial<Record<ModuleName, Input>> = {
  blog: { title: 'Ünlösbar', content: '<p>“C” <strong>&amp;</strong> more</p>' },
  jobs: { duration: '4 months' },
  portfolio: { image: 'https://example.com/elsewhere.png' },
};

const kinds = sampledModules.map(({ name, log, sample, title, ...facts }) => {
  const input: Input = { ...sample(), ...special[name] };
  return { ...facts, name, module: log, input, titleKey: title, title: String(input[title]) };
});
type Kind = (typeof kinds)[number];

describe.each(databaseKinds)('the trash on %s', (kind) => {
  const clock = stoppedClock();
  const site = useSite({ on: kind, clock });
  const act = (face: ApiKind, name: string, input: Input = {}, caller: Caller = 'admin') =>
    callProcedure(site, face, caller, name, input);
  const rowsOf = (entity: EntityClass<{ id: number }>) => site.database.fork().find(entity, {});
  const empty = () => deleteExpiredTrash({ ...site.work(), now: clock.now() });

  describe.each(testedApiKinds)('through %s', (face) => {
    describe.each(kinds)(
      'of $name',
      ({ name, module, entity, input, title, titleKey, noun, stranger, columns }) => {
        const create = async () => (await act(face, `${name}.create`, input)).body.id as number;
        const readsOf = (id: number) =>
          Promise.all(listPublicReads(name).map((read) => act(face, read, { id, slug })));
        const slug = 'a-slug';
        const trash = async (query: Input = {}) => (await act(face, `trash.${name}.list`, query)).body;

        test('AD8 stores a deleted row, and restores it unchanged but for the time of its change', async () => {
          const id = await create();
          await act(face, `${name}.update`, { ...input, id, ...('slug' in columns && { slug }) });
          const list = await act(face, `${name}.list`);
          const published = await readsOf(id);
          const [row] = await rowsOf(entity);
          clock.forward(minute);

          expect(await act(face, `${name}.remove`, { id })).toEqual({ status: 200, body: { success: true } });
          expect(await rowsOf(entity)).toEqual([]);
          expect((await act(face, `${name}.list`)).body).toMatchObject({
            meta: { total: 0 },
            stats: { total: 0 },
          });
          const deleted_at = clock.now().toISOString();
          const kept_until = new Date(clock.now().getTime() + 30 * day).toISOString();
          expect(await trash()).toEqual({
            items: [{ id, title, deleted_at, deleted_by: 'The admin', kept_until, picture: null }],
            meta: { total: 1, page: 1, per_page: 1000 },
          });

          clock.forward(minute);
          expect(await act(face, `trash.${name}.restore`, { id })).toEqual({
            status: 200,
            body: { success: true },
          });
          // Programs that ask for what has changed see that it is there again.
          expect(await rowsOf(entity)).toEqual([{ ...row, updated_at: clock.now() }]);
          const differing = ['updated_at', 'request_id'];
          const timeless = (answer: unknown) =>
            JSON.stringify(answer, (key, value) => (differing.includes(key) ? undefined : value));
          expect(timeless(await act(face, `${name}.list`))).toBe(timeless(list));
          expect(timeless(await readsOf(id))).toBe(timeless(published));
          expect((await trash()).items).toEqual([]);
          expect((await act(face, `${name}.list`, { search: title.toLowerCase() })).body.meta.total).toBe(1);
        });

        if (!testedModules.some((one) => one.name === name)) return;

        test('AD8 notes a delete, and a restore as one update', async () => {
          const id = await create();
          await act(face, `${name}.remove`, { id });
          await act(face, `trash.${name}.restore`, { id });
          const entries = await entriesOf(site, module, id);
          expect(
            entries.map(({ type, description, is_verified }) => [type, description, is_verified]),
          ).toEqual([
            ['create', `Created ${noun} "${title}"`, true],
            ['delete', `Deleted ${noun} "${title}"`, true],
            ['update', `Restored ${noun} "${title}"`, true],
          ]);
        });

        test('a restored row can be saved from a form that was open before', async () => {
          const id = await create();
          const [{ version }] = (await rowsOf(entity)) as unknown as [{ version: number }];
          await act(face, `${name}.remove`, { id });
          await act(face, `trash.${name}.restore`, { id });
          expect((await act(face, `${name}.update`, { ...input, id, version })).status).toBe(200);
        });

        test('AD8 restoring twice is a 409 with the row, and of what never was a 404', async () => {
          const id = await create();
          await act(face, `${name}.remove`, { id });
          const both = await Promise.all([1, 2].map(() => act(face, `trash.${name}.restore`, { id })));
          expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
          expect(await act(face, `trash.${name}.restore`, { id })).toMatchObject({
            status: 409,
            body: { message: 'This has been restored already.', current: { id } },
          });
          expect((await act(face, `trash.${name}.restore`, { id: id + 1 })).status).toBe(404);
          expect(await entriesOf(site, module, id)).toHaveLength(3);
        });

        test('AD8 what has moved on since it was restored stays as it is: a 409 with the row', async () => {
          const id = await create();
          await act(face, `${name}.remove`, { id });
          await act(face, `trash.${name}.restore`, { id });
          const words = { [titleKey]: 'Moved on' };
          expect((await act(face, `${name}.update`, { ...input, ...words, id })).status).toBe(200);
          const rows = await rowsOf(entity);
          expect(await act(face, `trash.${name}.restore`, { id })).toMatchObject({
            status: 409,
            body: { current: { id, ...words } },
          });
          expect(await rowsOf(entity)).toEqual(rows);
          expect(await entriesOf(site, module, id)).toHaveLength(4);
        });

        test('deletes for good, and a number is never given again', async () => {
          const id = await create();
          await act(face, `${name}.remove`, { id });
          expect((await act(face, `trash.${name}.remove`, { id })).body).toEqual({ success: true });
          for (const again of ['restore', 'remove']) {
            expect((await act(face, `trash.${name}.${again}`, { id })).status, again).toBe(404);
          }
          expect(await create()).toBeGreaterThan(id);
        });

        test('an id in the trash is not used again', async () => {
          const id = await create();
          await act(face, `${name}.remove`, { id });
          const next = await create();
          expect(next).toBeGreaterThan(id);
          await act(face, `trash.${name}.restore`, { id });
          expect((await rowsOf(entity)).map((row) => row.id).toSorted()).toEqual([id, next]);
          expect(await create()).toBeGreaterThan(next);
        });

        test('AD8 is for the roles of its module', async () => {
          const id = await create();
          await act(face, `${name}.remove`, { id });
          for (const caller of ['user', stranger] as const) {
            for (const what of ['list', 'restore', 'remove']) {
              expect((await act(face, `trash.${name}.${what}`, { id }, caller)).status, what).toBe(403);
            }
          }
          expect((await trash()).items).toHaveLength(1);
          await site.settled();
          const denials = await site.database.fork().find(SecurityEvent, { type: 'denied' });
          const calls = denials.map(({ details }) => details.call);
          expect(calls.filter((call) => call === `trash.${name}.restore`)).not.toEqual([]);
        });
      },
    );

    test('pages, newest first, and searches by title', async () => {
      const [blog] = kinds as [Kind];
      const ids: number[] = [];
      for (const title of ['First', 'Second', 'Third 100%']) {
        const { body } = await act(face, 'blog.create', { ...blog.input, title });
        ids.push(body.id);
        clock.forward(minute);
        await act(face, 'blog.remove', { id: body.id });
      }
      const page = (await act(face, 'trash.blog.list', { page: 2, per_page: 2 })).body;
      expect(page).toMatchObject({ items: [{ id: ids[0] }], meta: { total: 3, page: 2, per_page: 2 } });
      expect((await act(face, 'trash.blog.list', { search: '0%' })).body.items).toMatchObject([
        { title: 'Third 100%' },
      ]);
      expect((await act(face, 'trash.blog.list', { page: 0 })).status).toBe(422);
    });
  });

  test('ends after 30 days, by the clock', async () => {
    for (const { name, input } of kinds) {
      const { id } = (await act('rest', `${name}.create`, input)).body;
      await act('rest', `${name}.remove`, { id });
    }
    const openAgain = async () => {
      const token = await site.openSession('admin');
      return (path: string) => site.rest('anonymous').post(path, {}, { authorization: `Bearer ${token}` });
    };
    clock.forward(30 * day - 1);
    await empty();
    const em = site.database.fork();
    expect(await em.count(TrashItem)).toBe(kinds.length);
    expect((await (await openAgain())('/api/admin/jobs/1/restore')).status).toBe(200);
    clock.forward(1);
    // Expired although nothing has removed it yet.
    expect((await (await openAgain())('/api/admin/team/1/restore')).status).toBe(404);
    expect(await em.count(TrashItem)).toBe(kinds.length - 1);
    await empty();
    expect(await em.count(TrashItem)).toBe(0);
    expect(await em.count(Job)).toBe(1);
  });

  test('a deletion or restore that cannot be logged changes nothing', async () => {
    const [{ input }] = kinds as [Kind];
    const { id } = (await act('rest', 'blog.create', input)).body;
    const connection = site.database.fork().getConnection();
    const withoutLog = async (name: string) => {
      await connection.execute(`alter table activities rename to activities_away`);
      const { status } = await act('rest', name, { id });
      await connection.execute(`alter table activities_away rename to activities`);
      return status;
    };
    expect(await withoutLog('blog.remove')).toBe(500);
    expect(await site.database.fork().count(TrashItem)).toBe(0);
    expect(await rowsOf(Post)).toHaveLength(1);
    await act('rest', 'blog.remove', { id });
    expect(await withoutLog('trash.blog.restore')).toBe(500);
    expect(await site.database.fork().count(TrashItem)).toBe(1);
    expect(await rowsOf(Post)).toEqual([]);
  });

  test('two concurrent deletions trash one row', async () => {
    const [{ input }] = kinds as [Kind];
    const { id } = (await act('rest', 'blog.create', input)).body;
    const both = await Promise.all([1, 2].map(() => act('rest', 'blog.remove', { id })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await site.database.fork().count(TrashItem)).toBe(1);
  });

  test('with a concurrent save and deletion, the trash restores the last saved state', async () => {
    const [{ input }] = kinds as [Kind];
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await act('rest', 'blog.create', input)).body;
      const [saved] = await Promise.all([
        act('rest', 'blog.update', { ...input, id, title: 'Saved' }),
        act('rest', 'blog.remove', { id }),
      ]);
      await act('rest', 'trash.blog.restore', { id });
      const { post } = await site.as('admin').blog.one.query({ id });
      expect(post.title).toBe(saved.status === 200 ? 'Saved' : input.title);
    }
  });
});
