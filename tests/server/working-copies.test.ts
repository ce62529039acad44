import { afterEach, describe, expect, test } from 'vitest';
import { User } from '../../src/modules/users/user.ts';
import { sweepAutosaves } from '../../src/modules/autosaves/autosaves.ts';
import { type RestCaller, restCaller, type TrpcCaller, trpcCaller } from '../support/callers.ts';
import { day, stoppedClock } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { createPost, createUser } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

const opening = (number: number) => `opening-${String(number).padStart(4, '0')}`;

describe.each(databaseKinds)('unsaved words on the server, on %s', (kind) => {
  const clock = stoppedClock();
  const site = useSite({ on: kind, clock });

  interface Person {
    user: User;
    api: TrpcCaller;
    rest: RestCaller;
  }
  let people = 0;
  async function person(name: string, role: 'admin' | 'hr' | 'content_moderator' = 'admin'): Promise<Person> {
    people += 1;
    const user = await createUser(site.database.fork(), { role, name, email: `copy${people}@example.com` });
    const headers = { authorization: `Bearer ${await site.openSessionOf(user)}` };
    return {
      user,
      api: trpcCaller(site.app, async () => headers),
      rest: restCaller(site.app, async () => headers),
    };
  }
  const post = async () => (await createPost(site.database.fork(), { title: 'Stored' })).id;
  const typed = (title: string) => ({ draft: { title }, ground: { base: { title: 'Stored' } } });
  const save = ({ api }: Person, item_id: number | null, title = 'Typed', name = opening(1)) =>
    api.workingCopies.blog.save.mutate({ item_id, opening: name, base_version: 1, fields: typed(title) });
  const listed = async ({ api }: Person, item_id: number | null) =>
    (await api.workingCopies.blog.list.query({ item_id })).copies.map(({ fields }) => fields);

  test('are read by their author only, and change nothing that visitors or others see', async () => {
    const [ada, ben, item_id] = [await person('Ada'), await person('Ben'), await post()];
    const logged = async () => (await site.as('admin').activities.list.query({})).meta.total;
    const before = await logged();
    await save(ada, item_id);
    await save(ada, item_id, 'Typed on');
    await save(ada, null, 'New', opening(2));
    expect(await listed(ada, item_id)).toEqual([typed('Typed on')]);
    expect(await listed(ada, null)).toEqual([typed('New')]);
    expect(await listed(ben, item_id)).toEqual([]);
    await save(ben, item_id, 'Of Ben');
    expect(await listed(ada, item_id)).toEqual([typed('Typed on')]);
    expect((await ada.api.blog.one.query({ id: item_id })).post).toMatchObject({
      title: 'Stored',
      version: 1,
    });
    expect((await ada.rest.get(`/api/admin/blog-posts/${item_id}/versions`)).body.versions).toHaveLength(0);
    expect(await logged()).toBe(before);
    expect(await listed(await person('Eve', 'admin'), item_id)).toEqual([]);
    await expect(save(await person('Hal', 'hr'), item_id)).rejects.toMatchObject({
      data: { httpStatus: 403 },
    });
  });

  test('are gone when they are discarded, after a sign-out by choice, and after 30 days', async () => {
    const [ada, item_id] = [await person('Ada'), await post()];
    await save(ada, item_id);
    await ada.api.workingCopies.blog.remove.mutate({ opening: opening(1) });
    expect(await listed(ada, item_id)).toEqual([]);

    await save(ada, item_id);
    const token = await site.openSessionOf(ada.user);
    const rest = restCaller(site.app, async () => ({ authorization: `Bearer ${token}` }));
    expect((await rest.post('/api/admin/logout')).status).toBe(200);
    expect(await listed(ada, item_id)).toEqual([]);

    await save(ada, item_id);
    const later = (days: number) =>
      sweepAutosaves({ ...site.work(), now: new Date(clock.now().getTime() + days * day) });
    await later(29);
    expect(await listed(ada, item_id)).toHaveLength(1);
    await later(31);
    expect(await listed(ada, item_id)).toEqual([]);
  });

  test('stay when the session ends otherwise, and go with the account', async () => {
    const [ada, admin, item_id] = [await person('Ada'), await person('Root'), await post()];
    await save(ada, item_id);
    await site.database
      .fork()
      .getConnection()
      .execute('delete from sessions where user_id = ?', [ada.user.id]);
    const again = { authorization: `Bearer ${await site.openSessionOf(ada.user)}` };
    const back = { ...ada, api: trpcCaller(site.app, async () => again) };
    expect(await listed(back, item_id)).toEqual([typed('Typed')]);
    await admin.rest.delete(`/api/admin/users/${ada.user.id}`);
    const [row] = await site.database
      .fork()
      .getConnection()
      .execute('select count(*) as count from working_copies where user_id = ?', [ada.user.id]);
    expect(Number(row!.count)).toBe(0);
  });

  test('are 1 MB at most, and 20 of a person, of which the oldest goes', async () => {
    const ada = await person('Ada');
    const large = save(ada, null, 'x'.repeat(1024 * 1024), opening(99));
    await expect(large).rejects.toMatchObject({
      data: { httpStatus: 422, errors: { fields: [expect.stringContaining('1 MB')] } },
    });
    const items: number[] = [];
    for (let number = 0; number < 21; number += 1) {
      items.push(await post());
      clock.forward(1000);
      await save(ada, items.at(-1)!, `Copy ${number}`, opening(number));
    }
    expect(await listed(ada, items[0]!)).toEqual([]);
    expect(await listed(ada, items[1]!)).toEqual([typed('Copy 1')]);
    expect(await listed(ada, items[20]!)).toEqual([typed('Copy 20')]);
  });

  describe('who is here', () => {
    const opened: (() => Promise<unknown>)[] = [];
    const close = ({ api }: Person, name: string) => api.presence.blog.close.mutate({ opening: name });
    const open = async (one: Person, item_id: number, name = opening(1)) => {
      const answer = await one.api.presence.blog.open.mutate({ item_id, opening: name });
      opened.push(() => close(one, name));
      return answer;
    };
    // The server keeps open forms in memory, and the next test has people and posts with the same ids.
    afterEach(() => Promise.all(opened.splice(0).map((closeIt) => closeIt())));

    test('a form shows who else has the row open and who has unsaved words in it, but never the words', async () => {
      const [ada, ben, item_id] = [await person('Ada'), await person('Ben'), await post()];
      const [ofAda, ofBen] = [`opening-ada-${item_id}-${people}`, `opening-ben-${item_id}-${people}`];
      expect(await open(ada, item_id, ofAda)).toEqual({ colleagues: [] });
      const seen = async () => (await open(ben, item_id, ofBen)).colleagues;
      await expect.poll(seen).toEqual([{ name: 'Ada', is_here: true, unsaved_since: null }]);
      const since = clock.now().toISOString();
      await save(ada, item_id);
      expect(await seen()).toEqual([{ name: 'Ada', is_here: true, unsaved_since: since }]);
      clock.forward(60_000);
      await save(ada, item_id, 'Typed on');
      expect(await seen()).toEqual([{ name: 'Ada', is_here: true, unsaved_since: since }]);
      await close(ben, ofAda);
      expect((await seen())[0]).toMatchObject({ is_here: true });
      await close(ada, ofAda);
      await expect.poll(seen).toEqual([{ name: 'Ada', is_here: false, unsaved_since: since }]);
      await ada.api.workingCopies.blog.remove.mutate({ opening: opening(1) });
      expect(await seen()).toEqual([]);
      const other = await post();
      expect((await open(ada, other, `${ofAda}-b`)).colleagues).toEqual([]);
    });

    test('nobody is shown who may no longer edit the row', async () => {
      const [ada, ben, item_id] = [await person('Ada'), await person('Ben'), await post()];
      const seen = async () => (await open(ben, item_id, `opening-ben-${item_id}-${people}`)).colleagues;
      const changeRole = (role: User['role']) =>
        site.database.fork().nativeUpdate(User, { id: ada.user.id }, { role });
      await open(ada, item_id, `opening-ada-${item_id}-${people}`);
      await expect.poll(seen).toEqual([{ name: 'Ada', is_here: true, unsaved_since: null }]);
      await changeRole('hr');
      expect(await seen()).toEqual([]);
      await changeRole('admin');
    });

    test('a second tab of the same person is told so, until the first is closed', async () => {
      const [ada, item_id] = [await person('Ada'), await post()];
      const [first, second] = [`tab-one-${item_id}-${people}`, `tab-two-${item_id}-${people}`];
      expect(await open(ada, item_id, first)).toEqual({ colleagues: [] });
      const self = { name: 'Ada', is_here: true, unsaved_since: null, is_self: true };
      const seen = async () => (await open(ada, item_id, second)).colleagues;
      await expect.poll(seen).toEqual([self]);
      await close(ada, first);
      await expect.poll(seen).toEqual([]);
    });

    test('nobody without the grant of the module asks or is told', async () => {
      const [hal, item_id] = [await person('Hal', 'hr'), await post()];
      await expect(open(hal, item_id)).rejects.toMatchObject({ data: { httpStatus: 403 } });
      await expect(close(hal, opening(1))).rejects.toMatchObject({ data: { httpStatus: 403 } });
    });
  });
});
