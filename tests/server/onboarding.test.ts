import { describe, expect, test } from 'vitest';
import { createMailer } from '../../src/mail/mailer.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import { findMainColours } from '../../src/shared/brand/logo-colours.ts';
import { addressOrder, listCountries } from '../../src/shared/settings/standard-lists.ts';
import { setUpSteps } from '../../src/modules/onboarding/onboarding.schema.ts';
import { defaultsFor, type DefaultsBasis, settingDefaults } from '../../src/shared/settings/defaults.ts';
import { groupNames } from '../../src/shared/settings/groups.ts';
import { buildFormData } from '../support/callers.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob, createUser } from '../support/factories.ts';
import { picture } from '../support/pictures.ts';
import { testApp } from '../support/test-app.ts';
import { useSite } from '../support/use-site.ts';

type Values = Record<string, unknown>;
const { company, pages, lists, legal } = settingDefaults;
const own = {
  name: 'Brightforge',
  tagline: 'Made to measure',
  summary: '{name} builds tools.',
  phone: '+49 711 1',
  email: 'a@brightforge.example.com',
  address: { ...company.address, street: 'Königstraße 1', city: 'Stuttgart', country_code: 'DE' },
};

describe.each(databaseKinds)('the first steps on %s', (kind) => {
  const site = useSite({ on: kind });
  const state = () => site.as('admin').onboarding.state.query();
  const save = async (group: string, value: Values) =>
    expect((await site.rest('admin').put(`/api/admin/settings/${group}`, { value })).status).toBe(200);
  const done = async () => {
    const { checklist, setUp } = await state();
    const isDone = ({ isDone }: { isDone: boolean }) => isDone;
    return {
      steps: setUp.steps.filter(isDone).map(({ name }) => name),
      items: checklist.items.filter(isDone).map(({ name }) => name),
    };
  };

  test('a new site is offered both, and nothing but what is true is done', async () => {
    const { setUp, checklist } = await state();
    expect([setUp.isOffered, checklist.isOffered]).toEqual([true, true]);
    // Without starter rows, there is no sample content left.
    expect(await done()).toEqual({ steps: ['sample-content'], items: ['sample_content'] });
    // The sample company may show its own texts.
    expect(checklist.demoTexts).toEqual([]);
  });

  test('notices are done when they have a receiver', async () => {
    const other = await testApp(kind, { notifyEmails: ['desk@example.com'] });
    const { checklist } = await other.as('admin').onboarding.state.query();
    expect(checklist.items).toContainEqual({ name: 'notices', isDone: true });
    await other.close();
  });

  test('each step and entry is done when what it asks for is stored', async () => {
    await save('company', own);
    expect(await done()).toEqual({
      steps: ['business', 'company', 'contact', 'sample-content'],
      items: ['home_texts', 'contact', 'sample_content'],
    });
    const logo = await picture({ width: 200, height: 50 }, 'logo.png');
    const upload = buildFormData({ field: 'logo', picture: logo });
    const { body } = await site.rest('admin').post('/api/admin/settings/brand/pictures', upload);
    await save('brand', { logo: body.path });
    await save('features', { gallery: false });
    await save('pages', { ...pages, home: { ...pages.home, opening: 'drawing' } });
    expect((await done()).steps).toEqual([
      'business',
      'company',
      'look',
      'home',
      'contact',
      'pages',
      'sample-content',
    ]);
    expect((await state()).setUp.isOffered).toBe(false);
    await save('lists', { services: [{ title: 'Milling', summary: 'S', points: [] }, ...lists.services] });
    const text = '<p>Ours.</p>';
    await save('legal', {
      privacy: { ...legal.privacy, text },
      imprint: { ...legal.imprint, is_shown: true, text },
    });
    await createUser(site.database.fork(), { role: 'admin', email: 'second@example.com' });
    const everything = ['logo', 'home_texts', 'service', 'contact', 'imprint', 'privacy'];
    expect((await done()).items).toEqual([...everything, 'sample_content', 'second_admin']);
  });

  test('a save that changes nothing stores nothing, and a step confirmed as it is counts as done', async () => {
    for (const group of groupNames) {
      await save(group, settingDefaults[group]);
      const { version } = await site.as('admin').settings.one.query({ group });
      expect(version, group).toBe(0);
    }
    expect((await done()).steps).toEqual(['sample-content']);
    for (const offer of setUpSteps)
      await site.as('admin').onboarding.dismiss.mutate({ offer, isDismissed: true });
    expect((await done()).steps).toEqual([...setUpSteps]);
  });

  test.each([
    { language: 'tr', trade: 'health' },
    { language: 'de', trade: 'crafts' },
    { language: 'fr', trade: '' },
    { language: 'en', trade: 'food' },
  ])('the defaults of a site in $language for “$trade” count as nobody’s work', async (basis) => {
    await save('region', { ...settingDefaults.region, ...basis });
    await save('company', { ...company, name: 'Own' });
    expect((await done()).items).toEqual(['sample_content']);
    // Texts of the sample company that were stored on this site are nobody’s work either.
    await save('company', { ...company, name: 'Own' });
    await save('lists', { services: lists.services });
    await save('legal', { privacy: legal.privacy });
    expect((await done()).items).toEqual(['sample_content']);
  });

  test('lists that nobody has written follow the language and the trade', async () => {
    const english = settingDefaults.choices.blog_categories.map(({ name }) => name);
    const bases: DefaultsBasis[] = [
      { language: 'de', trade: '' },
      { language: 'de', trade: 'crafts' },
      { language: 'tr', trade: 'health' },
      { language: 'en', trade: '' },
    ];
    for (const basis of bases) {
      await save('region', { ...settingDefaults.region, ...basis });
      const { value, version } = await site.as('admin').settings.one.query({ group: 'choices' });
      expect([value, version], JSON.stringify(basis)).toEqual([defaultsFor(basis).choices, 0]);
      const names = defaultsFor(basis).choices.blog_categories.map(({ name }) => name);
      expect(
        names.some((name) => english.includes(name)),
        JSON.stringify(basis),
      ).toBe(basis.language === 'en');
    }
  });

  test('names the pages that still show a text of the sample company, and the field of each', async () => {
    const demo = async () =>
      Object.fromEntries((await state()).checklist.demoTexts.map((text) => [text.page, text.path]));
    await save('company', { name: 'Brightforge' });
    expect(await demo()).toMatchObject({
      home: 'tagline',
      about: 'summary',
      services: 'services',
      gallery: 'gallery.intro',
    });
    await save('company', own);
    await save('features', { gallery: false });
    const { highlights, company_life, values, achievements } = lists;
    await save('lists', {
      ...lists,
      highlights: highlights.map((entry) => ({ ...entry, text: 'Ours' })),
      company_life: [],
    });
    expect(company_life.length + values.length + achievements.length).toBeGreaterThan(2);
    expect(await demo()).toMatchObject({
      home: 'about.mission',
      about: 'about.mission',
      contact: 'contact.intro',
    });
    expect(await demo()).not.toHaveProperty('gallery');
    await save('pages', {
      ...pages,
      home: { ...pages.home, sections: ['latest'] },
      about: { ...pages.about, mission: 'Ours', vision: '', sections: ['statements'] },
      contact: { ...pages.contact, intro: 'Ours' },
    });
    expect(await demo()).not.toHaveProperty('home');
    expect(await demo()).not.toHaveProperty('about');
    expect(await demo()).not.toHaveProperty('contact');
    expect(await demo()).toHaveProperty('blog');
  });

  test('an offer is dismissed for the whole site, and can be made again', async () => {
    const { dismiss } = site.as('admin').onboarding;
    for (const offer of ['set-up', 'checklist'] as const) {
      await Promise.all([1, 2].map(() => dismiss.mutate({ offer, isDismissed: true })));
    }
    const offered = async () => {
      const { setUp, checklist } = await state();
      return [setUp.isOffered, checklist.isOffered];
    };
    expect(await offered()).toEqual([false, false]);
    await dismiss.mutate({ offer: 'checklist', isDismissed: false });
    expect(await offered()).toEqual([false, true]);
  });

  test('rows of staff are no sample content', async () => {
    await createJob(site.database.fork());
    expect((await done()).items).toContain('sample_content');
  });

  test('the slogan and the sentence are on the pages that introduce the company', async () => {
    await save('company', { ...own, tagline: '', legal_name: '' });
    const { pages: shown } = await createSiteSettings(site.database).current();
    expect(shown.home).toMatchObject({ heading: 'Brightforge', intro: 'Brightforge builds tools.' });
    expect(shown.about.intro).toBe('Brightforge builds tools.');
    expect(shown.footer.legal_line).toBe('Brightforge, at work since 2013.');
  });
});

test('a mail server is known from the settings', () => {
  const from = 'a@example.com';
  expect(createMailer({ smtpUrl: 'smtp://localhost:1', from, outbox: '' }).hasServer).toBe(true);
  expect(createMailer({ smtpUrl: undefined, from, outbox: '' }).hasServer).toBe(false);
});

test('the main colours of a logo are the frequent ones, greys last, without what is transparent or an edge', () => {
  const paint = (...areas: [pixels: number, ...rgba: number[]][]) =>
    new Uint8Array(areas.flatMap(([pixels, ...rgba]) => Array.from({ length: pixels }, () => rgba).flat()));
  const pixels = paint(
    [500, 255, 255, 255, 255],
    [200, 242, 106, 27, 255],
    [60, 240, 100, 30, 255],
    [100, 20, 60, 160, 255],
    [2, 0, 200, 0, 255],
    [900, 0, 0, 0, 0],
  );
  expect(findMainColours(pixels)).toEqual(['#f26a1b', '#143ca0', '#ffffff']);
  expect(findMainColours(paint([10, 0, 0, 0, 0]))).toEqual([]);
});

test('no country is listed twice', () => {
  const countries = listCountries();
  expect(new Set(countries.map(({ name }) => name)).size).toBe(countries.length);
  expect(countries.find(({ name }) => name === 'Germany')?.code).toBe('DE');
});

test('the fields of an address are in the order of its country', () => {
  expect(addressOrder('DE')).toEqual(['street', 'postcode', 'city', 'region']);
  expect(addressOrder('US')).toEqual(['street', 'city', 'region', 'postcode']);
  expect(addressOrder('GB')).toEqual(['street', 'city', 'region', 'postcode']);
});
