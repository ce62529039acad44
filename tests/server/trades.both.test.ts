import { describe, expect, test } from 'vitest';
import { defaultsFor, settingDefaults } from '../../src/shared/settings/defaults.ts';
import { languages, trades, type Language, type Trade } from '../../src/shared/settings/fields/region.ts';
import { databaseKinds, onceInGate } from '../support/database.ts';
import { createPost } from '../support/factories.ts';
import { useSite } from '../support/use-site.ts';

test('each trade has lists and texts in each language, and IT services in English are the sample company’s', () => {
  const { company, pages, lists, choices } = settingDefaults;
  expect(defaultsFor({ language: 'en', trade: 'it' })).toMatchObject({ company, pages, lists, choices });
  const english = new Set(['IT Support', 'System Migration', 'Human Resource', 'Application Tech Support']);
  for (const language of Object.keys(languages) as Language[])
    for (const trade of Object.keys(trades) as Trade[]) {
      const values = defaultsFor({ language, trade });
      const { job_types: _, ...words } = values.choices;
      for (const entries of Object.values(words)) {
        const names = entries.map(({ name }) => name.toLowerCase());
        expect(names.length, `${language} ${trade}`).toBeGreaterThan(2);
        expect(new Set(names).size, `${language} ${trade}`).toBe(names.length);
        if (trade !== '' && !(trade === 'it' && language === 'en'))
          expect(entries.filter(({ name }) => english.has(name))).toEqual([]);
      }
    }
});

describe.each(databaseKinds)('a trade on %s', (kind) => {
  const testOnce = onceInGate(kind);
  const site = useSite({ on: kind });
  const names = async () => {
    const { body } = await site.rest('admin').get('/api/admin/settings/choices');
    return (body.value.blog_categories as { name: string }[]).map(({ name }) => name);
  };
  const save = async (group: string, value: object) =>
    expect((await site.rest('admin').put(`/api/admin/settings/${group}`, { value })).status).toBe(200);

  test('replaces the lists that nobody has edited, and keeps each word that a row uses', async () => {
    await createPost(site.database.fork(), { category: 'Innovation' });
    const { id } = await createPost(site.database.fork(), { category: 'Technology' });
    await site.rest('admin').delete(`/api/admin/blog-posts/${id}`);
    await save('region', { language: 'de', trade: 'crafts' });
    expect(await names()).toEqual(['Werkstatt', 'Material', 'Ratgeber', 'Aktuelles', 'Innovation']);
    // A row in the trash held no word, and keeps its own.
    const restored = await site.rest('admin').post(`/api/admin/blog-posts/${id}/restore`);
    expect(restored.status).toBe(200);
    expect(await names()).not.toContain('Technology');
  });

  testOnce('never changes a list that somebody has edited', async () => {
    await save('choices', { blog_categories: [{ name: 'Ours' }] });
    await save('region', { language: 'fr', trade: 'food' });
    expect(await names()).toEqual(['Ours']);
  });
});
