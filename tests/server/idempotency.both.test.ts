// On both databases: keys that several callers claim at once.
import type { EntityClass } from '@mikro-orm/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { listProcedureAccess } from '../../src/commands/access-matrix.ts';
import { deleteExpiredResponses, StoredResponse } from '../../src/idempotency/idempotency.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { Job } from '../../src/modules/jobs/jobs.module.ts';
import { Project } from '../../src/modules/portfolio/portfolio.module.ts';
import { Member } from '../../src/modules/team/team.module.ts';
import { User } from '../../src/modules/users/user.ts';
import { expandApiDocument } from '../support/api-document.ts';
import { hour, stoppedClock } from '../support/clock.ts';
import { type DatabaseKind, databaseKinds } from '../support/database.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { callProcedure, type ApiKind, testedApiKinds } from '../support/api-calls.ts';
import { picture } from '../support/pictures.ts';
import { cheapPasswords } from '../support/passwords.ts';
import type { Caller } from '../support/test-app.ts';
import { readEffects } from '../support/stored-effects.ts';
import { useSite } from '../support/use-site.ts';

type Input = Record<string, unknown>;

const post = { title: 'T', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
const job = {
  title: 'Engineer',
  description: 'D',
  type: 'Full-time',
  location: 'London',
  department: 'IT',
  requirements: ['Patience'],
  responsibilities: ['Build'],
};
const creates: [name: string, input: Input, entity: EntityClass<{ id: number }>][] = [
  ['blog.create', post, Post],
  [
    'team.create',
    {
      name: 'Ada',
      role: 'Senior Developer',
      description: 'D',
      section: 'development',
      expertise: ['Engines'],
    },
    Member,
  ],
  ['jobs.create', job, Job],
  [
    'portfolio.create',
    { title: 'P', category: 'IT Support', description: 'D', client: 'C', technologies: ['VLAN'] },
    Project,
  ],
  [
    'users.create',
    { name: 'Ada', email: 'ada@example.com', role: 'hr', password: 'quiet lamps at noon 7' },
    User,
  ],
];

/** Every create claims its key by one function. In the short form that of posts and of users. */
const tried = creates.filter(([name]) => !isShortForm || ['blog.create', 'users.create'].includes(name));

function useKeys(kind: DatabaseKind) {
  const clock = stoppedClock();
  const site = useSite({ on: kind, clock, parts: { passwords: cheapPasswords() } });
  beforeEach(async () => {
    // The users are created before rows are counted.
    for (const role of ['admin', 'content_moderator'] as const) await site.openSession(role);
  });
  const send = (face: ApiKind, name: string, input: Input, key: string, caller: Caller = 'admin') =>
    callProcedure(site, face, caller, name, input, { 'idempotency-key': key });
  const count = (entity: EntityClass<object>) => site.database.fork().count(entity);
  return { clock, site, send, count };
}

describe.each(databaseKinds)('a key that is claimed on %s', (kind) => {
  const { site, send, count } = useKeys(kind);

  describe.each(testedApiKinds)('through %s', (face) => {
    test.each(creates)('DU9 %s ten times at once creates one row', async (name, input, entity) => {
      const before = await count(entity);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => send(face, name, input, 'ten-at-once')),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]!.status).toBe(face === 'rest' ? 201 : 200);
      expect((await count(entity)) - before).toBe(1);
    });

    test('DU9 ten concurrent uploads of one picture leave one file', async () => {
      const input = { ...post, featured_image: await picture({ width: 50, height: 50 }) };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => send(face, 'blog.create', input, 'ten-at-once')),
      );
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      const { files, rows, entries } = await readEffects(site, Post);
      expect({ rows, entries }).toEqual({ rows: 1, entries: 1 });
      expect(files).toEqual({ uploads: [expect.any(String)], quarantine: [] });
    });
  });

  test('a create that fails half-way releases its key', async () => {
    const connection = site.database.fork().getConnection();
    await connection.execute(`alter table activities rename to activities_away`);
    expect((await send('rest', 'jobs.create', job, 'the-same-key')).status).toBe(500);
    await connection.execute(`alter table activities_away rename to activities`);
    expect(await count(StoredResponse)).toBe(0);
    expect((await send('rest', 'jobs.create', job, 'the-same-key')).status).toBe(201);
    expect(await count(Job)).toBe(1);
  });
});

// These are not about locks, so `npm test` tries them on one database.
describe.each(chooseByForm<readonly DatabaseKind[]>(databaseKinds, ['sqlite']))(
  'a create with a key on %s',
  (kind) => {
    const { clock, site, send, count } = useKeys(kind);

    describe.each(testedApiKinds)('through %s', (face) => {
      test.each(tried)(
        '%s gives the first answer again and stores nothing more',
        async (name, input, entity) => {
          const first = await send(face, name, input, 'the-same-key');
          expect(first.status).toBe(face === 'rest' ? 201 : 200);
          const before = await readEffects(site, entity);
          expect(await send(face, name, input, 'the-same-key')).toEqual(first);
          expect(await readEffects(site, entity)).toEqual(before);
        },
      );

      test.each(tried)(
        '%s refuses the key with another body, and leaves no trace',
        async (name, input, entity) => {
          await send(face, name, input, 'the-same-key');
          const before = await readEffects(site, entity);
          const other = { ...input, ...('name' in input ? { name: 'Other' } : { title: 'Other' }) };
          expect(await send(face, name, other, 'the-same-key')).toMatchObject({
            status: 422,
            body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
          });
          expect(await readEffects(site, entity)).toEqual(before);
        },
      );

      test('a key that is too short or too long is a 422 under its name', async () => {
        for (const key of ['1234567', ' 1234567 ', 'k'.repeat(129)]) {
          expect(await send(face, 'jobs.create', job, key), key).toMatchObject({
            status: 422,
            body: { errors: { 'Idempotency-Key': ['Idempotency-Key must have 8 to 128 characters'] } },
          });
        }
        expect(await count(Job)).toBe(0);
        for (const key of ['12345678', 'k'.repeat(128)]) await send(face, 'jobs.create', job, key);
        expect(await count(Job)).toBe(2);
      });

      test('DU9 the response stays the first one, even if the row has been changed or deleted since', async () => {
        const first = await send(face, 'jobs.create', job, 'the-same-key');
        const { id } = first.body;
        await callProcedure(site, face, 'admin', 'jobs.update', { ...job, id, title: 'Changed' });
        expect(await send(face, 'jobs.create', job, 'the-same-key')).toEqual(first);
        await callProcedure(site, face, 'admin', 'jobs.remove', { id });
        expect(await send(face, 'jobs.create', job, 'the-same-key')).toEqual(first);
        expect(await count(Job)).toBe(0);
      });

      test('a repeated picture is stored once, and another picture is another body', async () => {
        const input = {
          ...post,
          image_alt: 'A wall',
          featured_image: await picture({ width: 700, height: 500 }),
        };
        const first = await send(face, 'blog.create', input, 'the-same-key');
        expect(first.body.post).toMatchObject({ picture: { width: 700, alt: 'A wall' } });
        await site.makeSizes();
        const before = await readEffects(site, Post);
        expect(await send(face, 'blog.create', input, 'the-same-key')).toEqual(first);
        const other = { ...input, featured_image: await picture({ width: 701, height: 500 }) };
        expect((await send(face, 'blog.create', other, 'the-same-key')).status).toBe(422);
        expect(await readEffects(site, Post)).toEqual(before);
        expect(before.files.quarantine).toEqual([]);
      });
    });

    test.skipIf(isShortForm)('every create for staff documents the idempotency header', async () => {
      const body = expandApiDocument((await site.rest('anonymous').get('/api/openapi.json')).body);
      for (const [name] of creates) {
        const path = listProcedureAccess()
          .find((entry) => entry.name === name)!
          .rest!.replace('POST /api', '');
        expect(body.paths[path].post.parameters, name).toContainEqual(
          expect.objectContaining({
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string', minLength: 8, maxLength: 128 },
          }),
        );
      }
    });

    test('each user has their own keys, which REST and tRPC share', async () => {
      const first = await send('rest', 'blog.create', post, 'the-same-key');
      const others = await send('rest', 'blog.create', post, 'the-same-key', 'content_moderator');
      expect(others.status).toBe(201);
      expect(others.body.id).not.toBe(first.body.id);
      expect((await send('trpc', 'blog.create', post, 'the-same-key')).body).toEqual(first.body);
      expect(await count(Post)).toBe(2);
    });

    test('a key means one operation', async () => {
      await send('rest', 'blog.create', post, 'the-same-key');
      expect((await send('rest', 'jobs.create', job, 'the-same-key')).status).toBe(422);
    });

    test('a refused create leaves its key free', async () => {
      expect((await send('rest', 'jobs.create', { ...job, title: '' }, 'the-same-key')).status).toBe(422);
      expect((await send('rest', 'jobs.create', job, 'the-same-key')).status).toBe(201);
      const person = creates.at(-1)![1];
      const taken = { ...person, email: 'admin@example.com' };
      expect((await send('rest', 'users.create', taken, 'another-key')).status).toBe(422);
      expect((await send('rest', 'users.create', person, 'another-key')).status).toBe(201);
    });

    test('a key counts for 24 hours, and is forgotten then', async () => {
      const { body } = await send('rest', 'jobs.create', job, 'the-same-key');
      const forget = () => deleteExpiredResponses({ em: site.database.fork(), now: clock.now() });
      clock.forward(24 * hour - 1);
      await forget();
      const token = await site.openSession('admin');
      const again = () =>
        site.rest('anonymous').post('/api/admin/jobs', job, {
          authorization: `Bearer ${token}`,
          'idempotency-key': 'the-same-key',
        });
      expect((await again()).body.id).toBe(body.id);
      clock.forward(1);
      // The key can be used again although expired keys have not been removed yet.
      expect((await again()).body.id).not.toBe(body.id);
      expect(await count(Job)).toBe(2);
      clock.forward(24 * hour);
      await forget();
      expect(await count(StoredResponse)).toBe(0);
    });

    test('neither the key nor what was sent can be read from the database', async () => {
      const [name, input] = creates.at(-1)!;
      await send('rest', name, input, 'the-same-key');
      const rows = JSON.stringify(await site.database.fork().find(StoredResponse, {}));
      expect(rows).not.toContain('the-same-key');
      expect(rows).not.toContain(input.password);
    });

    test('a batch of several changes with a key is refused, and none of them is made', async () => {
      const headers = { 'idempotency-key': 'the-same-key' };
      const answer = await site
        .rest('admin')
        .post('/trpc/jobs.create,jobs.create?batch=1', { 0: job, 1: job }, headers);
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { 'Idempotency-Key': [expect.any(String)] } },
      });
      expect(await count(Job)).toBe(0);
      const lone = await site.rest('admin').post('/trpc/jobs.create?batch=1', { 0: job }, headers);
      expect(lone.status).toBe(200);
      expect((await send('trpc', 'jobs.create', job, 'the-same-key')).body).toEqual(lone.body[0].result.data);
    });
  },
);
