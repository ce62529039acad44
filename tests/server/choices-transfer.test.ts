import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mapCategories, newCategories } from '../../src/transfer/category-map.ts';
import { defaultLists, choiceListsOf } from '../support/choice-lists.ts';
import { databaseKinds } from '../support/database.ts';
import { createMember, createPost } from '../support/factories.ts';
import { withTemporaryFolder } from '../support/foreign-imports.ts';
import { exportToFolder, importFromFolder, openTransferSite } from '../support/site-transfer.ts';

describe.each(databaseKinds)('lists of choices in exports and imports, on %s', (kind) => {
  test('come with the rows to an empty site', () =>
    withTemporaryFolder(async (folder) => {
      const [from, to] = [await openTransferSite(kind), await openTransferSite(kind)];
      await createPost(from.app.database.fork());
      await choiceListsOf(from.app).rename('blog_categories', 'Technology', 'Forging');
      const { 'posts.schema.json': schema } = await exportToFolder(from, folder);
      expect(JSON.stringify(schema)).not.toMatch(/listed|isExample/);
      await importFromFolder(to, folder);
      const rest = to.app.rest('admin');
      expect((await choiceListsOf(to.app).read()).value.blog_categories[0]).toMatchObject({
        key: 'technology',
        name: 'Forging',
        former: ['Technology'],
      });
      expect((await rest.get('/api/admin/blog-posts?page=1')).body.stats.by).toMatchObject({ Forging: 1 });
      await Promise.all([from.close(), to.close()]);
    }));

  test('are not needed: an old name becomes the new one, and a name that no list has stays', () =>
    withTemporaryFolder(async (folder) => {
      const [from, to] = [await openTransferSite(kind), await openTransferSite(kind)];
      const em = from.app.database.fork();
      await createPost(em, { title: 'One', category: 'Technology' });
      await createPost(em, { title: 'Two', category: 'Heritage' });
      await createMember(em, { name: 'Ada', role: 'HR Officer' });
      await exportToFolder(from, folder);
      const lists = choiceListsOf(to.app);
      await lists.rename('blog_categories', 'Technology', 'Forging');
      await lists.rename('team_roles', 'HR Officer', 'Quartermaster');
      const outcomes = await importFromFolder(to, folder);
      expect(outcomes.filter(({ kind: of }) => of === 'posts')).toMatchObject([
        { outcome: 'changed', notes: ['category: Technology is Forging here'] },
        { outcome: 'taken', notes: [] },
      ]);
      const rest = to.app.rest('admin');
      const { stats, posts } = (await rest.get('/api/admin/blog-posts?page=1')).body;
      expect(stats.by).toMatchObject({ Forging: 1, Heritage: 1 });
      expect(posts.find(({ title }: { title: string }) => title === 'One')).toMatchObject({
        updated_at: JSON.parse(await readFile(join(folder, 'posts.json'), 'utf8')).items[0].updated_at,
      });
      expect((await rest.get('/api/admin/team?search=quartermaster')).body.team).toMatchObject([
        { name: 'Ada' },
      ]);
      await Promise.all([from.close(), to.close()]);
    }));
});

test('categories of another site are mapped to those of the settings, also by a former name, or keep their names', () =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'map.json');
    const [first, ...others] = defaultLists.blog_categories;
    const choices = {
      ...defaultLists,
      blog_categories: [{ ...first!, name: 'Forging', former: ['Technology'] }, ...others],
    };
    const survey = {
      source: 's',
      categories: new Map([['news', { name: 'News &amp; more', parents: [], isFirst: true }]]),
    };
    const map = (to: string | null, fallback?: string) =>
      writeFile(file, JSON.stringify({ categories: { news: { name: 'News', to } } })).then(() =>
        mapCategories(survey as never, { file, choices, fallback }),
      );
    expect((await map('Forging')).get('news')).toBe('Forging');
    expect((await map('Technology')).get('news')).toBe('Forging');
    expect((await map(null, 'Technology')).get('news')).toBe('Forging');
    const kept = await map(null);
    expect(kept.get('news')).toBe('News & more');
    expect(newCategories(kept, survey as never, choices)).toEqual(['News & more']);
    const same = [...choices.blog_categories, { ...first!, key: 'own', name: 'NEWS & More', former: [] }];
    expect(newCategories(kept, survey as never, { ...choices, blog_categories: same })).toEqual([]);
    await expect(map(null, 'Sport')).rejects.toThrow('--category-default must be one of Forging, ');
    await expect(map('Sport')).rejects.toThrow(
      'categories.news.to must be one of Forging, Development, Innovation, Company News, Industry Trends',
    );
  }));
