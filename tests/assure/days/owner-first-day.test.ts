import { expect, test } from 'vitest';
import {
  catalogueTextsOf,
  readableOf,
  untranslatedTextsFor,
  wordsIn,
} from '../../support/catalogue-words.ts';
import { type DefaultsBasis, defaultsFor } from '../../../src/shared/settings/defaults.ts';
import type { Trade } from '../../../src/shared/settings/fields/region.ts';
import { createDay } from '../../support/day.ts';
import { picture } from '../../support/pictures.ts';
import { expectAccessible, openRealBrowser, signIn } from '../../support/real-browser.ts';
import { removeData, startServer } from '../../support/running-server.ts';
import { findSampleCompanyWords } from '../../support/sample-company-words.ts';

interface Company {
  name: string;
  country: string;
  language: 'tr' | 'de';
  trade: string;
  tradeKey: Trade;
  legalName: string;
  since: string;
  tagline: string;
  address: Record<string, string>;
  phone: string;
  email: string;
  service: { name: string; text: string };
  post: { title: string; excerpt: string; text: string };
  member: { name: string; text: string; expertise: string };
  job: { title: string; text: string; place: string; requirement: string; duty: string };
}

const dentist: Company = {
  name: 'Papatya Diş Kliniği',
  country: 'TR',
  language: 'tr',
  trade: 'Health practice',
  tradeKey: 'health',
  legalName: 'Papatya Ağız ve Diş Sağlığı Ltd. Şti.',
  since: '2004',
  tagline: 'Korkmadan gülümseyin.',
  address: { Street: 'Çiçek Sokağı 7', Postcode: '35220', City: 'İzmir' },
  phone: '+90 232 555 01 00',
  email: 'merhaba@papatya.example.com',
  service: { name: 'Kanal tedavisi', text: 'Ağrıyan dişi çekmeden kurtarıyoruz.' },
  post: {
    title: 'Diş ipi gerçekten gerekli mi?',
    excerpt: 'Fırçanın ulaşamadığı yerler için iki dakika.',
    text: 'Evet. Fırça, dişlerin arasına ulaşamaz.',
  },
  member: { name: 'Işıl Yağmur', text: 'Çocuklarla çalışmayı sever.', expertise: 'Çocuk diş hekimliği' },
  job: {
    title: 'Diş hekimi asistanı',
    text: 'Hastaları karşılar, tedaviye yardım eder.',
    place: 'İzmir',
    requirement: 'Güler yüz',
    duty: 'Aletleri hazırlamak',
  },
};

const roofer: Company = {
  name: 'Dachdeckerei Bölling',
  country: 'DE',
  language: 'de',
  trade: 'Crafts and workshop',
  tradeKey: 'crafts',
  legalName: 'Bölling Bedachungen GmbH',
  since: '1961',
  tagline: 'Dicht, auch im Herbst.',
  address: { Street: 'Größener Weg 12', Postcode: '48143', City: 'Münster' },
  phone: '+49 251 5550100',
  email: 'werkstatt@boelling.example.com',
  service: { name: 'Schieferdächer', text: 'Wir decken und flicken Schiefer von Hand.' },
  post: {
    title: 'Woran man ein müdes Dach erkennt',
    excerpt: 'Fünf Zeichen, die man vom Boden aus sieht.',
    text: 'Moos allein ist kein Schaden. Rutschende Ziegel sind einer.',
  },
  member: { name: 'Jürgen Bölling', text: 'Deckt seit dreißig Jahren Dächer.', expertise: 'Schiefer' },
  job: {
    title: 'Dachdeckergeselle',
    text: 'Arbeitet mit zwei Kolleginnen auf Steildächern.',
    place: 'Münster',
    requirement: 'Schwindelfrei',
    duty: 'Dächer decken',
  },
};

const logo = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">
    <path d="M0 0H90V30H0Z" fill="#0f766e"/><path d="M4 4H26V26H4Z" fill="#f5f5f4"/>
  </svg>`,
);

async function photograph(name: string) {
  const file = await picture({ width: 1200, height: 800, format: 'jpeg' });
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(await file.arrayBuffer()) };
}

const publicPaths = [
  '/',
  '/about',
  '/services',
  '/portfolio',
  '/team',
  '/blog',
  '/career',
  '/contact',
  '/quotations',
  '/privacy',
  '/nothing',
];

/** Returns the English default texts of the settings that a site in the other language must not show. */
function englishDefaultsBeside(basis: DefaultsBasis): string[] {
  const ownTexts = new Set(catalogueTextsOf(defaultsFor(basis)).map(([, text]) => text));
  const english = (['', basis.trade] as const).flatMap((trade) =>
    catalogueTextsOf(defaultsFor({ language: 'en', trade })),
  );
  const parts = english
    .filter(([, text]) => !ownTexts.has(text))
    .flatMap(([, text]) => text.split(/\{\w+\}/))
    .map((part) => part.trim());
  return [...new Set(parts)].filter((part) => part.replaceAll(/\P{L}/gu, '').length >= 8);
}

test.for([
  ['dental practice in Turkish', dentist],
  ['roofer in German', roofer],
] as const)('the first day of the owner of a %s', { timeout: 300_000 }, async ([name, company], context) => {
  const server = await startServer({ SEED: 'starter' });
  const browser = await openRealBrowser();
  context.onTestFinished(async () => {
    await browser.close();
    await server.end('SIGTERM');
    await removeData(server);
  });
  const page = await browser.visit('about:blank');
  const day = createDay(context, `First day, ${name}`);
  const openSetUp = (step: string) => page.waitForURL(`**/set-up/${step}`);
  const { language, tradeKey } = company;
  const english = [
    ...untranslatedTextsFor(language),
    ...englishDefaultsBeside({ language, trade: tradeKey }),
  ];

  await day(page, 'Sign in', async () => {
    await signIn(page, server);
    await page.getByRole('link', { name: 'Start the set-up' }).waitFor();
  });
  await day(page, 'Say where and what', async ({ press, choose }) => {
    await press('Start the set-up', 'link');
    await choose(page.getByLabel('Country', { exact: true }), company.country);
    expect(await page.getByLabel('Language', { exact: true }).inputValue()).toBe(company.language);
    await choose(page.getByLabel('What do you do?', { exact: true }), company.trade);
    await press('Save and continue');
    await openSetUp('company');
  });
  await day(page, 'Name the company', async ({ write, press }) => {
    const slogan = page.getByLabel('Slogan', { exact: true });
    expect.soft(await slogan.inputValue()).not.toContain('daylight');
    await write('Name', company.name);
    await write('Legal name', company.legalName);
    await write('Founded', company.since);
    await write('Slogan', company.tagline);
    await press('Save and continue');
    await openSetUp('look');
  });
  await day(page, 'Choose logo and colour', async ({ press }) => {
    const chooser = page.waitForEvent('filechooser');
    await press('Choose logo');
    await (await chooser).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo });
    await press('#0f766e');
    await press('Save and continue');
    await openSetUp('home');
  });
  await day(page, 'Keep the home page', async ({ press }) => {
    await press('Save and continue');
    await openSetUp('contact');
  });
  await day(page, 'Enter the contact', async ({ write, press }) => {
    for (const [label, text] of Object.entries(company.address)) await write(label, text);
    await write('Phone', company.phone);
    await write('Email', company.email);
    await press('Save and continue');
    await openSetUp('pages');
  });
  await day(page, 'Leave pages out', async ({ press }) => {
    for (const label of ['Gallery', 'Internship']) await press(label, 'checkbox');
    await press('Save and continue');
    await openSetUp('sample-content');
  });
  await day(page, 'Remove the samples', async ({ press }) => {
    await press('Remove the sample content');
    await page.getByText('There is no sample content on this site').waitFor();
    await press('Open your site');
    await page.waitForURL(`${server.url}/`);
  });
  expect(await page.locator('h1').innerText()).toContain(company.tagline);

  const openPanel = (path: string) => page.goto(`${server.url}/admin/${path}`);
  await openPanel('dashboard');
  await day(page, 'Look at the checklist', async () => {
    const checklist = page.getByRole('region', { name: /^Before visitors come/ });
    const service = checklist.getByRole('listitem').filter({ hasText: 'Describe a service of your own' });
    await service.waitFor();
    expect.soft(await service.innerText()).not.toMatch(/done/i);
    await expectAccessible(page);
  });
  await openPanel('settings/lists');
  await day(page, 'Describe a service', async ({ press, click, fill }) => {
    const services = page.getByRole('group', { name: 'Services', exact: true });
    const firstOf = (label: string) => services.getByRole('textbox', { name: label, exact: true }).first();
    await click(services.locator('summary').first());
    await fill(firstOf('Title'), company.service.name);
    await fill(firstOf('Summary'), company.service.text);
    await press('Save Lists');
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor();
  });
  await openPanel('blog-posts/new');
  await day(page, 'Write the first post', async ({ write, choose, type, click, press }) => {
    await write('Title', company.post.title);
    await write('Excerpt', company.post.excerpt);
    const category = page.getByLabel('Category', { exact: true });
    const options = await category.locator('option').allTextContents();
    expect.soft(wordsIn(options.join('\n'), ['Technology', 'Development', 'Company News'])).toEqual([]);
    await choose(category, options.at(-1)!);
    await click(page.getByLabel('Content', { exact: true }));
    await type(company.post.text);
    const chooser = page.waitForEvent('filechooser');
    await click(page.getByText('Choose an image', { exact: true }));
    await (await chooser).setFiles(await photograph('first.jpg'));
    await press('Publish immediately', 'checkbox');
    await press('Save Blog Post');
    await page.waitForURL('**/admin/blog-posts');
    await page.getByRole('heading', { name: company.post.title }).waitFor();
  });
  await openPanel('team/new');
  await day(page, 'Add a colleague', async ({ write, press, choose }) => {
    const form = page.getByRole('dialog', { name: 'Add Team Member' });
    await write('Name', company.member.name, form);
    const role = form.getByLabel('Role', { exact: true });
    await choose(role, (await role.locator('option').allTextContents()).at(-1)!);
    await write('Description', company.member.text, form);
    await write('Expertise', company.member.expertise, form);
    await press('Add', 'button', form);
    await press('Save', 'button', form);
    await page.getByRole('heading', { name: company.member.name }).waitFor();
  });
  await openPanel('jobs/new');
  await day(page, 'Offer a job', async ({ write, click }) => {
    await write('Title', company.job.title);
    await write('Location', company.job.place);
    await write('Department', company.name);
    await write('Description', company.job.text);
    await write('Requirement 1', company.job.requirement);
    await write('Responsibility 1', company.job.duty);
    await click(page.getByRole('button', { name: 'Create Job', exact: true }));
    await page.getByRole('heading', { name: company.job.title }).waitFor();
  });

  const texts: string[] = [];
  const leftovers: string[] = [];
  const paths = [...publicPaths];
  for (const list of ['blog', 'career'] as const) {
    const html = await (await fetch(`${server.url}/${list}`)).text();
    paths.push(new RegExp(`href="(/${list}/[^"?]+)"`).exec(html)?.[1] ?? `/${list}/none`);
  }
  for (const [width, scheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const path of paths)
      await day(page, `${path} at ${width} px`, async () => {
        await page.goto(server.url + path);
        const html = await page.content();
        // The cards of the team and the rows of the services open.
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
        });
        texts.push(await page.locator('body').innerText());
        const foreign = [...wordsIn(readableOf(html), english), ...findSampleCompanyWords(texts.at(-1)!)];
        leftovers.push(...foreign.map((words) => `${path}: ${words}`));
      });
  }
  expect(leftovers).toEqual([]);
  const { address, service, post, member, job, ...facts } = company;
  const typed = [service, post, member, job].flatMap((entry) => Object.values(entry));
  const site = texts.join('\n');
  const shown = [facts.name, facts.tagline, facts.email, ...typed, ...Object.values(address)];
  expect(shown.filter((text) => !site.includes(text))).toEqual([]);
});
