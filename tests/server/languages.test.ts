import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawShareCard } from '../../src/http/drawings/share-card.ts';
import type { Language } from '../../src/shared/settings/fields/region.ts';
import { defaultSiteSettings } from '../../src/shared/settings/site-settings.ts';
import type { ShareCard } from '../../src/shared/share-card.ts';
import { textsByLanguage } from '../../src/shared/site-texts/texts-by-language.ts';
import { admin, type RunningServer, removeData, startServer } from '../support/running-server.ts';
import {
  decodeMail,
  untranslatedTextsFor,
  readableOf,
  catalogueTextsOf,
  wordsIn,
} from '../support/catalogue-words.ts';
import { readWrittenMails } from '../support/written-mails.ts';
import { chooseByForm, isShortForm } from '../support/test-form.ts';

const languages = chooseByForm(['de', 'fr', 'es', 'tr'] as const, ['de', 'tr'] as const);

let server: RunningServer;
const headers: Record<string, string> = { 'content-type': 'application/json' };

beforeAll(async () => {
  server = await startServer({ SEED: 'none', NOTIFY_EMAIL: 'post@eisenwerk.example' });
  const { token } = await send('POST', '/api/admin/login', admin);
  headers.authorization = `Bearer ${token}`;
  const address = { street: 'Schlossplatz 1', city: 'Ulm', postcode: '89073', country_code: 'DE' };
  await send('PUT', '/api/admin/settings/company', {
    value: {
      name: 'Eisenwerk',
      legal_name: 'Eisenwerk GmbH',
      since: 1998,
      address,
      social: [],
      phone: '+49 1',
    },
  });
  const job = {
    description: 'D',
    is_active: true,
    requirements: ['R'],
    responsibilities: ['B'],
    department: 'X',
  };
  for (const type of ['Full-time', 'Part-time', 'Contract', 'Internship'])
    await send('POST', '/api/admin/jobs', {
      ...job,
      title: `Z ${type.length}`,
      type,
      location: 'Ulm, uzaktan',
    });
  const post = { title: 'Y', excerpt: 'E', content: '<p>C</p>', category: 'Innovation', tags: ['T'] };
  for (let count = 0; count < 14; count += 1)
    await send('POST', '/api/admin/blog-posts', { ...post, is_published: true });
  const project = {
    title: 'P',
    category: 'Cloud Solutions',
    description: 'D',
    client: 'K',
    technologies: '["T"]',
  };
  await sendForm('/api/admin/portfolios', project);
  await sendForm('/api/admin/portfolios', project);
  const member = {
    name: 'M',
    role: 'General Manager',
    section: 'leadership',
    description: 'D',
    expertise: '["E"]',
  };
  await sendForm('/api/admin/team', member);
}, 60_000);
afterAll(async () => {
  await server.end('SIGTERM');
  await removeData(server);
});

async function send(method: string, path: string, body: object) {
  const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok, `${method} ${path} ${answer.status} ${await answer.clone().text()}`).toBe(true);
  return answer.json();
}

async function sendForm(path: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const { authorization = '' } = headers;
  const answer = await fetch(server.url + path, { method: 'POST', headers: { authorization }, body });
  expect(answer.ok, `${path} ${answer.status} ${await answer.clone().text()}`).toBe(true);
}

const choose = (language: Language) =>
  send('PUT', '/api/admin/settings/region', {
    value: { language, time_zone: 'Europe/Berlin', currency: 'EUR' },
  });
const read = async (path: string) => (await fetch(server.url + path)).text();

/** Posts a page's form as a browser without its script does. */
async function postForm(path: string, fields: Record<string, string>): Promise<string> {
  return (await fetch(server.url + path, { method: 'POST', body: new URLSearchParams(fields) })).text();
}

async function pages(): Promise<string[]> {
  const sitemap = await read('/sitemap.xml');
  return [
    ...[...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname),
    ...['/test', '/nothing', '/blog?page=2', '/blog?search=none', '/blog?search=Y&category=Innovation'],
    ...['/blog?category=Development', '/career?type=Contract', '/portfolio?category=IT+Support'],
  ];
}

const filled = { name: 'Ada', email: 'ada@example.com', subject: 'S', message: 'M' };

// In this order, because the mails are those of the messages that the first tests sent.
describe('the languages of the site', { shuffle: false }, () => {
  describe.each(languages)('a site in %s', (language) => {
    const english = untranslatedTextsFor(language);
    const words = textsByLanguage[language];
    const foreignIn = (text: string) => wordsIn(readableOf(text), english);
    beforeAll(() => choose(language));

    test('has no English word on any page, and says its language', async () => {
      for (const path of await pages()) {
        const html = await read(path);
        expect(foreignIn(html), path).toEqual([]);
        expect(html, path).toContain(`<html lang="${language}"`);
        expect(html, path).toMatch(new RegExp(`property="og:locale" content="${language}_[A-Z]{2}"`));
        if (html.includes('"inLanguage"')) expect(html, path).toContain(`"inLanguage":"${language}"`);
      }
      expect(await read('/quotations')).toContain(`${words.forms.budget} (EUR)`);
      expect(await read('/blog/1')).toContain(`"inLanguage":"${language}"`);
    });

    test('shows the texts of its language where nobody has written others', async () => {
      const [home, contact] = [await read('/'), await read('/contact')];
      const english = defaultSiteSettings;
      for (const text of [
        english.pages.home.intro,
        english.pages.footer.heading,
        english.navigation.contact_label,
      ])
        expect(home).not.toContain(text);
      expect(contact).not.toContain(english.pages.contact.intro);
    });

    test('has no English word in feeds, manifest and cards', async () => {
      const feed = await read('/feed.xml');
      expect(feed).toContain(`<language>${language}</language>`);
      for (const text of [feed, await read('/feed.json')]) expect(foreignIn(text)).toEqual([]);
      expect(JSON.parse(await read('/manifest.webmanifest'))).toMatchObject({
        name: 'Eisenwerk',
        lang: language,
      });
      for (const path of await pages()) {
        const [, name = ''] = /\/cards\/([a-z]+-[a-z0-9]+)-/.exec(await read(path)) ?? [];
        const input = encodeURIComponent(JSON.stringify({ name }));
        const { result } = JSON.parse(await read(`/trpc/site.shareCard?input=${input}`));
        const company = { ...defaultSiteSettings.company, name: 'Eisenwerk' };
        expect(
          foreignIn(await drawShareCard(result.data as ShareCard, { ...defaultSiteSettings, company })),
          path,
        ).toEqual([]);
      }
    });

    test('says in its language why a form is refused, and that it was sent', async () => {
      const { refusals, forms } = words;
      const wrong = {
        name: '',
        email: 'nonsense',
        phone: 'x'.repeat(50),
        subject: 'two\nlines',
        message: '\0',
      };
      const refused = await postForm('/contact', wrong);
      const { required, email, tooLong, oneLine, characters } = refusals;
      for (const text of [forms.correct, required, email, tooLong('40'), oneLine, characters])
        expect(readableOf(refused)).toContain(text);
      expect(foreignIn(refused)).toEqual([]);
      const unknown = await postForm('/contact', { ...filled, motto: 'x' });
      expect(readableOf(unknown)).toContain(forms.correct);
      const long = await postForm('/contact', { ...filled, message: 'x'.repeat(300_000) });
      expect(readableOf(long)).toContain(forms.tooLarge);
      const file = new FormData();
      for (const [name, value] of Object.entries({ ...filled, cv: new File(['no'], 'cv.pdf') }))
        if (name !== 'subject') file.append(name, value);
      const noPdf = await (await fetch(`${server.url}/career/1`, { method: 'POST', body: file })).text();
      expect(readableOf(noPdf)).toContain(forms.notPdf);
      const foreign = await fetch(`${server.url}/contact`, {
        method: 'POST',
        body: new URLSearchParams(filled),
        headers: { origin: 'https://other.example' },
      });
      expect(readableOf(await foreign.text())).toContain(refusals.foreign);
      const sent = await postForm('/contact', { ...filled, message: `M ${language}` });
      expect(readableOf(sent)).toContain(forms.sent);
      for (const text of [unknown, long, noPdf, sent]) expect(foreignIn(text)).toEqual([]);
    });
  });

  test('entries without a language are marked as written in the former one', async () => {
    await choose('de');
    const asAdmin = async (path: string, method: 'GET' | 'POST', input?: object) => {
      const body = input && JSON.stringify(input);
      const answer = await fetch(`${server.url}/trpc/rowLanguages.${path}`, {
        method,
        headers,
        ...(body && { body }),
      });
      return (await answer.json()).result.data.count;
    };
    const count = await asAdmin('state', 'GET');
    expect(count).toBeGreaterThan(18);
    expect(await asAdmin('mark', 'POST', { lang: 'de' })).toBe(0);
    await choose('tr');
    for (const path of ['/blog/1', '/career/1', '/portfolio/1']) {
      const html = await read(path);
      expect(html, path).toContain('<html lang="tr"');
      expect(html, path).toContain('lang="de"');
    }
    expect(await asAdmin('state', 'GET')).toBe(0);
    await choose('de');
  });

  test('programs get English messages on a site in German', async () => {
    await choose('de');
    const answer = await fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers,
      body: '{"subject":"x"}',
    });
    expect(await answer.json()).toMatchObject({
      message: 'Please correct the marked fields.',
      errors: { name: ['Name is required'], email: ['Email is required'] },
    });
    const sent = await send('POST', '/api/quotations', {
      name: 'Ada',
      email: 'ada@example.com',
      service: 'Türen',
      details: 'D',
    });
    expect(sent.message).toBe('Thank you. Your message has been sent.');
    const { messages } = await (await fetch(`${server.url}/api/admin/messages`, { headers })).json();
    expect(messages[0].subject).toBe('Quotation request: Türen');
  });

  test('the panel stays in English, with the dates of the country and the clock of the site', async () => {
    const panel = await read('/admin/login');
    expect(panel).toContain('<html lang="en">');
    expect(panel).toContain('<meta name="locale" content="en-DE">');
    expect(panel).toContain('<meta name="time-zone" content="Europe/Berlin">');
  });

  test.skipIf(isShortForm)('mails are in the language of the site', async () => {
    await send('POST', '/api/admin/forgot-password', { email: admin.email });
    const outbox = join(server.dataDir, 'outbox');
    // A message of the pages in each language, one of a program, and the reset.
    await expect.poll(() => readWrittenMails(outbox)).toHaveLength(languages.length + 2);
    const all = (await readWrittenMails(outbox)).map(decodeMail).join('\n');
    for (const text of ['Neue Nachricht: Angebotsanfrage: Türen', 'Neues Passwort für Eisenwerk festlegen'])
      expect(all).toContain(text);
    for (const language of languages)
      expect(all).toContain(textsByLanguage[language].mails.notice('Ada', 'ada@example.com', 'Eisenwerk'));
    const english = catalogueTextsOf(textsByLanguage.en.mails).flatMap(([, text]) => text.split(/[¤\n]/));
    const long = english.map((text) => text.trim()).filter((text) => text.length > 12);
    expect(long.length).toBeGreaterThan(10);
    expect(wordsIn(all, long)).toEqual([]);
  });

  test('a text that staff have written stays when the language changes', async () => {
    await choose('de');
    const path = '/api/admin/settings/pages';
    const { value, version } = await (await fetch(server.url + path, { headers })).json();
    expect(value.contact.heading).toBe('Kontakt');
    await send('PUT', path, {
      value: { ...value, home: { ...value.home, heading: 'Türen, die halten.' } },
      version,
    });
    await choose('fr');
    const french = await (await fetch(server.url + path, { headers })).json();
    expect(french.value.home.heading).toBe('Türen, die halten.');
    expect(french.value.home.latest_link).toBe('Tous les articles');
    const company = await (await fetch(`${server.url}/api/admin/settings/company`, { headers })).json();
    expect(company.value.tagline).toContain('Que pouvons-nous faire');
    await choose('en');
    const home = await read('/');
    expect(home).toContain('Türen, die halten.');
    expect(home).toContain('Latest from the blog');
    // The words that other languages are searched for are found on a page in English.
    const form = readableOf(await read('/quotations'));
    expect(wordsIn(form, untranslatedTextsFor('de')).length).toBeGreaterThan(12);
  });
});
