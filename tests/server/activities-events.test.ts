import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Activity } from '../../src/log/activity.entity.ts';
import { type ActivityType, activityTypes } from '../../src/shared/enumerations.ts';
import { stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { testedApiKinds } from '../support/api-calls.ts';
import { type LoggedModule, loggedModules } from '../support/log-items.ts';
import { testedModules } from '../support/samples.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

const tried = loggedModules.filter(({ module }) => testedModules.some(({ log }) => log === module));

let count = 0;
/** A verified entry: the description is the server's own sentence, the caller's text is the note. */
function ours(type: ActivityType, name: string) {
  const verb = { create: 'Created', update: 'Updated', delete: 'Deleted' }[type];
  return {
    verified: true,
    description: expect.stringMatching(new RegExp(`^${verb} .+ "${name}"$`)),
    note: `Somebody: ${type} ${name}`,
  };
}

function newName(): string {
  count += 1;
  return `Item ${count}`;
}

describe.each(databaseKinds)('one change is one entry, on %s', (kind) => {
  const clock = stoppedClock();
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind, { clock: clock.now });
  });
  afterAll(() => site.close());

  /** One item of a module, the changes of it, and its entries in the log. */
  async function stage(logged: LoggedModule, type: ActivityType, face: 'rest' | 'trpc' = 'rest') {
    const { module, role, idKey, nameKey, titleKey } = logged;
    const rest = site.rest(role);
    const name = newName();
    let id = type === 'create' ? undefined : await logged.create(rest, name);
    const change = async () => {
      if (type === 'create') id = await logged.create(rest, name);
      else if (type === 'update') expect(await logged.update(rest, id!, name)).toBe(200);
      else expect(await logged.remove(rest, id!)).toBe(200);
    };
    const post = async (more: object = {}) => {
      const metadata = { [nameKey]: name, ...(id && { [idKey]: id }), ...more };
      const body = { type, module, description: `Somebody: ${type} ${name}`, metadata };
      if (face === 'trpc') {
        const { activity } = await site.as(role).activities.record.mutate(body);
        return { status: undefined, activity };
      }
      const answer = await rest.post('/api/admin/activities', body);
      return { status: answer.status, activity: answer.body.activity };
    };
    const entries = async () => {
      const { body } = await rest.get(`/api/admin/activities?type=${type}&module=${module}`);
      const isOurs = ({ metadata }: Activity) => [metadata[nameKey], metadata[titleKey]].includes(name);
      return body.activities.filter(isOurs);
    };
    return { change, post, entries, idOf: () => id, idKey, name };
  }

  describe.each(tried)('$module', (logged) => {
    describe.each(activityTypes)('%s', (type) => {
      test('AD1 without a post of the caller: our words, verified', async () => {
        const { change, entries, idOf, idKey, name } = await stage(logged, type);
        await change();
        const found = await entries();
        expect(found).toMatchObject([{ verified: true, type, module: logged.module }]);
        expect(found[0].description).toMatch(new RegExp(`^(Created|Updated|Deleted) .+ "${name}"$`));
        expect(found[0].metadata[idKey]).toBe(idOf());
        expect(found[0]).not.toHaveProperty('note');
        expect(found[0].user_email).toBe(`${logged.role}@example.com`);
      });

      test.each(testedApiKinds)('post before the change, by %s', async (face) => {
        const { change, post, entries, name, idKey, idOf } = await stage(logged, type, face);
        const told = await post({ colour: 'red' });
        const words = `Somebody: ${type} ${name}`;
        expect(told.activity).toMatchObject({ verified: false, description: words, note: words });
        if (face === 'rest') expect(told.status).toBe(201);
        await change();
        expect(await entries()).toMatchObject([{ id: told.activity.id, ...ours(type, name) }]);
        expect((await entries())[0].metadata).toMatchObject({ [idKey]: idOf() });
        expect((await entries())[0].metadata).not.toHaveProperty('colour');
      });

      test.each(testedApiKinds)('post after the change, by %s', async (face) => {
        const { change, post, entries, name } = await stage(logged, type, face);
        await change();
        const [entry] = await entries();
        const told = await post();
        if (face === 'rest') expect(told.status).toBe(200);
        expect(told.activity).toMatchObject({ id: entry.id, verified: true });
        expect(await entries()).toMatchObject([ours(type, name)]);
      });

      test('post only: it stays, unconfirmed', async () => {
        const { post, entries } = await stage(logged, type);
        expect((await post()).status).toBe(201);
        expect(await entries()).toMatchObject([{ verified: false }]);
      });

      test('AD1 post and change at the same moment', async () => {
        for (let tries = 0; tries < 5; tries += 1) {
          const { post, change, entries, name } = await stage(logged, type);
          await Promise.all(tries % 2 ? [post(), change()] : [change(), post()]);
          expect(await entries()).toMatchObject([ours(type, name)]);
        }
      });
    });

    test.each(['create', 'update'] as const)(
      'two changes within a minute are two entries: %s',
      async (type) => {
        const one = await stage(logged, type);
        await one.change();
        await one.change();
        expect(await one.entries()).toMatchObject([{ verified: true }, { verified: true }]);

        const before = await stage(logged, type);
        await before.post();
        await before.change();
        await before.change();
        expect(await before.entries()).toMatchObject([{ verified: true }, { verified: true }]);

        const each = await stage(logged, type);
        for (const _ of [1, 2]) {
          await each.change();
          expect((await each.post()).status).toBe(200);
        }
        const words = ours(type, each.name);
        expect(await each.entries()).toMatchObject([words, words]);
        // Both changes have their entries. A third call describes something else.
        expect((await each.post()).status).toBe(201);
      },
    );
  });

  test.each([
    [60_000, 1],
    [60_001, 2],
  ])('a post %i ms before the change: %i entries', async (age, entries) => {
    const scene = await stage(loggedModules[0]!, 'update');
    const { activity } = await scene.post();
    const moment = new Date(clock.now().getTime() - age);
    await site.database.fork().nativeUpdate(Activity, { id: activity.id }, { created_at: moment });
    await scene.change();
    expect(await scene.entries()).toHaveLength(entries);
  });

  test("another person's post, another item's and one without an item are none of this change", async () => {
    const scene = await stage(loggedModules[0]!, 'update');
    await scene.change();
    const { type, module } = { type: 'update', module: 'blog' };
    const told = {
      type,
      module,
      description: 'Told',
      metadata: { post_id: scene.idOf(), title: scene.name },
    };
    const admin = site.rest('admin');
    expect((await admin.post('/api/admin/activities', told)).status).toBe(201);
    for (const metadata of [{ post_id: 2_000_000_000 }, { title: scene.name }, { post_id: 2 ** 40 }, {}]) {
      const answer = await site
        .rest('content_moderator')
        .post('/api/admin/activities', { ...told, metadata });
      expect(answer, JSON.stringify(metadata)).toMatchObject({
        status: 201,
        body: { activity: { verified: false } },
      });
    }
  });

  test('an update stores what it changed; other entries do not', async () => {
    const rest = site.rest('content_moderator');
    const { idOf, post, change } = await stage(loggedModules[0]!, 'update');
    await post();
    await change();
    await loggedModules[0]!.update(rest, idOf()!, 'Another name');
    const { body } = await rest.get('/api/admin/activities?module=blog&per_page=3');
    expect(body.activities[0].changes).toMatchObject({
      title: { old: expect.any(String), new: 'Another name' },
    });
    expect(Object.keys(body.activities[1].changes)).toEqual(['excerpt']);
    expect(body.activities[2]).not.toHaveProperty('changes');
  });

  test('AD4 a delete that fails leaves no entry that claims it', async () => {
    const rest = site.rest('content_moderator');
    const told = {
      type: 'delete',
      module: 'blog',
      description: 'Gone',
      metadata: { post_id: 1_999_999_999 },
    };
    await rest.post('/api/admin/activities', told);
    expect((await rest.delete('/api/admin/blog-posts/1999999999')).status).toBe(404);
    const { body } = await rest.get('/api/admin/activities?search=gone');
    expect(body.activities).toMatchObject([{ verified: false, description: 'Gone' }]);
  });
});

describe.each(databaseKinds)('a change whose entry cannot be written does not happen, on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
  });
  afterAll(() => site.close());

  test.each(tried)('$module', async (logged) => {
    const rest = site.rest(logged.role);
    const connection = site.database.orm.em.getConnection();
    await connection.execute('delete from activities');
    const id = await logged.create(rest, 'The first');
    // From now on no second entry can be verified.
    await connection.execute('create unique index only_one on activities (is_verified)');
    try {
      const told = {
        type: 'delete',
        module: logged.module,
        description: 'Gone',
        metadata: { [logged.idKey]: id },
      };
      expect((await rest.post('/api/admin/activities', told)).status).toBe(201);
      expect(await logged.create(rest, 'The second')).toBeUndefined();
      expect(await logged.update(rest, id, 'The renamed')).toBe(500);
      expect(await logged.remove(rest, id)).toBe(500);
    } finally {
      await connection.execute('drop index only_one');
    }
    const { body } = await rest.get('/api/admin/activities');
    expect(body.activities).toMatchObject([
      { type: 'delete', verified: false },
      { type: 'create', verified: true },
    ]);
    // The item still exists under its first name and can be deleted now.
    expect(await logged.remove(rest, id)).toBe(200);
    const [entry] = (await rest.get('/api/admin/activities')).body.activities;
    expect(entry).toMatchObject({ verified: true, metadata: { [logged.titleKey]: 'The first' } });
  });
});
