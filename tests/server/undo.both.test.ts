// On both databases: the query that finds the entry of a version, and the update that marks an entry as undone.
import { describe, expect, test } from 'vitest';
import { callProcedure } from '../support/api-calls.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { randomFrom, seed } from '../support/random.ts';
import type { Caller } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';
import { chooseByForm } from '../support/test-form.ts';

type Input = Record<string, unknown>;
interface Values {
  title: string;
  content: string;
  category: string;
  is_published: boolean;
}
type Field = keyof Values;
const fields: readonly Field[] = ['title', 'content', 'category', 'is_published'];

const post = {
  title: 'First',
  excerpt: 'E',
  content: '<p>First</p>',
  category: 'Technology',
  is_published: true,
  published_at: '2020-01-01T00:00:00.000Z',
};

/** A change in the model. `before` is missing for a row that came into being, `after` for one that went. */
interface Change {
  id: number;
  before?: Values;
  after?: Values;
  versionBefore?: number;
  versionAfter?: number;
  undoes?: Change;
  isUndone: boolean;
}

describe.each(databaseKinds)('undo from the log on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const site = useSite({ on: kind });
  const act = (name: string, input: Input = {}, caller: Caller = 'admin') =>
    callProcedure(site, 'rest', caller, name, input);
  const newest = async () => (await act('activities.list', { per_page: 1 })).body.activities[0];
  const create = async () => (await act('blog.create', post)).body.id as number;
  const stored = async (id: number): Promise<Values> => {
    const { body } = await act('blog.one', { id });
    return Object.fromEntries(fields.map((name) => [name, body.post[name]])) as unknown as Values;
  };
  const addMember = async (name: string, description = 'D') => {
    const member = { name, role: 'HR Manager', description, section: 'leadership', expertise: ['Networks'] };
    expect((await act('team.create', member)).body.errors).toBeUndefined();
    return (await newest()).item_id as number;
  };
  const patch = async (id: number, values: Partial<Values>) => {
    expect((await act('blog.patch', { id, ...values })).status).toBe(200);
    return (await newest()).id as number;
  };

  test('an update, a creation and a deletion are undone, and so is each undo', async () => {
    const id = await create();
    const created = (await newest()).id;
    const edited = await patch(id, { title: 'Second', content: '<p>Second</p>' });
    const { status, body } = await act('activities.undo', { id: edited });
    expect({ status, body }).toMatchObject({ status: 200, body: { activity: { undoes: edited } } });
    expect(await stored(id)).toMatchObject({ title: 'First', content: '<p>First</p>' });
    expect((await act('activities.undo', { id: edited })).status, 'a second time').toBe(409);

    await act('activities.undo', { id: body.activity.id });
    expect(await stored(id)).toMatchObject({ title: 'Second', content: '<p>Second</p>' });
    const moved = await act('activities.undo', { id: created });
    expect(moved, 'a creation with later changes').toMatchObject({ status: 409, body: { current: { id } } });

    await act('blog.remove', { id });
    const removed = (await newest()).id;
    const restored = (await act('activities.undo', { id: removed })).body.activity;
    expect(await stored(id)).toMatchObject({ title: 'Second' });
    expect((await act('activities.undo', { id: restored.id })).status).toBe(200);
    expect((await act('blog.one', { id })).status).toBe(404);
  });

  testOnce(
    'other fields merge, and a field that changed again is a conflict with the row as it is',
    async () => {
      const id = await create();
      const edited = await patch(id, { title: 'Second', content: '<p>Second</p>' });
      await patch(id, { category: 'Innovation' });
      const { plans } = await site.as('admin').activities.undoPlan.query({ id: edited });
      expect(plans).toMatchObject([{ act: 'update', left_out: [] }]);
      expect(plans[0]!.problem).toBeUndefined();
      expect(plans[0]!.changes.title).toEqual({ old: 'Second', new: 'First' });
      expect((await act('activities.undo', { id: edited })).status).toBe(200);
      expect(await stored(id)).toMatchObject({ title: 'First', category: 'Innovation' });

      await act('blog.patch', { id, published_at: '2021-01-01T00:00:00.000Z' });
      const dated = await site.as('admin').activities.undoPlan.query({ id: (await newest()).id });
      expect(dated.plans[0]!.changes.published_at).toEqual({
        old: '2021-01-01T00:00:00.000Z',
        new: '2020-01-01T00:00:00.000Z',
      });

      const again = await patch(id, { title: 'Third' });
      await patch(id, { title: 'Fourth' });
      const [plan] = (await site.as('admin').activities.undoPlan.query({ id: again })).plans;
      expect(plan!.problem).toBe('Someone has changed this since. Changed again: Title.');
      expect((await newest()).undoes, 'a plan leaves no trace').toBeUndefined();
      const refused = await act('activities.undo', { id: again });
      expect(refused).toMatchObject({ status: 409, body: { current: { id, title: 'Fourth' } } });
      expect(await stored(id)).toMatchObject({ title: 'Fourth' });
    },
  );

  test('one undo takes back a call for several rows, and leaves the rows alone that moved on', async () => {
    const ids = [await create(), await create(), await create()];
    await act('blog.publish', { ids, is_published: false });
    const { activities } = (await act('activities.list', { per_page: 3 })).body;
    const [{ call_id: call }] = activities;
    expect(activities.map((entry: Input) => entry.call_id)).toEqual([call, call, call]);
    await act('blog.publish', { ids: [ids[0]], is_published: true });
    await patch(ids[1]!, { title: 'Later' });
    const { plans } = await site.as('admin').activities.undoPlan.query({ id: call, is_whole_call: true });
    expect(plans.map(({ problem }) => problem !== undefined)).toEqual([true, false, false]);
    const { results } = await site.as('admin').activities.undoCall.mutate({ id: call });
    expect(results.map(({ outcome }) => outcome)).toEqual(['unchanged', 'changed', 'changed']);
    expect(await stored(ids[1]!), 'merged').toMatchObject({ title: 'Later', is_published: true });

    await act('blog.removeMany', { ids });
    const removed = (await newest()).call_id;
    const restored = await site.as('admin').activities.undoCall.mutate({ id: removed });
    expect(restored.results.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'changed']);
    expect(await stored(ids[2]!)).toMatchObject({ is_published: true });
  });

  testOnce('settings go back field by field, and a row to its former place', async () => {
    const save = (values: Input) => act('settings.update', { group: 'company', value: values });
    const value = async () => (await act('settings.one', { group: 'company' })).body.value;
    await save({ ...(await value()), name: 'First', tagline: 'Here' });
    await save({ ...(await value()), name: 'Second' });
    const { id } = await newest();
    await save({ ...(await value()), tagline: 'There' });
    const { plans } = await site.as('admin').activities.undoPlan.query({ id });
    expect(plans[0]).toMatchObject({ changes: { name: { old: 'Second', new: 'First' } } });
    expect((await act('activities.undo', { id })).status).toBe(200);
    expect(await value()).toMatchObject({ name: 'First', tagline: 'There' });
    expect((await act('activities.undo', { id }, 'hr')).status, 'without the grant').toBe(403);

    const members = [await addMember('One'), await addMember('Two'), await addMember('Three')];
    const order = async () =>
      (await act('team.list')).body.team
        .map((member: Input) => member.id)
        .filter((id: number) => members.includes(id));
    const before = await order();
    await act('team.move', { id: before[2], after: null });
    const moved = (await newest()).id;
    expect((await act('activities.undo', { id: moved })).status).toBe(200);
    expect(await order()).toEqual(before);
    const back = (await newest()).id;
    await act('team.move', { id: before[2], after: null });
    expect((await act('activities.undo', { id: back })).status, 'moved again').toBe(409);
  });

  testOnce('nothing that was erased comes back', async () => {
    const email = 'eva@example.com';
    const id = await create();
    await patch(id, { content: `<p>Ask ${email}</p>` });
    await patch(id, { content: '<p>Ask us</p>' });
    const member = await addMember('Eva', `Write to ${email}`);
    await act('team.remove', { id: member });
    const save = (values: Input) => act('settings.update', { group: 'company', value: values });
    const { value } = (await act('settings.one', { group: 'company' })).body;
    await save({ ...value, tagline: `Ask ${email}` });
    await save({ ...value, tagline: 'Ask us' });
    await site.rest('admin').post('/api/admin/privacy/erase', { email, reference: '', forget: true });
    const { activities } = (await act('activities.list', { per_page: 50 })).body;
    for (const entry of activities) await act('activities.undo', { id: entry.id });
    const stored = [
      await act('blog.list'),
      await act('team.list'),
      await act('settings.one', { group: 'company' }),
      await act('activities.list'),
    ];
    expect(JSON.stringify(stored)).not.toContain(email);
  });

  test('of two undos at the same moment, one is made', async () => {
    const id = await create();
    const edited = await patch(id, { title: 'Second' });
    const both = await Promise.all([1, 2].map(() => act('activities.undo', { id: edited })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  testOnce('needs the grant of the module, and entries of other kinds are never undone', async () => {
    const id = await create();
    const edited = await patch(id, { title: 'Second' });
    expect((await act('activities.undo', { id: edited }, 'user')).status).toBe(403);
    expect((await act('activities.undo', { id: edited + 1000 })).status).toBe(404);
    await act('activities.record', { type: 'update', module: 'team', description: 'Said', metadata: {} });
    expect((await act('activities.undo', { id: (await newest()).id })).status, 'a report').toBe(409);
    await act('blog.remove', { id });
    const removed = (await newest()).id;
    await act('trash.blog.remove', { id });
    expect((await act('activities.undo', { id: removed })).status, 'deleted for good').toBe(409);
    const { activities } = (await act('activities.list', {}, 'user')).body;
    const shown = activities.filter((entry: Input) => 'version_after' in entry || 'item_id' in entry);
    expect(shown, 'without the grant').toEqual([]);
  });

  // The queries of the log are the same in each step.
  const runs = chooseByForm([1, 2, 3], kind === 'sqlite' ? [1] : []);
  test.each(runs)('any sequence of changes and undos ends as the model says (%i)', async (run) => {
    const random = randomFrom(seed + run);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const id = await create();
    let row: Values | undefined = await stored(id);
    let version = 1;
    const log: Change[] = [{ id: (await newest()).id, after: row, versionAfter: 1, isUndone: false }];

    const enter = async (after: Values | undefined, undoes?: Change) => {
      const isUpdate = row !== undefined && after !== undefined;
      const change: Change = { id: (await newest()).id, isUndone: false };
      if (row) Object.assign(change, { before: row, versionBefore: version });
      if (isUpdate) version += 1;
      if (after) Object.assign(change, { after, versionAfter: version });
      if (undoes) {
        Object.assign(change, { undoes });
        undoes.isUndone = true;
        if (undoes.undoes) undoes.undoes.isUndone = false;
      }
      row = after;
      log.push(change);
    };
    /** What the row becomes, or undefined when the undo is refused. */
    const expected = ({ before, after, versionBefore, versionAfter, isUndone }: Change) => {
      if (isUndone) return undefined;
      if (!after) return row || version !== versionBefore ? undefined : { row: before };
      if (!row) return undefined;
      if (!before) return version === versionAfter ? { row: undefined } : undefined;
      const current = row;
      const open = fields.filter((name) => before[name] !== after[name] && current[name] !== before[name]);
      if (open.length === 0 || open.some((name) => current[name] !== after[name])) return undefined;
      return { row: { ...current, ...Object.fromEntries(open.map((name) => [name, before[name]])) } };
    };

    for (let step = 0; step < 40; step += 1) {
      const what = pick(['edit', 'edit', 'publish', 'regroup', 'remove', 'undo', 'undo', 'undo', 'undo']);
      const words = pick(['First', 'Second', 'Third']);
      const values: Partial<Values> =
        what === 'publish'
          ? { is_published: random() < 0.5 }
          : what === 'regroup'
            ? { category: pick(['Technology', 'Innovation']) }
            : { [pick(['title', 'content'])]: words };
      if (values.content) values.content = `<p>${words}</p>`;
      if (what === 'undo') {
        const change = pick(log);
        const outcome = expected(change);
        const { status } = await act('activities.undo', { id: change.id });
        const note = `step ${step}: ${JSON.stringify({ change, row, version })}`;
        if (outcome) expect(status, note).toBe(200);
        else expect([404, 409], note).toContain(status);
        if (outcome) await enter(outcome.row, change);
      } else if (!row) {
        if (what === 'remove') {
          expect((await act('trash.blog.restore', { id })).status).toBe(200);
          await enter(log.findLast(({ after }) => !after)!.before);
        }
      } else if (what === 'remove') {
        await act('blog.remove', { id });
        await enter(undefined);
      } else {
        const names = Object.keys(values) as Field[];
        if (what === 'edit') await act('blog.patch', { id, ...values });
        else await act(`blog.${what}`, { ids: [id], ...values });
        if (names.some((name) => values[name] !== row![name])) await enter({ ...row, ...values });
      }
      if (row) expect(await stored(id), `step ${step}: ${what}`).toEqual(row);
      else expect((await act('blog.one', { id })).status).toBe(404);
    }
  });
});
