// On both databases: reading all rows in batches within one snapshot.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '../../src/database/transaction.ts';
import { createPrivateFiles } from '../../src/pictures/files/storage.ts';
import { Activity } from '../../src/log/activity.entity.ts';
import { Post } from '../../src/modules/blog/blog.module.ts';
import { Message, MessageEvent, MessageFile } from '../../src/modules/inbox/message.entity.ts';
import { describePicture, insertPicture } from '../../src/pictures/change-pictures.ts';
import { messageKinds } from '../../src/shared/enumerations.ts';
import { toOneLine } from '../../src/shared/fields.ts';
import { activityModules } from '../../src/shared/module-facts.ts';
import { storedValuesOf } from '../../src/shared/settings/choices.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { Upload } from '../../src/shared/uploads.ts';
import { ImportedItem } from '../../src/content/imported-item.entity.ts';
import { siteContents } from '../../src/transfer/site-content.ts';
import { prepareExportFolder } from '../../src/transfer/site-export.ts';
import { buildFormData } from '../support/callers.ts';
import { type DatabaseKind, databaseKinds } from '../support/database.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';
import { callProcedure } from '../support/api-calls.ts';
import * as make from '../support/factories.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';
import { picture, storePicture } from '../support/pictures.ts';
import {
  exportToFolder,
  importFromFolder,
  openTransferSite,
  type TransferSite,
  deleteAllContent,
} from '../support/site-transfer.ts';
import { sweepTwice } from '../support/sweeps.ts';
import { pdf } from '../support/visitor-forms.ts';

/** A site with changed and deleted rows, pictures, and a message with a file. */
async function fill({ app, privateFiles, quarantine }: TransferSite): Promise<void> {
  const words = { title: 'Größe ✓', excerpt: 'E', content: '<p>C &amp; D</p>', category: 'Technology' };
  const act = async (name: string, input: Record<string, unknown>) =>
    (await callProcedure(app, 'rest', 'admin', `blog.${name}`, { ...words, ...input })).body.post;
  const featured_image = await picture({ width: 400, height: 300, format: 'jpeg' });
  await act('create', { featured_image, image_alt: 'Green' });
  const { id } = await act('create', { slug: 'groesse', tags: ['a', 'b'], is_published: true });
  await act('remove', await act('create', {}));
  await act('update', { id, title: 'Changed' });
  const em = app.database.fork();
  await make.createMember(em);
  await make.createJob(em, { is_internship: true, duration: '3 months', is_active: false });
  await make.createProject(em, { image: 'https://example.com/a.png' });
  await make.createMessage(em, { details: { company: 'Tram' }, spam_reasons: ['only links'] });
  const cv = join(quarantine, '..', 'cv');
  await writeFile(cv, await pdf().text());
  const upload = new Upload({ path: cv, bytes: 1, name: 'cv.pdf' });
  const attachment_key = await createPrivateFiles(privateFiles).keep(upload);
  const { id: noted } = await make.createMessage(em, {
    kind: 'application',
    attachment_name: 'cv.pdf',
    attachment_key,
    is_read: true,
  });
  await app.as('admin').inbox.note.mutate({ id: noted, text: 'Ask for larch' });
  await app.as('admin').inbox.setState.mutate({ ids: [noted], state: 'closed' });
}

test('every module that the log knows leaves with an export', () => {
  const exported = siteContents.flatMap(({ module }) => module ?? []);
  expect(exported.toSorted()).toEqual(activityModules.toSorted());
});

test.each(['/proc/x/y', 'package.json'])('an export is refused where no folder can be made: %s', (folder) =>
  expect(prepareExportFolder(folder)).rejects.toThrow(/^E(NOENT|EXIST)/),
);

// In this order, because one site is emptied and filled again and again.
describe('exports', { shuffle: false }, () => {
  describe.each(chooseByForm<readonly DatabaseKind[]>(databaseKinds, ['sqlite']))(
    'an export on %s',
    (kind) => {
      let site: Awaited<ReturnType<typeof openTransferSite>>;
      beforeAll(async () => {
        site = await openTransferSite(kind);
        await fill(site);
      });
      afterAll(() => site.close());

      test('comes back into the emptied site, equal: ids, dates, versions, log, pictures, documents', () =>
        withTemporaryFolder(async (folder) => {
          const before = await exportToFolder(site, join(folder, 'first'));
          expect(before['atrium.json']).toMatchObject({
            counts: {
              posts: 2,
              team: 1,
              jobs: 1,
              portfolio: 1,
              messages: 2,
              message_events: 2,
              activities: 5,
              pictures: 1,
            },
            missing: [],
          });
          const hiddenTexts = () =>
            site.app.database.read
              .selectFrom('activities')
              .select('open_search_text')
              .orderBy('id')
              .execute();
          const textsBefore = await hiddenTexts();
          await deleteAllContent(site);
          const outcomes = await importFromFolder(site, join(folder, 'first'));
          expect(outcomes.filter(({ outcome }) => outcome !== 'taken')).toEqual([]);
          expect(await exportToFolder(site, join(folder, 'second'))).toEqual(before);
          expect(await hiddenTexts()).toEqual(textsBefore);
          const { posts } = await site.app.as('admin').blog.list.query({ search: 'größe' });
          const { messages } = await site.app.as('admin').inbox.list.query({ search: 'larch' });
          expect(messages.map(({ state }) => state)).toEqual(['closed']);
          expect(posts.map(({ picture: shown }) => shown?.alt)).toEqual(['Green']);
          const next = { title: 'Next', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
          const { id } = (await callProcedure(site.app, 'rest', 'admin', 'blog.create', next)).body.post;
          expect(id).toBeGreaterThan(2);
          await site.app.as('admin').blog.remove.mutate({ id });
        }));

      test('that fails leaves an empty folder, so that the next one can be made there', () =>
        withTemporaryFolder(async (folder) => {
          const read = () => Promise.reject(new Error('The disk is gone'));
          const broken = { ...site, uploads: { ...site.uploads, read } };
          await expect(exportToFolder(broken, folder)).rejects.toThrow('The disk is gone');
          expect(await readdir(folder)).toEqual([]);
          expect(await exportToFolder(site, folder)).toHaveProperty(['posts.json']);
        }));

      test('includes what was imported before, so that nothing is imported a second time', () =>
        withTemporaryFolder(async (folder) => {
          const other = await openTransferSite(kind);
          const { database } = other.app;
          const em = database.fork();
          const { id: row_id } = await make.createPost(em, { title: 'From elsewhere' });
          const about = { author: 'Ada', address: 'https://old.example.com/1/', title: 'One', date: null };
          const entries = [
            { external_id: '1', row_id, details: about },
            { external_id: '2', row_id: 987_654, details: { ...about, title: 'Deleted since' } },
          ];
          for (const entry of entries) {
            const source = { source: 'wordpress https://old.example.com', kind: 'post' };
            await em.insert(ImportedItem, { ...source, ...entry, imported_at: new Date('2021-02-03') });
          }
          const before = await exportToFolder(other, folder);
          expect(before['atrium.json']).toMatchObject({ counts: { imported: 2 } });
          await deleteAllContent(other);
          // Its id is in use, so the post gets another one.
          await em.insert(Post, {
            id: row_id,
            title: 'Other',
            excerpt: 'E',
            content: 'C',
            category: 'Technology',
            tags: [],
            is_published: true,
            search_text: '',
            version: 1,
            created_at: new Date(0),
            updated_at: new Date(0),
          });
          await importFromFolder(other, folder);
          const post = await database.fork().findOneOrFail(Post, { title: 'From elsewhere' });
          expect(post.id).not.toBe(row_id);
          const brought = await database
            .fork()
            .find(ImportedItem, { kind: 'post' }, { orderBy: { id: 'asc' } });
          expect(brought).toMatchObject([
            { ...entries[0], row_id: post.id, imported_at: new Date('2021-02-03') },
            // It stays deleted and is not mistaken for an existing row.
            { ...entries[1], row_id: 0 },
          ]);
          const again = (await importFromFolder(other, folder)).filter(
            ({ kind: what }) => what === 'imported',
          );
          expect(again.map(({ outcome, notes }) => [outcome, ...notes])).toEqual([
            ['skipped', 'is here already'],
            ['skipped', 'is here already'],
          ]);
          // An export of an earlier version has no such file.
          await deleteAllContent(other);
          const { imported: _, ...counts } = (
            before['atrium.json'] as { counts: object & { imported: number } }
          ).counts;
          const about1 = { ...(before['atrium.json'] as object), counts };
          await writeFile(join(folder, 'atrium.json'), JSON.stringify(about1));
          await rm(join(folder, 'imported.json'));
          const outcomes = await importFromFolder(other, folder);
          expect(outcomes.filter(({ outcome }) => outcome === 'skipped')).toEqual([]);
          await other.close();
        }));

      test.skipIf(isShortForm)(
        'has the settings of the site, which a site without settings of its own takes over',
        () =>
          withTemporaryFolder(async (folder) => {
            const [from, to] = [await openTransferSite(kind), await openTransferSite(kind)];
            const put = (of: typeof from, value: object) =>
              of.app.rest('admin').put('/api/admin/settings/company', { value });
            const nameOf = async (of: typeof from) =>
              (await of.app.rest('anonymous').get('/api/site')).body.company.name;
            await put(from, { name: 'Brightforge' });
            await put(from, { name: 'Brightforge GmbH' });
            expect((await exportToFolder(from, folder))['settings.json']).toMatchObject({
              items: [{ group: 'company', value: { name: 'Brightforge GmbH' } }],
            });
            expect((await importFromFolder(to, folder, true)).at(-1)).toMatchObject({
              title: 'company',
              outcome: 'taken',
            });
            expect(await nameOf(to)).toBe('Atrium');
            await importFromFolder(to, folder);
            expect(await nameOf(to)).toBe('Brightforge GmbH');
            await put(to, { name: 'Own' });
            expect((await importFromFolder(to, folder)).at(-1)).toMatchObject({ outcome: 'skipped' });
            expect(await nameOf(to)).toBe('Own');
            await writeFile(
              join(folder, 'settings.json'),
              '{"items":[{"group":"pages","value":[]},{"group":"holidays","value":{"days":30}}]}',
            );
            const outcomes = (await importFromFolder(to, folder)).filter(({ kind: of }) => of === 'settings');
            expect(outcomes.map(({ outcome }) => outcome)).toEqual(['skipped', 'taken']);
            await Promise.all([from.close(), to.close()]);
          }),
      );

      test.skipIf(isShortForm)(
        'has the logo of the site, and goes without it where its file is missing',
        () =>
          withTemporaryFolder(async (folder) => {
            const sites = [
              await openTransferSite(kind),
              await openTransferSite(kind),
              await openTransferSite(kind),
            ] as const;
            const [from, to, last] = sites;
            const logoOf = async (of: typeof from) =>
              (await of.app.rest('anonymous').get('/api/site')).body.brand.logo;
            const upload = buildFormData({
              field: 'logo',
              picture: await picture({ width: 200, height: 50 }),
            });
            const { body } = await from.app.rest('admin').post('/api/admin/settings/brand/pictures', upload);
            const value = { accent: '#1f4fd8', logo: body.path };
            await from.app.rest('admin').put('/api/admin/settings/brand', { value });
            expect(await exportToFolder(from, folder)).toHaveProperty([body.path]);
            await importFromFolder(to, folder);
            expect(await logoOf(to)).toEqual({ path: body.path, width: 200, height: 50 });
            expect((await sweepTwice(to.app.work())).removedFiles).toEqual([]);
            await rm(join(folder, body.path));
            expect((await importFromFolder(last, folder)).at(-1)).toMatchObject({
              outcome: 'changed',
              notes: [`${body.path} is not in the export: taken without it`],
            });
            expect(await logoOf(last)).toBeNull();
            const { body: group } = await last.app.rest('admin').get('/api/admin/settings/brand');
            expect(group.value).toMatchObject({ accent: '#1f4fd8', logo: '' });
            await Promise.all(sites.map((each) => each.close()));
          }),
      );

      test('of version 0.1 has applications that name their job, and are about it if no other has its title', () =>
        withTemporaryFolder(async (folder) => {
          const own = await openTransferSite(kind);
          const em = own.app.database.fork();
          const { id } = await make.createJob(em, { title: 'Roofer' });
          for (const title of ['Joiner', 'Joiner']) await make.createJob(em, { title });
          for (const job of ['Roofer', 'Joiner', 'Gone'])
            await make.createMessage(em, { kind: 'application', name: job, details: { job } });
          await exportToFolder(own, folder);
          const file = join(folder, 'messages.json');
          const exported = JSON.parse(await readFile(file, 'utf8'));
          for (const item of exported.items) delete item.about_id;
          await writeFile(file, JSON.stringify(exported));
          await deleteAllContent(own);
          await importFromFolder(own, folder);
          const { messages } = await own.app.as('admin').inbox.list.query({ kind: 'application' });
          expect(Object.fromEntries(messages.map(({ name, about_id }) => [name, about_id]))).toEqual({
            Roofer: id,
            Joiner: null,
            Gone: null,
          });
          await own.close();
        }));

      test('adds nothing to the site that it came from, whatever changed there', () =>
        withTemporaryFolder(async (folder) => {
          await exportToFolder(site, join(folder, 'first'));
          const em = site.app.database.fork();
          const [post] = await em.find(Post, {});
          post!.title = 'Written since';
          await em.flush();
          const changed = await exportToFolder(site, join(folder, 'second'));
          const outcomes = await importFromFolder(site, join(folder, 'first'));
          expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
          expect(outcomes.find(({ title }) => title !== 'Changed')!.notes).toEqual([
            'is here already, and differs: left as it is',
          ]);
          expect(await exportToFolder(site, join(folder, 'third'))).toEqual(changed);
        }));

      test('gets new ids in a site that uses them, reports that, and is imported only once', () =>
        withTemporaryFolder(async (folder) => {
          const first = await exportToFolder(site, join(folder, 'first'));
          const other = await openTransferSite(kind);
          try {
            await make.createPost(other.app.database.fork(), { title: 'Was here' });
            await make.createMessage(other.app.database.fork(), { subject: 'Was here' });
            const dry = await importFromFolder(other, join(folder, 'first'), true);
            expect(await other.app.database.fork().count(Post)).toBe(1);
            const outcomes = await importFromFolder(other, join(folder, 'first'));
            expect(outcomes.length).toBe(dry.length);
            const [moved] = outcomes.filter(
              ({ kind: of, externalId }) => of === 'posts' && externalId === '1',
            );
            expect(moved!.notes).toEqual([`its id is taken here: it is ${moved!.id} now`]);
            const em = other.app.database.fork();
            expect((await em.findOneOrFail(Post, { id: 1 })).title).toBe('Was here');
            const [line] = await em.find(Activity, { item_id: moved!.id!, type: 'create', module: 'blog' });
            expect(line).toMatchObject({
              metadata: { post_id: moved!.id },
              user_id: null,
              user_name: 'The admin',
            });
            expect(await em.count(Message)).toBe(3);
            const again = await importFromFolder(other, join(folder, 'first'));
            expect(new Set(again.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
            const files = (all: Record<string, unknown>) =>
              Object.keys(all).filter((name) => /^(uploads|private)\//.test(name));
            expect(files(await exportToFolder(other, join(folder, 'second')))).toEqual(files(first));
          } finally {
            await other.close();
          }
        }));

      test('reports each item of a module that this version does not have, and takes the rest', () =>
        withTemporaryFolder(async (folder) => {
          const first = join(folder, 'first');
          await exportToFolder(site, first);
          const about = JSON.parse(await readFile(join(first, 'atrium.json'), 'utf8'));
          const songs = [{ id: 1, title: 'A song' }, { id: 2 }];
          await writeFile(
            join(first, 'atrium.json'),
            JSON.stringify({ ...about, counts: { ...about.counts, songs: 2 } }),
          );
          await writeFile(join(first, 'songs.json'), JSON.stringify({ items: songs }));
          const activities = JSON.parse(await readFile(join(first, 'activities.json'), 'utf8'));
          Object.assign(activities.items[0], { module: 'songs', description: 'Created song "A song"' });
          await writeFile(join(first, 'activities.json'), JSON.stringify(activities));
          const other = await openTransferSite(kind);
          try {
            const outcomes = await importFromFolder(other, first);
            const notes = ['this version has no songs'];
            expect(outcomes.filter(({ outcome }) => outcome === 'skipped')).toEqual([
              { kind: 'songs', externalId: '1', title: 'A song', outcome: 'skipped', notes },
              { kind: 'songs', externalId: '2', title: '', outcome: 'skipped', notes },
            ]);
            expect(outcomes.some(({ kind: of }) => of === 'posts')).toBe(true);
            const { body } = await other.app.rest('admin').get('/api/admin/activities?search=song');
            expect(body.activities).toMatchObject([
              { module: 'songs', description: 'Created song "A song"' },
            ]);
          } finally {
            await other.close();
          }
        }));

      test('is refused or repaired where it was changed', () =>
        withTemporaryFolder(async (folder) => {
          const all = await exportToFolder(site, join(folder, 'first'));
          const path = join(folder, 'first', 'posts.json');
          const posts = JSON.parse(await readFile(path, 'utf8'));
          posts.items[0].content = '<p>Fine<script>alert(1)</script></p>';
          posts.items[1].title = '';
          await writeFile(path, JSON.stringify(posts));
          for (const name of Object.keys(all).filter((file) => /^(uploads|private)\//.test(file))) {
            await writeFile(join(folder, 'first', name), 'changed');
          }
          const other = await openTransferSite(kind);
          try {
            const outcomes = await importFromFolder(other, join(folder, 'first'));
            const [first, second] = outcomes;
            expect(first!.notes).toEqual([
              expect.stringMatching(/^uploads\/\S+ is not what its name says: taken without it$/),
            ]);
            expect(second).toMatchObject({ outcome: 'skipped', notes: [expect.stringMatching(/^title: /)] });
            const em = other.app.database.fork();
            expect(await em.find(Post, {})).toMatchObject([{ content: '<p>Fine</p>', featured_image: null }]);
            expect(await em.count(Message, { attachment_key: { $ne: null } })).toBe(0);
            expect(await other.app.servedPictures()).toEqual([]);
            await rm(join(folder, 'first', 'atrium.json'));
            await expect(importFromFolder(other, join(folder, 'first'))).rejects.toThrow(
              /there is no file \S+atrium\.json/,
            );
          } finally {
            await other.close();
          }
        }));

      test('leaves out what belongs to a refused row or breaks a rule of the form, and brings in the rest', () =>
        withTemporaryFolder(async (folder) => {
          const first = join(folder, 'first');
          const em = site.app.database.fork();
          const { id: message_id } = await make.createMessage(em, { subject: 'Refused' });
          const answer = { message_id, created_at: new Date(), type: 'reply', user_name: 'Ada', text: 'Yes' };
          const event_id = await em.insert(MessageEvent, answer);
          const file = {
            event_id,
            name: 'offer.pdf',
            attachment_key: 'lost',
            bytes: 9,
            created_at: new Date(),
          };
          await em.insert(MessageFile, file);
          await make.createActivity(em);
          await exportToFolder(site, first);
          const rewrite = async (name: string, change: (items: Record<string, unknown>[]) => void) => {
            const path = join(first, `${name}.json`);
            const content = JSON.parse(await readFile(path, 'utf8'));
            change(content.items);
            await writeFile(path, JSON.stringify(content));
          };
          await rewrite('messages', (items) => {
            items.find(({ id }) => id === message_id)!.email = '';
            items.find(({ id }) => id === message_id)!.subject = 7;
          });
          await rewrite('activities', (items) => {
            const value = { old: 1, new: 2 };
            const entry = { ...items[0], item_id: null, is_verified: true };
            items.push({ ...entry, id: 900_001, item_id: 2 ** 40 });
            items.push({ ...entry, id: 900_002, changes: { 'a\u0000': value } });
            items.push({ ...entry, id: 900_003, changes: { title: value } });
          });
          const redirect = {
            kind: 'redirect',
            item_id: null,
            is_current: false,
            since: '2026-01-01T00:00:00Z',
          };
          const refused = [
            ...['/admin', '/healthz', '/uploads/a.png', '/careers', '/blog', '/*', '/*/*'],
            '/gr\uFFFD\uFFFDe',
          ].map((path) => ({ path, target: '/blog' }));
          const targets = ['//example.com', '/\\example.com', '/itself', '/blog/*', '/gr%EF%BF%BDn'].map(
            (target) => ({ path: '/itself', target }),
          );
          await rewrite('addresses', (items) => {
            for (const one of [...refused, ...targets]) items.push({ ...redirect, ...one });
            items.push({ ...redirect, path: '/old', target: '/blog?tag=a\r\nset-cookie: x' });
            items.push({ ...redirect, path: '/shop/*', target: '/services' });
          });
          const other = await openTransferSite(kind);
          try {
            const outcomes = await importFromFolder(other, first);
            const skipped = outcomes.filter(({ outcome }) => outcome === 'skipped');
            const named = skipped.map(({ kind: of, externalId }) => `${of} ${externalId}`);
            expect(named).toEqual(
              expect.arrayContaining([
                `messages ${message_id}`,
                `message_events ${event_id}`,
                expect.stringMatching(/^message_files /),
                ...['activities 900001', 'activities 900002'],
                ...[...refused, ...targets].map(({ path }) => `addresses ${path}`),
              ]),
            );
            expect(named.filter((name) => name === 'addresses /itself')).toHaveLength(targets.length);
            expect(skipped.every(({ notes }) => notes.length > 0)).toBe(true);
            expect(await other.app.database.fork().count(Message, {})).toBeGreaterThan(0);
            expect(await other.app.database.fork().count(Activity, { id: 900_003 })).toBe(1);
            const { body } = await other.app.rest('admin').get('/api/admin/redirects');
            expect(body.redirects).toMatchObject([
              { path: '/old', target: '/blog?tag=aset-cookie:%20x' },
              { path: '/shop/*', target: '/services' },
            ]);
          } finally {
            await other.close();
          }
        }));

      test('describes its files by schemas that they follow', () =>
        withTemporaryFolder(async (folder) => {
          const all = await exportToFolder(site, join(folder, 'first'));
          for (const name of ['posts', 'team', 'jobs', 'portfolio', 'messages', 'activities', 'pictures']) {
            const schema = z.fromJSONSchema(all[`${name}.schema.json`] as never);
            expect(schema.safeParse(all[`${name}.json`]).error, name).toBeUndefined();
          }
        }));
    },
  );
});

// Text as the forms store it: any characters of any script, trimmed.
const text = (max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: max })
    .map((word) => word.replaceAll('\u0000', '').trim().slice(0, max).toWellFormed().trim())
    .filter((word) => word !== '');
const moment = fc.date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
/** Text as forms accept it for a field of one line. */
const line = (max: number) =>
  text(max)
    .map(toOneLine)
    .filter((word) => word !== '');
const list = fc.uniqueArray(line(20), { minLength: 1, maxLength: 3 });
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 2 });
const randomSite = fc.record({
  posts: some(
    fc.record({
      words: fc.record({
        title: line(50),
        excerpt: text(80),
        tags: list,
        is_published: fc.boolean(),
        category: fc.constantFrom(...storedValuesOf(settingDefaults.choices, 'blog_categories')),
        content: text(80).map(
          (word) => `<p>${word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`,
        ),
      }),
      at: moment,
      version: fc.integer({ min: 1, max: 9 }),
      hasPicture: fc.nat(9).map((n) => n === 0),
    }),
  ),
  members: some(fc.record({ name: line(50), description: text(80), expertise: list })),
  jobs: some(
    fc.record({ title: line(50), requirements: list, is_internship: fc.boolean(), duration: line(20) }),
  ),
  projects: some(fc.record({ title: line(50), client: line(50), technologies: list })),
  messages: some(
    fc.record({
      words: fc.record({
        subject: line(50),
        message: text(80),
        name: line(20),
        kind: fc.constantFrom(...messageKinds),
      }),
      created_at: moment,
      is_read: fc.boolean(),
      // Details are named after fields of forms. zod drops this one name from every record.
      details: fc.dictionary(
        text(9).filter((name) => name !== '__proto__'),
        text(20),
        { maxKeys: 3 },
      ),
    }),
  ),
  activities: some(
    fc.record({ description: text(80), user_name: line(20), created_at: moment, is_verified: fc.boolean() }),
  ),
});

test.each(
  chooseByForm<[DatabaseKind, number][]>(
    [
      ['sqlite', 100],
      ['postgresql', 10],
    ],
    [['sqlite', 1]],
  ),
)(
  'random sites come back from their exports equal, on %s %i of them',
  { timeout: 120_000 },
  async (kind, numRuns) => {
    const site = await openTransferSite(kind);
    const { database } = site.app;
    // The data need not survive a power failure, and without flushes a thousand small transactions are faster.
    if (kind === 'sqlite') await database.fork().getConnection().execute('pragma synchronous = off');
    const property = fc.asyncProperty(randomSite, (content) =>
      withTemporaryFolder(async (folder) => {
        await deleteAllContent(site);
        const em = database.fork();
        for (const { words, at, version, hasPicture } of content.posts) {
          const stored = hasPicture ? await storePicture(site.app.work().pictures) : undefined;
          if (stored) await insertPicture({ em, now: at }, stored, null);
          if (stored)
            await inTransaction(site.app.work(), (inside) =>
              describePicture(inside, stored.path, words.title.replaceAll(/\p{Cc}/gu, '')),
            );
          const { id } = await make.createPost(em, { ...words, featured_image: stored?.path ?? null });
          await database
            .fork()
            .getKysely<{ posts: object & { id: number; version: number } }>()
            .updateTable('posts')
            .set({ version })
            .where('id', '=', id)
            .execute();
        }
        for (const words of content.members) await make.createMember(em, words);
        for (const words of content.jobs) await make.createJob(em, words);
        for (const words of content.projects) await make.createProject(em, words);
        for (const { words, ...facts } of content.messages)
          await make.createMessage(em, { ...words, ...facts });
        for (const facts of content.activities) await make.createActivity(em, facts);
        const before = await exportToFolder(site, join(folder, 'first'));
        await deleteAllContent(site);
        await importFromFolder(site, join(folder, 'first'));
        expect(await exportToFolder(site, join(folder, 'second'))).toEqual(before);
      }),
    );
    try {
      await fc.assert(property, { numRuns, endOnFailure: true });
    } finally {
      await site.close();
    }
  },
);
