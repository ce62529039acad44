// On both databases: the folded texts and the migration that made them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldAccents } from '../../prisma-free-migrations/0.2-rows.ts';
import { foldWords } from '../../prisma-free-migrations/1.0.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createJob, createMember, createMessage, createPost, createUser } from '../support/factories.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

/** What a user types, and what is stored. */
const pairs = [
  ['istanbul', 'İSTANBUL'],
  ['yildiz', 'Yıldız'],
  ['mussig', 'Müßig'],
  ['STRASSENBAUAMT', 'Straßenbauamt'],
  ['strasse', 'Straße'],
  ['turkce', 'Türkçe'],
  ['lodz', 'Łódź'],
  ['Œuvre', 'oeuvre'],
  ['aero', 'Ærø'],
  ['Ångström', 'angstrom'],
  ['für', 'FUR'],
  ["O'Brien", 'O’Brien’s garden'],
  ['D´Arcy', "D'Arcy"],
  ['Donaudampf', 'Donau\u00addampf'],
  ['zero\u200bwidth', 'Zerowidth'],
  ['e-mail', 'e\u2011mail'],
  ['"Quoted"', '“Quoted” words'],
  ['thin  blank', 'Thin\u2009blank'],
  ['Lovelace Ada', 'Ada King Lovelace'],
  ['dorde cosic', 'Đorđe Ćosić'],
  ['محمد', 'مُحَمَّد'],
  ['احمد', 'أحمد'],
  ['مدرسه', 'مدرسة'],
  ['علي', 'على'],
  ['שלום', 'שָׁלוֹם'],
] as const;

describe.each(databaseKinds)('a search on %s', (kind) => {
  const testOnce = onceInGate(kind);
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
    const em = site.database.fork();
    for (const [, stored] of pairs) {
      await createMessage(em, { subject: stored });
      await createPost(em, { title: stored });
      await createMember(em, { name: stored });
      await createJob(em, { title: stored });
    }
    await createMessage(em, { subject: 'Hello', email: 'ada.byron@example.com' });
  });
  afterAll(() => site.close());

  const find = async (path: string, search: string) => {
    const { body } = await site.rest('admin').get(`${path}?${new URLSearchParams({ search })}`);
    return body.meta.total as number;
  };

  test.each(['messages', 'blog-posts', 'team', 'jobs'])(
    'finds %s whatever their case and accents',
    async (list) => {
      for (const [typed] of pairs)
        expect.soft(await find(`/api/admin/${list}`, typed), typed).toBe(typed === 'strasse' ? 2 : 1);
    },
  );

  test('needs every word, in any order', async () => {
    expect(await find('/api/admin/messages', 'lovelace king')).toBe(1);
    expect(await find('/api/admin/messages', 'lovelace charles')).toBe(0);
    expect(await find('/api/admin/messages', 'ki ada lo')).toBe(1);
  });

  testOnce('an export has the same rows as the list', async () => {
    const { body } = await site
      .rest('admin')
      .get(`/api/admin/messages.csv?search=${encodeURIComponent("o'brien garden")}`);
    expect(String(body)).toContain('Brien’s garden');
  });

  test('finds a message by its sender’s address', async () => {
    expect(await find('/api/admin/messages', 'ada.byron@')).toBe(1);
  });

  test('accounts whose addresses differ in accents stay apart', async () => {
    const em = site.database.fork();
    await createUser(em, { email: 'zoe@example.com' });
    await createUser(em, { email: 'zoé@example.com' });
    expect(await find('/api/admin/users', 'zoe@')).toBe(2);
  });
});

describe.each(databaseKinds)('spellings of umlauts on %s', (kind) => {
  const testOnce = onceInGate(kind);
  testOnce('are the same on a German site, and differ on others', async () => {
    const site = await testApp(kind);
    const em = site.database.fork();
    for (const title of ['Größe', 'Groesse', 'Neue Quelle']) await createPost(em, { title });
    const find = async (search: string) => {
      const { body } = await site
        .rest('admin')
        .get(`/api/admin/blog-posts?${new URLSearchParams({ search })}`);
      return body.meta.total as number;
    };
    expect(await find('groesse')).toBe(1);
    await site.rest('admin').put('/api/admin/settings/region', { value: { language: 'de' } });
    for (const typed of ['groesse', 'Größe', 'GROESSE']) expect(await find(typed), typed).toBe(2);
    expect(await find('quelle neue')).toBe(1);
    await site.close();
  });
});

describe.each(databaseKinds)('the texts of the version before these signs were folded, on %s', (kind) => {
  test('are folded by the migration as a save folds them', async () => {
    const site = await testApp(kind);
    const em = site.database.fork();
    const titles = pairs.map(([, stored]) => stored);
    for (const title of titles) await createPost(em, { title });
    const tables = em.getKysely<Record<string, Record<string, unknown>>>();
    const read = () =>
      tables.selectFrom('posts').select(['id', 'search_text', 'sort_title']).orderBy('id').execute();
    const saved = await read();
    for (const [at, title] of titles.entries()) {
      const text = foldAccents(title);
      await tables
        .updateTable('posts')
        .set({ search_text: saved[at]!.search_text?.toString().replace(/^.*/, text), sort_title: text })
        .where('id', '=', saved[at]!.id)
        .execute();
    }
    expect(await read()).not.toEqual(saved);
    await foldWords(tables);
    expect(await read()).toEqual(saved);
    await site.close();
  });
});
