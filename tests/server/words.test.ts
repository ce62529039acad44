import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { pageOfService, templatesIn } from '../../client/admin/modules/pages/templates.ts';
import { legalTemplates } from '../../client/admin/modules/settings/legal-templates/templates-by-country.ts';
import { regionInLanguage, regionOf } from '../../client/admin/modules/settings/legal-templates/template.ts';
import {
  assignmentNotice,
  digestNotice,
  floodNotice,
  messageNotice,
} from '../../src/modules/inbox/notices.ts';
import type { Message } from '../../src/modules/inbox/message.entity.ts';
import { accountMail, newAdminMail } from '../../src/modules/security-log/account-mails.ts';
import { tokenExpiryMail } from '../../src/modules/tokens/tokens.ts';
import { composeResetMail } from '../../src/modules/auth/password-links.ts';
import { defaultsFor, defaultTexts } from '../../src/shared/settings/defaults.ts';
import { type Language, languages, type Trade, trades } from '../../src/shared/settings/fields/region.ts';
import { formatsOf, localeOf } from '../../src/shared/settings/formats.ts';
import { textsByLanguage } from '../../src/shared/site-texts/texts-by-language.ts';
import { fillPlaceholders } from '../../src/shared/settings/placeholders.ts';
import { shownLogoOfSite } from '../../src/shared/brand/site-logo.ts';
import { defaultSiteSettings, toSiteSettings } from '../../src/shared/settings/site-settings.ts';
import { untranslatedTextsFor, catalogueTextsOf, wordsIn } from '../support/catalogue-words.ts';

const all = Object.keys(languages) as Language[];
const others = all.filter((language) => language !== 'en');

test.each(others)(
  'every text of %s is there, and names every parameter that the English one has',
  (language) => {
    const english = new Map(catalogueTextsOf(textsByLanguage.en));
    const own = new Map(catalogueTextsOf(textsByLanguage[language]));
    expect([...own.keys()]).toEqual([...english.keys()]);
    for (const [path, text] of own) {
      expect(text.trim(), path).not.toBe('');
      const count = (of = '') => of.split('¤').length;
      // A plural form may have its number as a word.
      if (!/open|found/.test(path)) expect(count(text), `${path}: ${text}`).toBe(count(english.get(path)));
    }
    expect(untranslatedTextsFor(language).length).toBeGreaterThan(90);
  },
);

test.each(others)(
  'the default texts of %s have as many entries and paragraphs as the English ones',
  (language) => {
    const pathsOf = (of: Language) => catalogueTextsOf(defaultTexts[of]).map(([path]) => path);
    expect(pathsOf(language)).toEqual(pathsOf('en'));
  },
);

/** Words that a language shares with English. */
const shared: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /^(Mission|Vision|Team|Blog|\{name\} Blog|Innovation|Catering|Inspiration|Cookies|Partner)$/,
  fr: /^(Mission|Vision|Blog|Contact|Innovation|Cookies|Respect|Consultant|Inspiration|Collections|Assistance)$/,
  es: /^(Blog|Catering|Cookies)$/,
  tr: /^(Blog|\{name\} Blog)$/,
};

test.each(others)('no default text and no template of a page is English on a site in %s', (language) => {
  const textsOf = (trade: Trade, of: Language) => {
    const { pages, lists, choices, navigation, legal, company } = defaultsFor({ language: of, trade });
    const { tagline, summary } = company;
    const templates = [
      ...templatesIn(of),
      pageOfService({ key: '', title: '', summary: '', points: [] }, of),
    ];
    const blocks = templates.map((template) => template.blocks);
    return catalogueTextsOf({ pages, lists, choices, navigation, legal, tagline, summary, blocks }).filter(
      ([path, text]) =>
        !/(\.(key|kind|url|(\w+_)?path|button_url|motif|opening)|sections\.\d+)$/.test(path) &&
        /\p{L}{3}/u.test(text.replaceAll(/\{\w+\}/g, '')),
    );
  };
  for (const trade of Object.keys(trades) as Trade[]) {
    const english = new Set([...textsOf('', 'en'), ...textsOf(trade, 'en')].map(([, text]) => text));
    const left = textsOf(trade, language).filter(
      ([, text]) => english.has(text) && !shared[language]?.test(text),
    );
    expect(left, trade).toEqual([]);
  }
});

test.each(all)('templates of legal texts are written for %s', (language) => {
  const region = regionOf('', language);
  expect(new Intl.Locale(`und-${region}`).maximize().language).toBe(language);
  const paragraphsOf = (html: string) =>
    (html.match(/<p>.*?<\/p>/gs) ?? []).filter((one) =>
      /\p{L}{3}/u.test(one.replaceAll(/<[^>]*>|\{[^{}]*\}/g, '')),
    );
  const english = Object.values(legalTemplates.GB).flatMap(({ text }) => paragraphsOf(text));
  for (const [name, { title, text }] of Object.entries(legalTemplates[region])) {
    expect(title.trim(), name).not.toBe('');
    const paragraphs = paragraphsOf(text);
    expect(paragraphs.length, name).toBeGreaterThan(3);
    if (language !== 'en') expect(paragraphs.filter((one) => english.includes(one))).toEqual([]);
  }
});

test.each([
  ['GB', 'de', 'DE'],
  ['AT', 'de', 'AT'],
  ['CH', 'fr', 'FR'],
  ['DE', 'en', 'GB'],
  ['US', 'en', 'US'],
])(
  'legal texts of a company in %s begin in the further language %s with the template of %s',
  (country, language, region) => {
    expect(regionInLanguage(country, language)).toBe(region);
  },
);

/** Each has a file for each language. */
const catalogues = [
  'client/admin/modules/pages/template-texts',
  'src/shared/settings/default-texts',
  'src/shared/settings/search-words',
];

describe.each(catalogues)('the texts of %s', (folder) => {
  const read = async (language: Language) =>
    catalogueTextsOf(JSON.parse(await readFile(`${folder}/${language}.json`, 'utf8')));

  test.each(all)('are all there in %s', async (language) => {
    const [english, own] = [new Map(await read('en')), new Map(await read(language))];
    expect([...own.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    expect([...own].filter(([path, text]) => !text.trim() && english.get(path)?.trim())).toEqual([]);
  });
});

const plurals: Record<Language, [one: string, few: string, position: string]> = {
  en: ['1 post', '2 posts', 'One open position'],
  de: ['1 Beitrag', '2 Beiträge', 'Eine offene Stelle'],
  fr: ['1 article', '2 articles', 'Un poste à pourvoir'],
  es: ['1 artículo', '2 artículos', 'Un puesto vacante'],
  tr: ['1 yazı', '2 yazı', '1 açık pozisyon'],
};

test.each(all)('counts follow the plural rules of %s', (language) => {
  const { blog, career } = textsByLanguage[language];
  const [one, few, position] = plurals[language];
  expect(blog.found(1, '1', {})).toBe(one);
  expect(blog.found(2, '2', {})).toBe(few);
  expect(career.open(1, '1')).toBe(position);
  expect(career.open(12, '12')).toContain('12');
});

test('zero is singular in French, and a million has a form in French and Spanish', () => {
  expect(textsByLanguage.fr.blog.found(0, '0', {})).toBe('0 article');
  expect(textsByLanguage.fr.blog.found(1e6, '1 000 000', {})).toContain('articles');
  expect(textsByLanguage.es.blog.found(1e6, '1 000 000', {})).toContain('artículos');
});

test('a search and a category are named in the order of each language', () => {
  const found = (language: Language) =>
    textsByLanguage[language].blog.found(3, '3', { category: 'A', search: 'b' });
  expect(found('en')).toBe('3 posts in “A” for “b”');
  expect(found('de')).toBe('3 Beiträge in „A“ zu „b“');
  expect(found('fr')).toBe('3 articles dans «\u00a0A\u00a0» pour «\u00a0b\u00a0»');
  expect(found('es')).toBe('3 artículos en «A» para «b»');
  expect(found('tr')).toBe('“b” araması için “A” kategorisinde 3 yazı');
});

test.each(all)('a name of a category is quoted in a sentence of %s', (language) => {
  const { found, noneIn, moreIn, noneTagged } = textsByLanguage[language].blog;
  const quoted = /[“„«]\u00a0?Aus der Werkstatt\u00a0?[”“»]/;
  const name = 'Aus der Werkstatt';
  const sentences = [found(2, '2', { category: name }), noneIn(name), moreIn(name), noneTagged(name)];
  for (const sentence of sentences) expect(sentence).toMatch(quoted);
});

test('no default name of a list begins with a preposition or has the suffix of one', () => {
  const prepositions =
    /^(from|in|at|behind|aus|von|im|in|hinter|bei|à|en|de|dans|du|des|del|tras|sobre) |(den|dan|nde|nda|inden)$/iu;
  for (const language of all)
    for (const trade of Object.keys(trades) as Trade[]) {
      const { blog_categories, portfolio_categories } = defaultsFor({ language, trade }).choices;
      const names = [...blog_categories, ...portfolio_categories].map(({ name }) => name);
      expect(
        names.filter((name) => prepositions.test(name)),
        `${language} ${trade}`,
      ).toEqual([]);
    }
});

test('French words are elided before every name that begins with a vowel', () => {
  const values = defaultsFor({ language: 'fr', trade: '' });
  const region = { ...values.region, language: 'fr' as const };
  const shown = (name: string) => {
    const company = { ...values.company, name, legal_name: name };
    const { pages, lists, legal } = toSiteSettings({ ...values, region, company });
    // Amounts and days, which are no names.
    const texts = catalogueTextsOf(textsByLanguage.fr, '', name).filter(
      ([path]) => !/salary|cvHelp|wrote|token/.test(path),
    );
    return [...texts, ...catalogueTextsOf({ pages, lists, legal })].map(([, text]) => text);
  };
  for (const name of ['Éloïse', 'Atrium', 'Hélène', 'Yves', 'Œuvre', 'Ülkü']) {
    const texts = shown(name).filter((text) => text.includes(name));
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((text) => new RegExp(`\\b(d|l|qu|j|n|s)[e|a] ${name}`, 'iu').test(text))).toEqual([]);
    expect(texts).toContain(`Portrait d’${name}`);
    expect(texts).toContain(`Blog d’${name}`);
  }
  for (const name of ['Zoé', 'Hans', 'Yasmine', '株式会社']) {
    expect(shown(name)).toContain(`Portrait de ${name}`);
    expect(shown(name)).toContain(`Blog de ${name}`);
  }
});

test.each(all)('names from right to left are isolated in every text of %s', (language) => {
  const name = 'شركة النور';
  const values = defaultsFor({ language, trade: '' });
  const region = { ...values.region, language };
  const company = { ...values.company, name, legal_name: name, phone: '+49 711 5550' };
  const { pages, legal, formats, texts } = toSiteSettings({ ...values, region, company });
  const shown = [
    ...catalogueTextsOf(textsByLanguage[language], '', name),
    ...catalogueTextsOf({ pages, legal }),
  ].filter(
    ([path, text]) =>
      text.includes(name) &&
      text.replaceAll(name, '').trim() !== '' &&
      // Subjects that people send back as they are.
      !/^mails\.(quotation|internship|application)$/.test(path),
  );
  expect(shown.length).toBeGreaterThan(40);
  for (const [path, text] of shown)
    expect(text.replaceAll(`\u2068${name}\u2069`, ''), `${path}: ${text}`).not.toContain(name);
  expect(textsByLanguage[language].pictures.portraitOf('Ada')).not.toMatch(/[\u2066-\u2069]/u);
  expect(texts.blog.by(formats.number(3))).not.toMatch(/[\u2066-\u2069]/u);
});

test('the letter of a logo is that of the site’s language', () => {
  const letterOf = (language: Language, name: string) => {
    const region = { ...defaultsFor({ language, trade: '' }).region, language };
    const { brand, company } = defaultSiteSettings;
    return shownLogoOfSite({ brand, region, company: { ...company, name } }).letter;
  };
  expect(letterOf('tr', 'istanbul Diş')).toBe('İ');
  expect(letterOf('tr', 'ışık')).toBe('I');
  expect(letterOf('de', 'istanbul')).toBe('I');
});

test('a number is isolated in a text from right to left, and nothing is put into an address', () => {
  const facts = new Map([
    ['phone', '+49 711 5550'],
    ['name', 'شركة'],
  ]);
  expect(fillPlaceholders('اتصل بنا {phone} الآن', facts, 'en')).toBe(
    'اتصل بنا \u2068+49 711 5550\u2069 الآن',
  );
  expect(fillPlaceholders('Call {phone}, {name}', facts, 'en')).toBe('Call +49 711 5550, \u2068شركة\u2069');
  expect(fillPlaceholders('https://example.com/{name}', facts, 'en')).toBe('https://example.com/شركة');
  // The text of an answer, which a person edits and sends.
  expect(fillPlaceholders('Re: {name} and more', facts)).toBe('Re: شركة and more');
});

describe('the formats of a region', () => {
  const moment = '2026-03-03T23:30:00.000Z';
  const of = (language: Language, country: string, more: object = {}) =>
    formatsOf({ ...defaultsFor({ language: 'en', trade: '' }).region, language, ...more }, country);
  const cases: [Language, string, string, string, string][] = [
    ['en', 'GB', '3 March 2026', '12,345', 'Germany'],
    ['en', 'US', 'March 3, 2026', '12,345', 'Germany'],
    ['de', 'DE', '3. März 2026', '12.345', 'Deutschland'],
    ['de', 'CH', '3. März 2026', "12'345", 'Deutschland'],
    ['fr', 'FR', '3 mars 2026', '12\u202f345', 'Allemagne'],
    ['es', 'ES', '3 de marzo de 2026', '12.345', 'Alemania'],
    ['tr', 'TR', '3 Mart 2026', '12.345', 'Almanya'],
  ];

  test.each(cases)('are those of %s in %s', (language, country, day, number, germany) => {
    const formats = of(language, country);
    expect(formats.day(moment)).toBe(day);
    expect(formats.number(12_345)).toBe(number);
    expect(formats.countryName('DE')).toBe(germany);
    expect(formats.countryName('')).toBe('');
    expect(formats.locale).toBe(`${language}-${country}`);
  });

  test('write the first day of a month as French does', () => {
    expect(of('fr', 'FR').day('2026-03-01T12:00:00Z')).toBe('1er mars 2026');
    expect(of('fr', 'CA').day('2026-03-01T12:00:00Z')).toBe('1er mars 2026');
    expect(of('fr', 'FR').day('2026-03-11T12:00:00Z')).toBe('11 mars 2026');
    expect(of('de', 'DE').day('2026-03-01T12:00:00Z')).toBe('1. März 2026');
  });

  test('follow the time zone, and the territory before the country of the address', () => {
    expect(of('de', 'DE', { time_zone: 'Europe/Berlin' }).day(moment)).toBe('4. März 2026');
    expect(of('de', 'GB', { territory: 'AT' }).locale).toBe('de-AT');
    expect(of('de', 'AT').day('2026-01-03T12:00:00Z')).toBe('3. Jänner 2026');
  });

  test('are the usual ones of a language where it has none for the country', () => {
    expect(localeOf('de', 'GB')).toBe('de-DE');
    expect(localeOf('tr', 'DE')).toBe('tr-TR');
    expect(localeOf('en', 'FR')).toMatch(/^en-(FR|GB)$/);
    expect(localeOf('en', '')).toBe('en-GB');
  });
});

test.each(all)('lines of the fixed text in mails of %s have at most 76 characters', (language) => {
  const { words: texts } = { words: textsByLanguage[language] };
  const company = {
    ...defaultsFor({ language: 'en', trade: '' }).company,
    name: 'A',
    address: { ...defaultsFor({ language: 'en', trade: '' }).company.address, country: '' },
  };
  const mail = composeResetMail({ name: 'B', email: 'b@example.com' }, 'https://c', { company, texts });
  const lines = [mail.text, texts.mails.flood('200'), texts.mails.notice('B', 'b@c', 'A')]
    .join('\n')
    .split('\n');
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(language === 'en' ? 82 : 78);
});

const siteIn = (language: Language) => {
  const values = defaultsFor({ language, trade: 'crafts' });
  return toSiteSettings({ ...values, region: { ...values.region, language, time_zone: 'Europe/Berlin' } });
};

/** Makes every kind of mail that no person writes, by name. */
function mailsIn(language: Language): Record<string, string> {
  const site = siteIn(language);
  const { mails, accountMails } = site.texts;
  const reader = { name: 'Vera', site, publicUrl: 'https://example.com' };
  const sender = { site, publicUrl: 'https://example.com' };
  const created_at = new Date('2026-03-01T12:00:00Z');
  const details = {
    name: 'Ada',
    email: 'ada@example.com',
    before: 'old@example.com',
    role: 'hr',
    factor: 'Phone',
    ended: 2,
    token_name: 'Board',
    scopes: ['jobs:read'],
    expires_at: created_at.toISOString(),
  };
  const eventOf = (type: string) => ({ type, address: '10.0.0.1', details, created_at });
  const message = {
    id: 1,
    kind: 'application',
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'S',
    message: 'M',
    details: { job: 'J' },
  };
  const messages = [message as unknown as Message];
  const write = (mail: { subject: string; text?: string } | undefined) => `${mail?.subject}\n${mail?.text}`;
  return {
    ...Object.fromEntries(
      Object.keys(accountMails.events).map((type) => [type, write(accountMail(eventOf(type), reader))]),
    ),
    newAdmin: write(newAdminMail(eventOf('role_changed'), reader)),
    tokenExpires: write(tokenExpiryMail({ name: 'Board', expires_at: created_at }, reader)),
    reset: write(composeResetMail({ name: 'B', email: 'b@example.com' }, 'https://c', site)),
    invitation: [mails.inviteSubject('A'), ...mails.invite('B', 'A', 'C', 'https://c')].join('\n'),
    notice: write(messageNotice(messages[0]!, sender)),
    flood: write(floodNotice(200, sender)),
    digest: write(digestNotice(messages, 1, sender)),
    assignment: write(assignmentNotice(messages, 'C', sender)),
    receipt: mails.receiptSubject('A'),
  };
}

test.each(others)('every kind of mail to staff is in the language of a site in %s', (language) => {
  const english = catalogueTextsOf({ ...textsByLanguage.en.mails, ...textsByLanguage.en.accountMails })
    .flatMap(([, text]) => text.split(/[¤\n]/))
    .map((text) => text.trim())
    .filter((text) => text.length > 5);
  expect(english.length).toBeGreaterThan(40);
  const [mails, englishMails] = [mailsIn(language), mailsIn('en')];
  for (const [kind, text] of Object.entries(mails)) {
    expect(wordsIn(text, english), kind).toEqual([]);
    expect(wordsIn(text, ['March', 'Hello', 'When', 'From', 'undefined']), kind).toEqual([]);
    for (const fact of ['Board', 'jobs:read', 'old@example.com', 'Phone'])
      if (englishMails[kind]!.includes(fact)) expect(text, kind).toContain(fact);
  }
  expect(mails.sign_in).toContain(siteIn(language).formats.moment('2026-03-01T12:00:00Z'));
});
