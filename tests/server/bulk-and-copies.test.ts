import { describe, expect, test } from 'vitest';
import { factsOf } from '../../src/shared/module-facts.ts';
import { publicationStateOf, publicationStates } from '../../src/shared/schedule.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, type ApiKind, testedApiKinds } from '../support/api-calls.ts';
import { picture as makePicture } from '../support/pictures.ts';
import { offeredBy, testedModules } from '../support/samples.ts';
import { entriesOf } from '../support/stored-effects.ts';
import { useSite } from '../support/use-site.ts';

const past = '2024-01-01T00:00:00.000Z';
const later = '2024-02-01T00:00:00.000Z';
const future = '2100-01-01T00:00:00.000Z';
const afterwards = '2100-02-01T00:00:00.000Z';

type Row = Record<string, unknown> & { id: number; version: number };

describe.each(databaseKinds)('several rows and copies on %s', (kind) => {
  const site = useSite({ on: kind });

  const act = (name: string, input: object = {}, face: ApiKind = 'rest') =>
    callProcedure(site, face, 'admin', name, input as Record<string, unknown>);
  const rowsOf = async (name: string, query: object = {}): Promise<Row[]> => {
    const answer = await act(`${name}.list`, query);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body[factsOf(name as 'blog').many];
  };
  /** Returns what staff have decided about a row, without what counts its changes. */
  const decided = ({ version: _, updated_at: __, ...row }: Row) => row;
  const done = async (name: string, input: object, face: ApiKind = 'rest') => {
    const answer = await act(name, input, face);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.results as { id: number; outcome: string; version?: number }[];
  };
  const changedIn = (results: Awaited<ReturnType<typeof done>>) =>
    results.flatMap(({ id, version }) => (version === undefined ? [] : [{ id, version }]));

  describe.each(testedModules)('$name', (module) => {
    const { name, one, title, columns, sample, groups, publicBy, schedule, picture, log } = module;
    const create = async (more: object = {}): Promise<Row> => {
      const answer = await act(`${name}.create`, { ...sample(), ...more });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body[one];
    };
    const stored = async (ids: number[]) => (await rowsOf(name)).filter(({ id }) => ids.includes(id));

    test.each(testedApiKinds)(
      'rows move to another group, and one undo takes exactly that back, through %s',
      async (face) => {
        const [first, second] = offeredBy(columns[groups]!)!.filter((value) => value !== 'Internship');
        const more = name === 'jobs' ? { is_internship: false, type: first } : { [groups]: first };
        const rows = [await create(more), await create({ ...more, [groups]: second }), await create(more)];
        const ids = rows.map(({ id }) => id);
        const before = await stored(ids);
        const results = await done(`${name}.regroup`, { ids: [...ids, 999_999], [groups]: second }, face);
        expect(results.map(({ outcome }) => outcome)).toEqual([
          'changed',
          'unchanged',
          'changed',
          'not_found',
        ]);
        for (const row of await stored(ids)) expect(row[groups]).toBe(second);
        const undone = await done(`${name}.undoMany`, { rows: changedIn(results) }, face);
        expect(undone.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);
        expect((await stored(ids)).map(decided)).toEqual(before.map(decided));
        const [, , last] = await entriesOf(site, log, ids[0]!);
        expect(last?.description).toMatch(/^Undid a change of /);
      },
    );

    test('an undo leaves rows that somebody has saved since, and those that are gone', async () => {
      const values = offeredBy(columns[groups]!)!;
      const rows = [await create(), await create()];
      const results = await done(`${name}.regroup`, { ids: rows.map(({ id }) => id), [groups]: values[1] });
      const [saved, gone] = rows;
      await act(`${name}.update`, { ...sample('their'), id: saved!.id });
      const theirs = await stored([saved!.id]);
      await act(`${name}.remove`, { id: gone!.id });
      const undone = await done(`${name}.undoMany`, { rows: changedIn(results) });
      expect(undone.map(({ outcome }) => outcome)).toEqual(['unchanged', 'not_found']);
      expect(await stored([saved!.id])).toEqual(theirs);
    });

    const text = Object.keys(columns).find((key) => columns[key]!.kind === 'html');
    test.runIf(text)('an undo never brings formatted texts or pictures back', async () => {
      const { id } = await create();
      const words = { ...sample(), [text!]: '<p>New words</p>' };
      const changed = (await act(`${name}.update`, { ...words, id })).body[one];
      const [result] = await done(`${name}.undoMany`, { rows: [{ id, version: changed.version }] });
      expect(result?.outcome).toBe('unchanged');
    });

    test('a group that is not offered is refused under its name', async () => {
      const { id } = await create();
      const answer = await act(`${name}.regroup`, { ids: [id], [groups]: 'Nowhere' });
      expect(answer).toMatchObject({ status: 422, body: { errors: { [groups]: [expect.any(String)] } } });
    });

    if (publicBy) {
      test('publishing and hiding several rows is undone exactly, also for scheduled and ended ones', async () => {
        const dates = schedule?.startColumn
          ? [
              {},
              { published_at: past },
              { published_at: future },
              { published_at: past, unpublish_at: later },
            ]
          : schedule
            ? [{}, { closes_at: past }, { closes_at: future }]
            : [{}];
        const rows: Row[] = [];
        for (const more of dates) {
          for (const isPublic of [true, false]) rows.push(await create({ ...more, [publicBy]: isPublic }));
        }
        const ids = rows.map(({ id }) => id);
        for (const isPublic of [true, false]) {
          const before = await stored(ids);
          const results = await done(`${name}.publish`, { ids, [publicBy]: isPublic });
          const same = before.filter((row) => row[publicBy] === isPublic).map(({ id }) => id);
          expect(
            results
              .filter(({ outcome }) => outcome === 'unchanged')
              .map(({ id }) => id)
              .sort(),
          ).toEqual(same.sort());
          await done(`${name}.undoMany`, { rows: changedIn(results) });
          expect((await stored(ids)).map(decided)).toEqual(before.map(decided));
        }
      });
    }

    if (!schedule) return;

    test.each(publicationStates)(
      'lists only rows whose state is %s, as they say themselves',
      async (state) => {
        const dates = schedule.startColumn
          ? [
              {},
              { published_at: future },
              { published_at: past, unpublish_at: later },
              { published_at: future, unpublish_at: afterwards },
            ]
          : [{}, { closes_at: past }, { closes_at: future }];
        for (const more of dates) {
          for (const isPublic of publicBy ? [true, false] : [true]) {
            await create({ ...more, ...(publicBy && { [publicBy]: isPublic }) });
          }
        }
        const all = await rowsOf(name, { per_page: 100 });
        const expected = all.filter((row) => row.state === state).map(({ id }) => id);
        const found = await act(`${name}.list`, { state, per_page: 100 });
        const rows: Row[] = found.body[module.many];
        expect(rows.map(({ id }) => id)).toEqual(expected);
        expect(found.body.meta.total).toBe(expected.length);
        for (const row of rows) expect(publicationStateOf(module, row, new Date())).toBe(state);
        const searched = await rowsOf(name, { state, per_page: 100, search: 'sample' });
        const named = rows.filter((row) => String(row[title]).includes('sample')).map(({ id }) => id);
        expect(searched.map(({ id }) => id).sort()).toEqual(named.sort());
        const grouped = await rowsOf(name, { state, per_page: 100, [groups]: sample()[groups] });
        expect(grouped.every((row) => expected.includes(row.id))).toBe(true);
      },
    );

    test('a state that does not exist is refused in words', async () => {
      const answer = await act(`${name}.list`, { state: 'hidden' });
      expect(answer).toMatchObject({ status: 422, body: { errors: { state: [/^State must be one of/] } } });
    });

    test.each(testedApiKinds)(
      'a copy has the words and the picture, but no dates, and visitors do not see it, through %s',
      async (face) => {
        const dates = schedule.startColumn
          ? { published_at: past, unpublish_at: future }
          : { closes_at: future };
        const original = await create({
          ...dates,
          ...(picture && { [picture]: await makePicture() }),
          ...(publicBy && { [publicBy]: true }),
        });
        const answer = await act(`${name}.duplicate`, { id: original.id }, face);
        expect(answer.status, JSON.stringify(answer.body)).toBe(face === 'rest' ? 201 : 200);
        const copy = answer.body[one];
        expect(answer.body.id).toBe(copy.id);
        const same = Object.keys(columns).filter(
          (key) => key !== title && key !== publicBy && columns[key]!.kind !== 'moment',
        );
        for (const key of same) expect(copy[key], key).toEqual(original[key]);
        expect(copy[title]).toBe(`Copy of ${original[title]}`);
        expect(copy.version).toBe(1);
        expect(copy.state).toBe(publicBy ? 'draft' : 'ended');
        if (publicBy) expect(copy[publicBy]).toBe(false);
        if (schedule.startColumn) expect(copy[schedule.startColumn]).toBeNull();
        const page = `/api${module.path.replace('/admin', '')}`;
        const visible: Row[] = (await site.app.inject(page)).json()[module.many];
        expect(visible.map(({ id }) => id)).toContain(original.id);
        expect(visible.map(({ id }) => id)).not.toContain(copy.id);
        expect((await entriesOf(site, log, copy.id)).map(({ type }) => type)).toEqual(['create']);
        // The picture stays with the copy when the original goes for good.
        await act(`${name}.remove`, { id: original.id });
        await act(`trash.${name}.removeForGood`, { id: original.id }).catch(() => undefined);
        if (picture) expect((await site.app.inject(`/${copy[picture]}`)).statusCode).toBe(200);
      },
    );

    test('a copy is made once for one Idempotency-Key, its title is never too long, and there is none of nothing', async () => {
      const column = columns[title]!;
      const most = 'max' in column ? column.max : 200;
      const original = await create({ [title]: 'x'.repeat(most) });
      const path = `${module.path}/${original.id}/duplicate`;
      const session = await site.openSession('admin');
      const send = () =>
        site.app.inject({
          method: 'POST',
          url: `/api${path}`,
          headers: { authorization: `Bearer ${session}`, 'idempotency-key': `copy-${name}-${kind}` },
        });
      const [first, again] = [await send(), await send()];
      expect(first.statusCode, first.body).toBe(201);
      expect(again.json().id).toBe(first.json().id);
      expect(first.json()[one][title]).toHaveLength(most);
      expect((await act(`${name}.duplicate`, { id: 999_999 })).status).toBe(404);
    });
  });
});
