import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listsOf } from '../support/choice-lists.ts';
import { answersAboutChoices, describedChoices } from '../support/choice-records.ts';
import { databaseKinds } from '../support/database.ts';
import { type TestApp, testApp } from '../support/test-app.ts';

// The files were recorded when the lists were part of the program.
const recorded = async (name: string) =>
  JSON.parse(await readFile(`tests/fixtures/choices/${name}.json`, 'utf8')) as Record<string, string>;

/** Fields that rows have had since: dates, state, address and author, how they are found, their place, what jobs offer, how people are reached, and the story of a project. */
const laterFields =
  /,"(?:published_at|unpublish_at|closes_at|state|author|position|slug|path|seo_title|seo_description|share_picture|shared_picture|is_hidden_from_search|canonical_url|salary_min|salary_max|salary_currency|salary_period|location_type|team|recruiter|what_next|photograph|photo|linkedin|email|ask_about|client_description|sector|services|problem|approach|outcome|figures|quote_person|quote_role|gallery|is_featured|project_id)":(?:"[^"]*"|null|false|\[\]|[\d.]+)|,"year":null,"duration":null|,"quote":null/g;

describe.each(databaseKinds)('a site that has not changed its lists, on %s', (kind) => {
  let site: TestApp;
  beforeAll(async () => {
    site = await testApp(kind);
  });
  afterAll(() => site.close());

  test('answers programs as before, byte for byte', async () => {
    const answers = Object.entries(await answersAboutChoices(site));
    const known = answers.map(([what, text]) => [what, text.replaceAll(laterFields, '')]);
    expect(Object.fromEntries(known)).toEqual(await recorded('answers'));
  });

  test('describes its lists in OpenAPI as before', async () => {
    const described = await describedChoices(site);
    // Counts may now name values that only rows have.
    const counts = Object.entries(described).filter(([place]) => place.endsWith('/stats/properties/by'));
    for (const [place, text] of counts)
      described[place] = text.replace(/"additionalProperties":\{[^{}]*\}/, '"additionalProperties":false');
    // These operations are newer.
    const known = Object.entries(described).filter(
      ([place]) =>
        !/~(?:publishing|group|duplicate)\/|~versions~|~by-slug~|^\/~portfolios~\{id\}|^\/~testimonials\//.test(
          place,
        ),
    );
    expect(Object.fromEntries(known)).toEqual(await recorded('openapi'));
  });

  test('describes the lists of today after they have changed', async () => {
    await listsOf(site).rename('blog_categories', 'Technology', 'Forging');
    const text = JSON.stringify((await site.rest('anonymous').get('/api/openapi.json')).body);
    expect(text).toContain('{"type":"string","enum":["Forging","Development"');
    expect(text).not.toContain('"Technology"');
  });
});
