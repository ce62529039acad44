import type { EntityClass } from '@mikro-orm/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { Project } from '../../src/modules/portfolio/portfolio.module.ts';
import { SecurityEvent } from '../../src/modules/security/security-event.entity.ts';
import { Member } from '../../src/modules/team/team.module.ts';
import { emptyTrash } from '../../src/modules/trash/trash.service.ts';
import { TrashItem } from '../../src/modules/trash/trash-item.entity.ts';
import type { ActivityModule } from '../../src/shared/facts.ts';
import { type Clock, day, minute, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { call, type Face, faces } from '../support/faces.ts';
import { type Caller, type TestApp, testApp } from '../support/test-app.ts';
import { entriesOf } from '../support/traces.ts';

type Input = Record<string, unknown>;
interface Kind {
  name: 'blog' | 'team' | 'jobs' | 'portfolio';
  module: ActivityModule;
  entity: EntityClass<{ id: number }>;
  input: Input;
  title: string;
  noun: string;
  /** A role that may change other modules only. */
  stranger: Caller;
}

const kinds: Kind[] = [
  {
    ...{ name: 'blog', module: 'blog', entity: Post, title: 'Ünlösbar', noun: 'blog post', stranger: 'hr' },
    input: {
      ...{ title: 'Ünlösbar', excerpt: 'E', content: '<p>“C” <strong>&amp;</strong> more</p>' },
      ...{ category: 'Innovation', tags: ['one', 'zwei'], is_published: true },
    },
  },
  {
    ...{ name: 'team', module: 'team', entity: Member, title: 'Ada', noun: 'team member', stranger: 'hr' },
    input: {
      ...{ name: 'Ada', role: 'Senior Developer', description: 'D', section: 'development' },
      expertise: ['Engines', 'Looms'],
    },
  },
  {
    ...{ name: 'jobs', module: 'job', entity: Job, title: 'Engineer', noun: 'job posting' },
    stranger: 'content_moderator',
    input: {
      ...{ title: 'Engineer', description: 'D', type: 'Contract', location: 'London', department: 'IT' },
      ...{ requirements: ['Patience'], responsibilities: ['Build'], is_internship: true },
      ...{ duration: '4 months', is_active: true, application_link: 'https://example.com/apply' },
    },
  },
  {
    ...{ name: 'portfolio', module: 'portfolio', entity: Project, title: 'P' },
    ...{ noun: 'portfolio project', stranger: 'hr' },
    input: {
      ...{ title: 'P', category: 'IT Support', description: 'D', client: 'C', technologies: ['VLAN'] },
      image: 'https://example.com/elsewhere.png',
    },
  },
];

describe.each(databaseKinds)('the trash on %s', (kind) => {
  let site: TestApp;
  let clock: Clock;
  beforeEach(async () => {
    clock = stoppedClock();
    site = await testApp(kind, { clock: clock.now });
  });
  afterEach(() => site.close());
  const act = (face: Face, name: string, input: Input = {}, caller: Caller = 'admin') =>
    call(site, face, caller, name, input);
  const rowsOf = (entity: EntityClass<{ id: number }>) => site.database.fork().find(entity, {});
  const empty = () => emptyTrash({ ...site.work(), now: clock.now() });

  describe.each(faces)('through %s', (face) => {
    describe.each(kinds)('of $name', ({ name, module, entity, input, title, noun, stranger }) => {
      const create = async () => (await act(face, `${name}.create`, input)).body.id as number;
      const trash = async (query: Input = {}) => (await act(face, `trash.${name}.list`, query)).body;

      test('AD8 keeps what was deleted, and gives it back as it was', async () => {
        const id = await create();
        await act(face, `${name}.update`, { ...input, id });
        const list = await act(face, `${name}.list`);
        const published = await act(face, `${name}.${name === 'jobs' ? 'open' : 'published'}`);
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
          items: [{ id, title, deleted_at, deleted_by: 'The admin', kept_until }],
          meta: { total: 1, page: 1, per_page: 1000 },
        });

        clock.forward(minute);
        expect(await act(face, `trash.${name}.restore`, { id })).toEqual({
          status: 200,
          body: { success: true },
        });
        expect(await rowsOf(entity)).toEqual([row]);
        expect(await act(face, `${name}.list`)).toEqual(list);
        expect(await act(face, `${name}.${name === 'jobs' ? 'open' : 'published'}`)).toEqual(published);
        expect((await trash()).items).toEqual([]);
        expect((await act(face, `${name}.list`, { search: title.toLowerCase() })).body.meta.total).toBe(1);
      });

      test('AD8 notes a delete, and a restore as one update', async () => {
        const id = await create();
        await act(face, `${name}.remove`, { id });
        await act(face, `trash.${name}.restore`, { id });
        const entries = await entriesOf(site, module, id);
        expect(entries.map(({ type, description, is_verified }) => [type, description, is_verified])).toEqual(
          [
            ['create', `Created ${noun} "${title}"`, true],
            ['delete', `Deleted ${noun} "${title}"`, true],
            ['update', `Restored ${noun} "${title}"`, true],
          ],
        );
      });

      test('a restored row is edited on by who still has its form open', async () => {
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
        const [moved] = Object.keys(input);
        const words = name === 'team' ? { name: 'Grace' } : { title: 'Moved on' };
        expect((await act(face, `${name}.update`, { ...input, ...words, id })).status).toBe(200);
        const rows = await rowsOf(entity);
        expect(await act(face, `trash.${name}.restore`, { id })).toMatchObject({
          status: 409,
          body: { current: { id, [moved!]: Object.values(words)[0] } },
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

      test('a number that lies in the trash is not given again', async () => {
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
    });

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
    expect(await em.count(TrashItem)).toBe(4);
    expect((await (await openAgain())('/api/admin/jobs/1/restore')).status).toBe(200);
    clock.forward(1);
    // Over although nobody has tidied up yet.
    expect((await (await openAgain())('/api/admin/team/1/restore')).status).toBe(404);
    expect(await em.count(TrashItem)).toBe(3);
    await empty();
    expect(await em.count(TrashItem)).toBe(0);
    expect(await em.count(Job)).toBe(1);
  });

  test('a delete or a restore that can not be noted leaves all as it was', async () => {
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

  test('two deletes at once throw one row away', async () => {
    const [{ input }] = kinds as [Kind];
    const { id } = (await act('rest', 'blog.create', input)).body;
    const both = await Promise.all([1, 2].map(() => act('rest', 'blog.remove', { id })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await site.database.fork().count(TrashItem)).toBe(1);
  });

  test('a save and a delete at once: what the trash gives back is the last that was saved', async () => {
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
