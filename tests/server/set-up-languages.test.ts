import { describe, expect, test } from 'vitest';
import type { Language, Trade } from '../../src/shared/settings/fields/region.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import {
  readableWithListsOf,
  untranslatedDefaultsFor,
  untranslatedTextsFor,
  wordsIn,
} from '../support/catalogue-words.ts';
import { importAllSamples, readSamples } from '../support/sample-site.ts';
import { chooseByForm } from '../support/test-form.ts';
import { useSite } from '../support/use-site.ts';

const countries = { de: 'DE', fr: 'FR', es: 'ES', tr: 'TR' } as const satisfies Partial<
  Record<Language, string>
>;
type Foreign = keyof typeof countries;
const languages = Object.keys(countries) as Foreign[];
const full = languages.flatMap((language) =>
  (['crafts', 'health', 'food', ''] as const).map((trade): [Foreign, Trade] => [language, trade]),
);

/** All words of the sample rows, which stay English until they are removed. */
const sampleWords = JSON.stringify(
  ['posts', 'portfolio', 'jobs', 'team', 'testimonials', 'clients', 'albums', 'media', 'pictures'].map(
    readSamples,
  ),
);

/** The languages and trades that the short form tries. `languages.test.ts` tries the others. */
const emptyInShort: [Foreign, Trade][] = [['es', '']];
const filledInShort: [Foreign, Trade][] = [['fr', 'food']];

describe.each([
  { name: 'without samples', isFilled: false, short: emptyInShort },
  { name: 'with samples', isFilled: true, short: filledInShort },
])('a site $name after its set-up', ({ isFilled, short }) => {
  const site = useSite({
    parts: loadBuiltPages,
    ...(isFilled && { fill: ({ database, dataDir }) => importAllSamples(database, dataDir, new Date()) }),
  });
  const admin = () => site.rest('admin');

  /** Saves a step as the panel does: with all values of the group, and those that the person has changed. */
  const saveStep = async (group: string, changed: object) => {
    const path = `/api/admin/settings/${group}`;
    const { value, version, language, trade } = (await admin().get(path)).body;
    const { status, body } = await admin().put(path, {
      value: { ...value, ...changed },
      version,
      language,
      trade,
    });
    expect(status, JSON.stringify(body)).toBe(200);
  };

  test.each(chooseByForm(full, short))(
    'has no English default or word: %s, trade “%s”',
    async (language, trade) => {
      const address = {
        street: 'X 1',
        city: 'Y',
        postcode: '12345',
        region: '',
        country_code: countries[language],
      };
      await saveStep('region', { language, trade });
      await saveStep('company', {
        name: 'Zz',
        legal_name: 'Zz Zz',
        since: 1998,
        phone: '+49 1',
        address,
        social: [],
      });
      for (const group of ['pages', 'lists', 'navigation', 'features', 'choices']) await saveStep(group, {});

      const { value } = (await admin().get('/api/admin/settings/choices')).body;
      const post = { title: 'Qq', excerpt: 'Qq.', content: '<p>Qq.</p>', is_published: true };
      const category = value.blog_categories[0].name;
      expect((await admin().post('/api/admin/blog-posts', { ...post, category })).status).toBe(201);

      const english = [...untranslatedTextsFor(language), ...untranslatedDefaultsFor(language, trade)].filter(
        (word) => !isFilled || !sampleWords.includes(word),
      );
      expect(english.length).toBeGreaterThan(150);
      const read = async (path: string) => (await site.app.inject({ url: path })).body;
      const paths = [...(await read('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(
        ([, url = '']) => new URL(url).pathname,
      );
      expect(paths.length).toBeGreaterThan(8);
      const found: string[] = [];
      const look = (place: string, text: string) => {
        const words = wordsIn(readableWithListsOf(text), english);
        found.push(...words.map((word) => `${place}: ${word}`));
      };
      for (const path of [
        ...paths,
        ...['/nothing', '/test', '/blog?search=none', '/blog?page=99', '/feed.xml', '/feed.json'],
        ...['/manifest.webmanifest', `/blog?category=${encodeURIComponent(category)}`],
      ])
        look(path, await read(path));
      for (const url of ['/contact', '/quotations', '/internship']) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const { statusCode, body } = await site.app.inject({
          method: 'POST',
          url,
          headers,
          payload: 'email=nonsense&phone=%0a',
        });
        expect(statusCode, url).toBe(422);
        look(`POST ${url}`, body);
      }
      expect(found).toEqual([]);
    },
  );
});
