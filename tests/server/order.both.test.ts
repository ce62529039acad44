// On both databases: positions, the order of ties, and the lock on a group of rows.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { factsOf } from '../../src/shared/module-facts.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { callProcedure, type ApiKind, testedApiKinds } from '../support/api-calls.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { createClient, createMember, createProject, createTestimonial } from '../support/factories.ts';
import { sampledModules } from '../support/samples.ts';
import { exportToFolder, importFromFolder, openTransferSite } from '../support/site-transfer.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { entriesOf } from '../support/stored-effects.ts';

/** A new row comes first in one of these, and last in the other. */
const inShort: readonly string[] = ['portfolio', 'team'];
const ordered = sampledModules.filter(
  ({ position, name }) => position && (!isShortForm || inShort.includes(name)),
);

type Placing = Record<string, { places: { query: () => Promise<{ places: { id: number }[] }> } }>;

describe.each(databaseKinds)('the order of rows on %s', (kind) => {
  const testOnce = onceInGate(kind);
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
  });
  afterAll(() => site.close());

  const act = (name: string, input: object = {}, face: ApiKind = 'trpc') =>
    callProcedure(site, face, 'admin', name, input as Record<string, unknown>);
  const idsOf = async (name: string, query: object = {}): Promise<number[]> => {
    const { body } = await act(`${name}.list`, query);
    return body[factsOf(name as 'team').many].map(({ id }: { id: number }) => id);
  };
  const empty = async (table: string) => {
    await site.database
      .fork()
      .transactional((em) =>
        em.getConnection().execute(`delete from ${table}`, [], 'run', em.getTransactionContext()),
      );
  };
  const makers: Record<string, (at: number) => Promise<unknown>> = {
    team: (at) => createMember(site.database.fork(), { name: `Member ${at}` }),
    clients: (at) => createClient(site.database.fork(), `Client ${at}`),
    portfolio: (at) => createProject(site.database.fork(), { title: `Project ${at}` }),
    testimonials: (at) => createTestimonial(site.database.fork(), { person: `Person ${at}` }),
  };
  const fill = async (name: string, count: number) => {
    await empty(factsOf(name as 'team').table);
    for (let at = 0; at < count; at += 1) await makers[name]!(at);
    return idsOf(name);
  };

  describe.each(ordered)('$name', ({ name, one, many, position, log, table, sample }) => {
    const rest = (id: number, after: unknown) => act(`${name}.move`, { id, after }, 'rest');

    test.each(testedApiKinds)(
      'a row moves to the start, between two others and to the end through %s',
      async (face) => {
        const [a, b, c, d] = await fill(name, 4);
        const move = async (id: number, after: number | null) => {
          expect(await act(`${name}.move`, { id, after }, face)).toEqual({
            status: 200,
            body: { success: true },
          });
          return idsOf(name);
        };
        expect(await move(d!, null)).toEqual([d, a, b, c]);
        expect(await move(a!, b!)).toEqual([d, b, a, c]);
        expect(await move(d!, c!)).toEqual([b, a, c, d]);
        const { body } = await act(`${name}.list`, { per_page: 2, page: 2 });
        expect(body[many].map(({ id }: { id: number }) => id)).toEqual([c, d]);
        expect(await idsOf(name, { before: a })).toEqual([c, d]);
        const { places } = await (site.as('admin') as unknown as Placing)[name]!.places.query();
        expect(places.map(({ id }) => id)).toEqual([b, a, c, d]);
      },
    );

    testOnce('a new row comes where new rows come, also after moves', async () => {
      const [a, b, c] = await fill(name, 3);
      await rest(a!, c!);
      await rest(b!, null);
      await rest(c!, null);
      const before = await idsOf(name);
      await makers[name]!(4);
      const after = await idsOf(name);
      const fresh = after.find((id) => !before.includes(id));
      expect(after).toEqual(position === 'last' ? [...before, fresh] : [fresh, ...before]);
    });

    testOnce('a move raises no version, makes none, and is logged once', async () => {
      const [a, b] = await fill(name, 2);
      const stored = async () =>
        (await act(`${name}.list`)).body[many].find(({ id }: { id: number }) => id === a);
      const before = await stored();
      await rest(a!, b!);
      const { position: place, ...after } = await stored();
      const { position: earlier, ...same } = before;
      expect(after).toEqual(same);
      expect(place).not.toBe(earlier);
      expect((await act(`versions.${name}.list`, { id: a })).body.versions).toEqual([]);
      const [entry, ...others] = await entriesOf(site, log, a!);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({ type: 'update', description: expect.stringMatching(/^Moved /) });
      // It is there already.
      await rest(a!, b!);
      expect(await entriesOf(site, log, a!)).toHaveLength(1);
    });

    testOnce('the trash, a version and a save leave the place', async () => {
      const same = name === 'team' ? { section: 'development' } : {};
      const [a, b, c] = await fill(name, 3);
      const row = (await act(`${name}.create`, { ...sample(), ...same })).body[one];
      await rest(row.id, b!);
      const order = [a, b, row.id, c];
      expect(await idsOf(name)).toEqual(order);
      await act(`${name}.remove`, { id: row.id });
      await act(`trash.${name}.restore`, { id: row.id });
      expect(await idsOf(name)).toEqual(order);
      await act(`${name}.update`, { ...sample('changed'), ...same, id: row.id });
      await act(`versions.${name}.restore`, { id: row.id, number: 1 });
      expect(await idsOf(name)).toEqual(order);
    });

    testOnce('what is missing or wrong is refused in words', async () => {
      const [a, b] = await fill(name, 2);
      expect((await rest(999_999, null)).status).toBe(404);
      const gone = await rest(a!, 999_999);
      expect(gone).toMatchObject({ status: 422, body: { errors: { after: [/no longer there/] } } });
      expect(await rest(a!, 'x')).toMatchObject({
        status: 422,
        body: { errors: { after: expect.any(Array) } },
      });
      expect(await rest(a!, undefined)).toMatchObject({
        status: 422,
        body: { errors: { after: expect.any(Array) } },
      });
      expect((await rest(a!, a!)).status).toBe(200);
      expect(await idsOf(name)).toEqual([a, b]);
    });

    test.skipIf(isShortForm)('many moves to one place renumber the rows, and lose none', async () => {
      const ids = await fill(name, 6);
      const expected = [...ids];
      for (let turn = 0; turn < 40; turn += 1) {
        const moved = expected.splice(5, 1)[0]!;
        expected.splice(1, 0, moved);
        await rest(moved, expected[0]!);
      }
      expect(await idsOf(name)).toEqual(expected);
      const before = await idsOf(name);
      await makers[name]!(9);
      const after = await idsOf(name);
      expect(position === 'last' ? after.slice(0, -1) : after.slice(1)).toEqual(before);
    });

    test('rows of one moment keep the order of their ids until one is moved between them', async () => {
      const ids = await fill(name, 4);
      if (position === 'first') {
        await site.database
          .fork()
          .transactional((em) =>
            em
              .getConnection()
              .execute(`update ${table} set position = 5`, [], 'run', em.getTransactionContext()),
          );
      }
      expect(await idsOf(name)).toEqual(ids);
      const [a, b, c, d] = ids;
      await rest(d!, a!);
      expect(await idsOf(name)).toEqual([a, d, b, c]);
    });

    test.skipIf(isShortForm && name !== 'team')(
      'two people who move rows at the same time lose none and see one order',
      async () => {
        const moves = fc.array(fc.tuple(fc.nat(5), fc.option(fc.nat(5))), { minLength: 2, maxLength: 8 });
        await fc.assert(
          fc.asyncProperty(moves, moves, async (hers, his) => {
            const ids = await fill(name, 6);
            const person = async (wanted: typeof hers) => {
              for (const [row, after] of wanted) {
                const answer = await rest(ids[row]!, after === null ? null : ids[after]!);
                expect(answer.status, JSON.stringify(answer.body)).toBe(200);
              }
            };
            await Promise.all([person(hers), person(his)]);
            const seen = await idsOf(name);
            expect([...seen].sort()).toEqual([...ids].sort());
            const pages = await Promise.all([1, 2, 3].map((page) => idsOf(name, { page, per_page: 2 })));
            expect(pages.flat()).toEqual(seen);
            expect(await idsOf(name)).toEqual(seen);
          }),
          { numRuns: chooseByForm(12, 4) },
        );
      },
    );
  });

  testOnce('members are ordered within their section, and not after one of another', async () => {
    await fill('team', 2);
    const [a, b] = await idsOf('team');
    const { id: leader } = await createMember(site.database.fork(), { section: 'leadership' });
    expect(await idsOf('team')).toEqual([leader, a, b]);
    expect((await act('team.move', { id: b, after: leader }, 'rest')).status).toBe(422);
    expect((await act('team.move', { id: b, after: null }, 'rest')).status).toBe(200);
    expect(await idsOf('team')).toEqual([leader, b, a]);
    const { body } = await callProcedure(site, 'rest', 'anonymous', 'team.published');
    expect(body.team.map(({ id }: { id: number }) => id)).toEqual([leader, b, a]);
  });

  test.skipIf(isShortForm)('an import keeps the order, also where ids are taken', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-order-'));
    const [from, to] = [await openTransferSite(kind), await openTransferSite(kind)];
    try {
      const em = from.app.database.fork();
      const ids: number[] = [];
      for (const name of ['A', 'B', 'C']) ids.push((await createMember(em, { name })).id);
      for (const title of ['P', 'Q', 'R']) await createProject(em, { title });
      const projects = (await callProcedure(from.app, 'rest', 'admin', 'portfolio.list')).body.portfolios;
      const move = async (name: string, id: number, after: number | null) =>
        expect((await callProcedure(from.app, 'rest', 'admin', `${name}.move`, { id, after })).status).toBe(
          200,
        );
      await move('team', ids[2]!, null);
      await move('portfolio', projects[0].id, projects[1].id);
      const namesIn = async (app: TestApp) => ({
        team: (await callProcedure(app, 'rest', 'admin', 'team.list')).body.team.map(
          ({ name }: { name: string }) => name,
        ),
        projects: (await callProcedure(app, 'rest', 'admin', 'portfolio.list')).body.portfolios.map(
          ({ title }: { title: string }) => title,
        ),
      });
      expect(await namesIn(from.app)).toEqual({ team: ['C', 'A', 'B'], projects: ['Q', 'R', 'P'] });
      await exportToFolder(from, folder);
      for (const name of ['Here', 'Too']) await createMember(to.app.database.fork(), { name });
      await importFromFolder(to, folder);
      expect(await namesIn(to.app)).toEqual({
        team: expect.arrayContaining(['Here', 'Too']),
        projects: ['Q', 'R', 'P'],
      });
      const { team } = await namesIn(to.app);
      expect(team.filter((name: string) => name.length === 1)).toEqual(['C', 'A', 'B']);
      await createMember(to.app.database.fork(), { name: 'New' });
      expect((await namesIn(to.app)).team.at(-1)).toBe('New');
    } finally {
      await Promise.all([from.close(), to.close(), rm(folder, { recursive: true, force: true })]);
    }
  });
});
