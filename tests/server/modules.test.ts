import { schemasOf } from '../../src/content/module/schemas-of.ts';
import { column } from '../../src/shared/columns.ts';
import { existsSync, readFileSync } from 'node:fs';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { describe, expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { Activity } from '../../src/log/activity.entity.ts';
import { pictureColumnOf, valueOfOlderRows } from '../../src/content/module/fields-of.ts';
import { deleteExpiredTrash, TrashItem } from '../../src/content/trash/trash.ts';
import { contentModules } from '../../src/content-modules.ts';
import type { AppRouter } from '../../src/router.ts';
import { type ModuleName, moduleNames } from '../../src/shared/module-facts.ts';
import { day } from '../support/clock.ts';
import { databaseKinds } from '../support/database.ts';
import { callProcedure, type ApiKind, testedApiKinds, listPublicReads } from '../support/api-calls.ts';
import { picture as makePicture } from '../support/pictures.ts';
import { offeredBy, type Sample, sampledModules, testedModules } from '../support/samples.ts';
import { sweepTwice } from '../support/sweeps.ts';
import { entriesOf } from '../support/stored-effects.ts';
import type { Caller } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

/** What the log tells of a row beside its id. Of a module that is not named here, any of its values. */
const loggedColumns: Partial<Record<ModuleName, string[]>> = {
  blog: ['title', 'category'],
  team: ['name', 'role', 'section'],
  jobs: ['title', 'type', 'department', 'is_active'],
  portfolio: ['title', 'category'],
  testimonials: ['person', 'company'],
  clients: ['name'],
  pages: ['title'],
};

describe.each(databaseKinds)('on %s', (kind) => {
  const site = useSite({ on: kind });

  describe.each(sampledModules)('the module $name', (module) => {
    const {
      name,
      one,
      many,
      picture,
      columns,
      content,
      title,
      groups,
      filters,
      sorts,
      publicBy,
      schedule,
      position,
      sample,
      log,
      noun,
      path,
      folder,
    } = module;
    const act = (face: ApiKind, act: string, input: Sample = {}, caller: Caller = 'admin') =>
      callProcedure(site, face, caller, act, input);
    const listed = async (face: ApiKind, query: Sample = {}) => {
      const { status, body } = await act(face, `${name}.list`, { page: 1, ...query });
      expect(status).toBe(200);
      return { rows: body[many], total: body.meta.total, stats: body.stats };
    };
    /** A restored row is as it was, but for the time by which programs find it. */
    const asRestored = (rows: { updated_at: string }[]) =>
      rows.map((row) => ({ ...row, updated_at: expect.any(String) }));
    const create = async (face: ApiKind, words = sample()) => {
      const sent = { ...words, ...(picture && { [picture]: await makePicture(), image_alt: 'A square' }) };
      return act(face, `${name}.create`, sent);
    };

    /** An internship is counted as one whatever its type. */
    const groupOf = () => (name === 'jobs' ? 'Internship' : String(sample()[groups]));

    test.each(testedApiKinds)(
      'stores, lists, changes, deletes and restores a row through %s',
      async (face) => {
        const words = sample();
        const { status, body } = await create(face);
        expect(status, JSON.stringify(body)).toBe(face === 'rest' ? 201 : 200);
        const row = body[one];
        expect(row).toMatchObject({ ...words, version: 1, ...(picture && { picture: { alt: 'A square' } }) });
        expect(Object.keys(row)).toEqual([
          ...['id', 'version', 'created_at', 'updated_at', ...Object.keys(columns)],
          ...(position ? ['position'] : []),
          ...(picture ? ['picture'] : []),
          ...(schedule ? ['state'] : []),
          ...(folder ? ['path'] : []),
        ]);
        const { id } = row;
        expect(await listed(face)).toMatchObject({ rows: [row], total: 1, stats: { total: 1 } });

        const stored = await site.servedPictures();
        expect(stored).toHaveLength(picture ? 1 : 0);
        expect(await sweepTwice(site.work())).toMatchObject({ removed: 0, failed: [] });
        expect(await site.servedPictures()).toEqual(stored);

        const changed = await act(face, `${name}.update`, { ...sample('changed'), id, version: 1 });
        expect(changed.body[one], JSON.stringify(changed.body)).toMatchObject({
          ...sample('changed'),
          version: 2,
          ...(picture && { [picture]: stored[0] }),
        });
        const stale = await act(face, `${name}.update`, { ...words, id, version: 1 });
        expect(stale).toMatchObject({ status: 409, body: { current: changed.body[one] } });

        expect((await act(face, `${name}.remove`, { id })).body).toEqual({ success: true });
        expect((await listed(face)).total).toBe(0);
        const label = changed.body[one][title];
        expect((await act(face, `trash.${name}.list`)).body.items).toMatchObject([{ id, title: label }]);
        expect((await act(face, `trash.${name}.restore`, { id })).status).toBe(200);
        expect((await listed(face)).rows).toEqual(asRestored([changed.body[one]]));
        for (const file of stored) expect((await site.app.inject(`/${file}`)).statusCode).toBe(200);

        const entries = await entriesOf(site, log, id);
        expect(entries.map(({ description }) => description)).toEqual([
          `Created ${noun} "${row[title]}"`,
          ...['Updated', 'Deleted', 'Restored'].map((verb) => `${verb} ${noun} "${label}"`),
        ]);
        const { [module.idKey]: _id, ...shown } = entries[0]!.metadata as Record<string, unknown>;
        const logged = Object.fromEntries(
          (loggedColumns[name] ?? Object.keys(shown)).map((key) => [key, row[key]]),
        );
        expect(entries[0]!.metadata).toEqual({ [module.idKey]: id, ...logged });
        expect(entries.map((entry) => [entry.user_name, entry.is_verified])).toEqual(
          entries.map(() => ['The admin', true]),
        );
      },
    );

    test.each(testedApiKinds)('is filtered, searched and counted through %s', async (face) => {
      await create(face);
      expect((await listed(face)).stats).toMatchObject({
        by: expect.objectContaining({ [groupOf()]: 1 }),
      });
      for (const key of filters) {
        const column = columns[key]!;
        const values = offeredBy(column) ?? [true, false];
        const totals = await Promise.all(
          values.map(async (value) => (await listed(face, { [key]: value })).total),
        );
        expect(totals.toSorted(), key).toEqual([...values.slice(1).map(() => 0), 1]);
      }
      expect((await listed(face, { search: 'SAMPLE' })).total).toBe(1);
      expect((await listed(face, { search: 'nothing like it' })).total).toBe(0);
    });

    test.runIf(name !== 'portfolio')('takes JSON when no picture comes', async () => {
      const rest = site.rest('admin');
      const { status, body } = await rest.post(`/api${path}`, sample());
      expect(status, JSON.stringify(body)).toBe(201);
      const changed = await rest.put(`/api${path}/${body.id}`, { ...sample('changed'), version: 1 });
      expect(changed.body[one]).toMatchObject({ ...sample('changed'), version: 2 });
    });

    test.each(testedApiKinds)('shows a row whose choices left their lists, through %s', async (face) => {
      const { id } = (await create(face)).body;
      const slug = 'a-slug';
      if (folder) await site.rest('admin').put(`/api${path}/${id}/publishing`, { slug });
      const choices = Object.keys(columns).filter((key) => offeredBy(columns[key]!));
      const former = Object.fromEntries(choices.map((key) => [key, `A former ${key}`]));
      expect(choices).not.toEqual([]);
      await site.database.fork().nativeUpdate(module.entity, { id }, former);
      const { rows, stats } = await listed(face);
      expect(rows).toMatchObject([{ id, ...former }]);
      expect(stats).toMatchObject({ total: 1 });
      const form = await site.rest('admin').get(`/trpc/${name}.one?input=${JSON.stringify({ id })}`);
      expect(form.body.result.data[one]).toEqual(rows[0]);
      // A row whose place left the list is on no fixed page.
      for (const read of listPublicReads(name).filter((one) => one !== 'pages.placed')) {
        const { status, body } = await callProcedure(site, face, 'anonymous', read, { id, slug });
        expect(status, `${read} ${JSON.stringify(body)}`).toBe(200);
        for (const value of Object.values(former)) expect(JSON.stringify(body), read).toContain(value);
      }
      expect(content.Item.parse(content.toItem(rows[0] as never))).toMatchObject(former);

      expect((await act(face, `${name}.remove`, { id })).status).toBe(200);
      expect((await act(face, `trash.${name}.restore`, { id })).status).toBe(200);
      expect((await listed(face)).rows).toEqual(asRestored(rows));
      const refused = await act(face, `${name}.update`, { ...sample(), ...former, id });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors)).toEqual(choices);
      const changed = await act(face, `${name}.update`, { ...sample(), id });
      expect(changed.body[one], JSON.stringify(changed.body)).toMatchObject(sample());
    });

    test('gives a row of another version back from the trash with what is known of it', async () => {
      const { body } = await create('rest');
      await act('rest', `${name}.remove`, { id: body.id });
      const em = site.database.fork();
      const item = await em.findOneOrFail(TrashItem, { module: log, item_id: body.id });
      const lacking = Object.keys(columns).filter(
        (key) => key !== picture && valueOfOlderRows(columns[key]!) !== undefined,
      );
      const kept = Object.entries(item.fields).filter(([key]) => ![...lacking, 'sort_title'].includes(key));
      item.fields = { ...Object.fromEntries(kept), a_later_column: 'unknown here' };
      await em.flush();
      expect((await act('rest', `trash.${name}.restore`, { id: body.id })).status).toBe(200);
      const [row] = (await listed('rest')).rows;
      // Answers leave out an empty language of modules that had none before.
      for (const key of lacking)
        expect(row[key] ?? null, key).toEqual(valueOfOlderRows(columns[key]!) ?? null);
      const stored = await site.database.fork().findOneOrFail(module.entity, { id: body.id });
      expect(stored).toMatchObject({ sort_title: String(row[title]).toLowerCase() });
    });

    test.each(testedApiKinds)('is for its roles through %s', async (face) => {
      const { body } = await create(face);
      const ids = [body.id];
      const inputs = {
        list: {},
        create: sample(),
        update: sample(),
        remove: {},
        removeMany: { ids },
        ...(publicBy && { publish: { ids, [publicBy]: false } }),
      };
      for (const caller of ['anonymous', 'user', module.stranger] as const) {
        for (const [what, input] of Object.entries(inputs)) {
          const { status } = await act(face, `${name}.${what}`, { ...input, id: body.id }, caller);
          expect(status, `${caller} ${what}`).toBe(caller === 'anonymous' ? 401 : 403);
        }
      }
    });

    if (!testedModules.includes(module)) return;

    test.each(testedApiKinds)(
      'is sorted by each of its columns, in both directions, through %s',
      async (face) => {
        const words = ['ünder', 'Zebra', 'apple', 'Über', 'zebra'];
        const ids: number[] = [];
        for (const word of words) ids.push((await create(face, { ...sample(), [title]: word })).body.id);
        // The two that fold to the same text stay in the order of their ids.
        const byTitle = ['apple', 'Über', 'ünder', 'Zebra', 'zebra'];
        const titles = async (query: Sample) =>
          (await listed(face, query)).rows.map((row: Sample) => row[title]);
        expect(await titles({ sort: `${title}:asc` })).toEqual(byTitle);
        expect(await titles({ sort: `${title}:desc` })).toEqual(byTitle.toReversed());
        expect(await titles({ sort: `${title}:asc`, search: 'ZEB' })).toEqual(['Zebra', 'zebra']);
        expect(await titles({ sort: `${title}:desc`, search: 'b', per_page: 2 })).toEqual(['zebra', 'Zebra']);
        expect(await titles({ sort: `${title}:asc`, page: 2, per_page: 2 })).toEqual(['ünder', 'Zebra']);
        for (const column of sorts.filter((each) => each !== title)) {
          const seen = async (direction: string, more: Sample = {}) => {
            const { rows } = await listed(face, { sort: `${column}:${direction}`, ...more });
            return rows.map(({ id }: { id: number }) => id);
          };
          const all = await seen('asc');
          expect(all, column).toEqual(ids);
          expect(await seen('desc'), column).toEqual(ids.toReversed());
          expect(await seen('asc', { page: 2, per_page: 2 }), column).toEqual(ids.slice(2, 4));
          for (const key of filters) {
            const value = key === groups ? groupOf() : sample()[key];
            expect(await seen('desc', { [key]: value }), key).toEqual(ids.toReversed());
          }
        }
        const refused = await act(face, `${name}.list`, { page: 1, sort: 'id:asc' });
        expect(refused).toMatchObject({
          status: 422,
          body: {
            errors: {
              sort: [
                `Sort must be one of these, with - in front for the other direction: ${[...sorts, 'updated_at'].join(', ')}`,
              ],
            },
          },
        });
        const both = await act(face, `${name}.list`, { page: 1, sort: `${title}:asc`, before: ids[0] });
        expect(both).toMatchObject({
          status: 422,
          body: {
            errors: {
              before: ['Only a list in its usual order continues before an id. Send a page instead.'],
            },
          },
        });
      },
    );

    test.each(testedApiKinds)('deletes and restores several rows at once through %s', async (face) => {
      const kept = (await create(face)).body.id;
      const ids: number[] = [];
      for (const word of ['first', 'second']) ids.push((await create(face, sample(word))).body.id);
      const before = (await listed(face)).rows;
      const missing = 1_000_000;
      const asked = [ids[1]!, missing, ids[0]!, ids[1]!];
      const outcomes = (outcome: string, other = 'not_found') => ({
        status: 200,
        body: {
          results: [
            { id: ids[1], outcome },
            { id: missing, outcome: 'not_found' },
            { id: ids[0], outcome: outcome === 'changed' ? outcome : other },
          ],
        },
      });
      expect(await act(face, `${name}.removeMany`, { ids: asked })).toEqual(outcomes('changed'));
      expect((await listed(face)).rows.map(({ id }: { id: number }) => id)).toEqual([kept]);
      const files = await site.servedPictures();
      expect(files).toHaveLength(picture ? 1 : 0);
      expect(await act(face, `${name}.removeMany`, { ids: asked })).toEqual(outcomes('not_found'));

      expect(await act(face, `trash.${name}.restoreMany`, { ids: asked })).toEqual(outcomes('changed'));
      expect((await listed(face)).rows).toEqual(asRestored(before));
      expect(await site.servedPictures()).toHaveLength(picture ? 3 : 0);
      expect(await act(face, `trash.${name}.restoreMany`, { ids: asked })).toEqual(
        outcomes('unchanged', 'unchanged'),
      );
      for (const id of ids) {
        const verbs = (await entriesOf(site, log, id)).map(({ description }) => description.split(' ')[0]);
        expect(verbs).toEqual(['Created', 'Deleted', 'Restored']);
      }

      await act(face, `${name}.removeMany`, { ids });
      expect(await act(face, `trash.${name}.removeMany`, { ids: asked })).toEqual(outcomes('changed'));
      expect((await act(face, `trash.${name}.list`)).body.items).toEqual([]);
      expect(await act(face, `trash.${name}.restoreMany`, { ids: asked })).toEqual(outcomes('not_found'));
      expect(await site.servedPictures()).toEqual(files);
    });

    test.runIf(publicBy)('shows and hides several rows at once', async () => {
      const flagged = publicBy!;
      for (const face of testedApiKinds) {
        const rows = [];
        for (const word of ['first', 'second']) rows.push((await create(face, sample(word))).body[one]);
        const ids = rows.map(({ id }) => id);
        const hide = (value: unknown) => act(face, `${name}.publish`, { ids, [flagged]: value });
        const results = (outcome: string, version?: number) => ({
          results: ids.map((id) => ({ id, outcome, ...(version && { version }) })),
        });
        expect((await hide(false)).body).toEqual(results('changed', 2));
        expect((await hide(false)).body).toEqual(results('unchanged'));
        const listedNow = (await listed(face, { [flagged]: false })).rows;
        for (const row of rows) {
          const now = listedNow.find(({ id }: { id: number }) => id === row.id);
          expect(now).toEqual({
            ...row,
            [flagged]: false,
            version: 2,
            updated_at: now.updated_at,
            ...(schedule && { state: 'draft' }),
          });
          const updates = await site.database
            .fork()
            .find(Activity, { type: 'update', item_id: row.id, module: log });
          expect(updates).toMatchObject([
            { was_public: false, is_verified: true, changes: { [flagged]: { old: true, new: false } } },
          ]);
        }
        const stale = await act(face, `${name}.update`, { ...sample(), id: ids[0], version: 1 });
        expect(stale.status).toBe(409);
        expect((await hide(true)).body).toEqual(results('changed', 3));
        expect((await hide('perhaps')).body.errors).toHaveProperty(flagged);
        expect((await hide(undefined)).body.errors).toHaveProperty(flagged);
      }
    });

    test('changes all of several rows or none, and at most a hundred', async () => {
      const ids: number[] = [];
      for (const word of ['first', 'second']) ids.push((await create('trpc', sample(word))).body.id);
      const before = (await listed('trpc')).rows;
      // The log of the second row cannot be stored.
      const db = site.database.fork().getConnection();
      await db.execute(
        kind === 'sqlite'
          ? `create trigger refuse before insert on activities when new.item_id = ${ids[1]} begin select raise(abort, 'no'); end`
          : `alter table activities add constraint refuse check (item_id <> ${ids[1]} or type = 'create')`,
      );
      onTestFinished(async () => {
        await db.execute(
          kind === 'sqlite' ? 'drop trigger refuse' : 'alter table activities drop constraint refuse',
        );
      });
      expect((await act('trpc', `${name}.removeMany`, { ids })).status).toBe(500);
      expect((await listed('trpc')).rows).toEqual(before);
      expect((await act('trpc', `trash.${name}.list`)).body.items).toEqual([]);

      for (const [wrong, message] of [
        [[], 'Ids must have at least one entry'],
        [Array.from({ length: 101 }, (_, at) => at + 1), 'Ids may have at most 100 entries'],
        ['1', 'Ids must be a list of whole numbers'],
        [undefined, 'Ids must be a list of whole numbers'],
      ]) {
        const { status, body } = await act('rest', `${name}.removeMany`, { ids: wrong });
        expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { ids: [message] } });
      }
      expect((await act('rest', `${name}.removeMany`, { ids: [0] })).status).toBe(422);
    });
  });

  test('what a module of another version left in the trash is listed nowhere and ends with its time', async () => {
    const em = site.database.fork();
    const then = new Date(Date.now() - 31 * day);
    const item = { item_id: 1, title: 'T', fields: {}, user_id: 1, user_name: 'Ada', search_text: 't' };
    await em.insert(TrashItem, { ...item, module: 'albums' as never, deleted_at: then });
    for (const { name } of sampledModules) {
      expect((await callProcedure(site, 'rest', 'admin', `trash.${name}.list`)).body.items).toEqual([]);
    }
    await deleteExpiredTrash(site.work());
    expect(await em.count(TrashItem)).toBe(0);
  });
});

const exported = (file: string) => `tests/fixtures/version-0.1/export/${file}.json`;

const exportedModules = sampledModules.filter(({ file }) => existsSync(exported(file)));

describe.each(exportedModules)('an exported row of $name', ({ content, columns, file }) => {
  test('of an earlier version gets the values of the columns that it lacks', async () => {
    const { items } = JSON.parse(readFileSync(exported(file), 'utf8'));
    expect(items).not.toEqual([]);
    for (const item of items) {
      const whole = content.Item.parse(item);
      expect(await content.toRow(whole as never)).toMatchObject({ id: item.id, version: item.version });
      const old = Object.keys(columns).filter((key) => valueOfOlderRows(columns[key]!) !== undefined);
      for (const key of old) {
        const { [key]: _, ...lacking } = item;
        expect(content.Item.parse(lacking), key).toMatchObject({ [key]: valueOfOlderRows(columns[key]!) });
      }
    }
  });

  test('of a later version is taken without what this one does not know', () => {
    const [item] = JSON.parse(readFileSync(exported(file), 'utf8')).items;
    expect(content.Item.parse({ ...item, later: 1 })).not.toHaveProperty('later');
  });
});

test('every module of the facts is defined, in any order', () => {
  expect(Object.keys(contentModules).toSorted()).toEqual(moduleNames.toSorted());
});

test('a module has one picture at most', () => {
  const columns = {
    portrait: column.picture('Portrait'),
    title: column.line('Title', 200),
    image: column.picture('Photo'),
  };
  expect(() => pictureColumnOf(columns)).toThrow('portrait and image both name pictures');
});

// A key that came with a create before an update of the program must stand for the same create afterwards.
test.each([
  ['blog', 'title excerpt content category is_published tags featured_image'],
  ['portfolio', 'title description category client technologies image'],
  [
    'jobs',
    'title description type location department requirements responsibilities is_internship duration is_active application_link',
  ],
  ['team', 'name role description section expertise image'],
] as const)(
  'the released columns of %s stay in their order, by which idempotency keys are compared',
  (name, released) => {
    const names = released.split(' ');
    expect(Object.keys(contentModules[name].rules.columns).slice(0, names.length)).toEqual(names);
  },
);

test('the router keeps the types of its modules', () => {
  type Inputs = inferRouterInputs<AppRouter>;
  type Outputs = inferRouterOutputs<AppRouter>;
  expectTypeOf<AppRouter>().not.toBeAny();
  expectTypeOf<Inputs['users']['create']>().not.toBeAny();
  expectTypeOf<Inputs['testimonials']['create']['person']>().toEqualTypeOf<string>();
  expectTypeOf<Outputs['blog']['one']['post']['tags']>().toEqualTypeOf<string[]>();
  expectTypeOf<Outputs['jobs']['list']['stats']['by']>().toHaveProperty('Internship');
  expectTypeOf<Outputs['team']['create']['success']>().toEqualTypeOf<true>();
  expectTypeOf<Outputs['trash']['testimonials']['list']['items']>().not.toBeAny();
});

test.each(['picture', 'state', 'path', 'position', 'version', 'missing'])(
  'no column may be called %s',
  (name) => {
    const facts = { entity: 'Thing', noun: 'thing', sorts: ['name'], publicBy: null } as const;
    const rules = { filters: [], groups: name, title: name };
    const define = () => schemasOf({ [name]: column.line('Name', 60) }, rules, facts);
    expect(define).toThrow(`no column may be called ${name}`);
  },
);

test('a day is one of the calendar, in words a person understands, and only an optional one may be empty', () => {
  const facts = { entity: 'Thing', noun: 'thing', sorts: ['held_on'], publicBy: null } as const;
  const columns = { held_on: column.day('Held on'), ends_on: column.optionalDay('Ends on') };
  const { Input, Shown } = schemasOf(columns, { filters: [], groups: 'held_on', title: 'held_on' }, facts);
  const read = (held_on: unknown, ends_on: unknown) => {
    const { data, error } = Input.safeParse({ held_on, ends_on });
    return data ?? error!.issues.map(({ message }) => message);
  };
  const leapDay = '2028-02-29';
  const wrong = (label: string) => [`${label} must be a day that exists, such as 2026-11-24`];
  const cases: [held: unknown, ends: unknown, result: unknown][] = [
    [leapDay, '1850-12-31', { held_on: leapDay, ends_on: '1850-12-31' }],
    [leapDay, '', { held_on: leapDay, ends_on: null }],
    [leapDay, null, { held_on: leapDay, ends_on: null }],
    [leapDay, undefined, { held_on: leapDay, ends_on: undefined }],
    ['', '', ['Held on is required']],
    [undefined, '', ['Held on is required']],
    ...[
      '2027-02-29',
      '2027-13-01',
      '2027-2-1',
      '29.02.2028',
      '0000-01-01',
      '2027-03-14T09:00:00Z',
      20270314,
    ].flatMap((day): typeof cases => [
      [day, '', wrong('Held on')],
      [leapDay, day, wrong('Ends on')],
    ]),
  ];
  for (const [held, ends, result] of cases) expect(read(held, ends), `${held} ${ends}`).toEqual(result);
  for (const schema of [Input, Shown]) {
    const { properties } = z.toJSONSchema(schema, { io: 'input' });
    expect(properties).toMatchObject({ held_on: { type: 'string', format: 'date' } });
    expect(JSON.stringify(properties!.ends_on)).toContain('"format":"date"');
  }
});
