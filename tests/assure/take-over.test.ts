import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { drawShareCard } from '../../src/http/drawings/share-card.ts';
import { defaultSiteSettings } from '../../src/shared/settings/site-settings.ts';
import type { ShareCard } from '../../src/shared/share-card.ts';
import { useBrowserSite } from '../support/browser-site.ts';
import { findSampleCompanyWords } from '../support/sample-company-words.ts';
import { createActionCounter, estimateMinutes } from '../support/action-counter.ts';
import { atEachWidthAndTheme, expectAccessibleAt, overflowOf } from '../support/page-checks.ts';
import { openScreen } from '../support/panel-screens.ts';
import { expectAccessible, signIn } from '../support/real-browser.ts';
import { admin, signInToApis } from '../support/running-server.ts';
import { decodeMail, untranslatedTextsFor, readableOf, wordsIn } from '../support/catalogue-words.ts';
import { readWrittenMails } from '../support/written-mails.ts';

// A new installation, with its sample content.
const site = useBrowserSite({ SEED: 'starter', NOTIFY_EMAIL: 'buero@brightforge.example.com' });

const logo = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">
    <path d="M0 0H90V30H0Z" fill="#f26a1b"/><path d="M4 4H26V26H4Z" fill="#222222"/>
  </svg>`,
);
async function setUp(page: Page, hands: ReturnType<typeof createActionCounter>): Promise<void> {
  const { press, write, choose, click } = hands;
  await press('Start the set-up', 'link');
  await page.waitForURL('**/set-up/business');
  await choose(page.getByLabel('Country', { exact: true }), 'DE');
  // The language follows the country.
  expect(await page.getByLabel('Language', { exact: true }).inputValue()).toBe('de');
  await choose(page.getByLabel('What do you do?', { exact: true }), 'crafts');
  await shoot(page, 'business');
  await press('Save and continue');

  await page.waitForURL('**/set-up/company');
  await write('Name', 'Brightforge GmbH');
  await write('Founded', '1998');
  await write('Slogan', 'Metall nach Maß.');
  await write('In one sentence', '{name} baut Geländer, Tore und Vorrichtungen in Dortmund.');
  await shoot(page, 'company');
  await press('Save and continue');

  await page.waitForURL('**/set-up/look');
  const chooser = page.waitForEvent('filechooser');
  await press('Choose logo');
  await (await chooser).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo });
  await click(
    page.getByRole('group', { name: 'Colours of your logo' }).getByRole('button', { name: '#f26a1b' }),
  );
  await press('Save and continue');
  await page.waitForURL('**/set-up/home');
  // The panel has the new look without a reload.
  await expect.poll(() => page.locator('link[href^="/brand/"]').count()).toBe(1);
  await press('Skip this step', 'link');

  await page.waitForURL('**/set-up/contact');
  await write('Street', 'Hansastraße 1');
  await write('Postcode', '44137');
  await write('City', 'Dortmund');
  await write('Phone', '+49 231 5550100');
  await write('Email', 'hallo@brightforge.example.com');
  await shoot(page, 'contact');
  await press('Save and continue');

  await page.waitForURL('**/set-up/pages');
  for (const name of ['Gallery', 'Internship']) await press(name, 'checkbox');
  await press('Save and continue');

  await page.waitForURL('**/set-up/sample-content');
  await press('Remove the sample content');
  await page.getByText('There is no sample content on this site.').waitFor();
  await press('Go to the dashboard');
  await page.waitForURL('**/admin/dashboard');
}

async function shoot(page: Page, name: string): Promise<void> {
  const shots = process.env.TAKE_OVER_SHOTS;
  if (!shots) return;
  await atEachWidthAndTheme(page, [390, 1440], (look) =>
    page
      .screenshot({ path: `${shots}/set-up-${name}-${look.width}-${look.colorScheme}.png`, fullPage: true })
      .then(() => undefined),
  );
}

async function save(page: Page, hands: ReturnType<typeof createActionCounter>, group: string): Promise<void> {
  const stored = page.waitForResponse((answer) => answer.url().includes('settings.update'));
  await hands.press(`Save ${group}`);
  expect((await stored).ok(), group).toBe(true);
}

async function fillSettings(page: Page, hands: ReturnType<typeof createActionCounter>): Promise<void> {
  const { press, write, click } = hands;
  await press('Settings', 'link');
  await press('Legal', 'link');
  const imprint = page.locator('[data-section="imprint"]');
  await click(imprint.getByText('Imprint', { exact: true }));
  // The template of the country is chosen.
  expect(await imprint.getByLabel('Template', { exact: true }).inputValue()).toBe('DE');
  await press('Start from a template', 'button', imprint);
  await write('Managing directors', 'Jana Weber', imprint);
  await write('Register', 'Amtsgericht Dortmund', imprint);
  await write('Number in the register', 'HRB 12345', imprint);
  await write('VAT number', 'DE123456789', imprint);
  await shoot(page, 'imprint');
  await press('I have checked it: Imprint', 'button', imprint);
  const leaveOut = imprint.getByRole('button', { name: /^Leave out: (Nur|Name|Bereit)/ });
  for (let left = await leaveOut.count(); left > 0; left -= 1) {
    await click(leaveOut.first());
    await expect.poll(() => leaveOut.count()).toBe(left - 1);
  }
  await press('Shown', 'checkbox', imprint);
  await save(page, hands, 'Legal');
}

test('a company takes the whole site over in the panel', { timeout: 240_000 }, async () => {
  const began = Date.now();
  const page = await site.browser.visit('about:blank');
  await signIn(page, site.server);
  const hands = createActionCounter(page);
  await setUp(page, hands);
  await fillSettings(page, hands);
  const { clicks, fields, letters } = hands.counts;
  const minutes = estimateMinutes(hands.counts);
  const machine = (Date.now() - began) / 60_000;
  console.info(
    `The site was taken over with ${clicks} clicks, ${fields} fields and ${letters} letters: about ${minutes.toFixed(1)} minutes of a person, ${machine.toFixed(1)} of this machine.`,
  );
  expect(clicks + fields).toBeLessThanOrEqual(60);
  // A second and a half for each click and each field, and three letters a second.
  expect(((clicks + fields) * 1.5 + letters * 0.3) / 60).toBeLessThanOrEqual(5);
  await page.context().close();

  const { trpc } = await signInToApis(site.server);
  const lists = (await trpc.site.settings.query()).choices;
  const nameOf = (list: keyof typeof lists, place: number) => {
    const values = lists[list];
    return values[place % values.length]!.value;
  };
  for (const [place, title] of ['Spannen ohne Kratzer', 'Welcher Stahl wofür', 'Neue Halle'].entries())
    await trpc.blog.create.mutate({
      title,
      excerpt: 'Kurz erklärt.',
      content: '<p>Weich spannen.</p>',
      category: nameOf('blog_categories', place),
      is_published: true,
    });
  for (const title of ['Schweißer', 'Monteur'])
    await trpc.jobs.create.mutate({
      title,
      type: 'Full-time',
      location: 'Dortmund',
      department: 'Werkstatt',
      description: 'Sie fertigen und montieren.',
      responsibilities: ['Fertigen'],
      requirements: ['Ausbildung'],
      is_active: true,
    });
  for (const [place, name] of ['Jana Weber', 'Ali Kaya', 'Eva Sommer', 'Jan Groß', 'Mia Brandt'].entries())
    await trpc.team.create.mutate({
      name,
      role: nameOf('team_roles', place),
      section: nameOf('team_sections', place),
      description: 'Seit Jahren dabei.',
      expertise: '["Stahl"]',
    });
  const login = await fetch(`${site.server.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const { token } = (await login.json()) as { token: string };
  for (const [place, title] of ['Tor', 'Geländer', 'Treppe', 'Vorrichtung'].entries()) {
    const form = new FormData();
    form.append('title', title);
    form.append('category', nameOf('portfolio_categories', place));
    form.append('description', 'Gefertigt und montiert.');
    form.append('client', 'Ein Betrieb in Dortmund');
    form.append('technologies', '["Edelstahl"]');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${site.server.url}/api/admin/portfolios`, {
      method: 'POST',
      headers,
      body: form,
    });
    expect(answer.status, title).toBe(201);
  }
});

/** Every address of the sitemap and every one that these pages link to, with some that nothing links to. */
async function publicAddresses(): Promise<string[]> {
  const sitemap = await (await fetch(`${site.server.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  const more = [
    '/test',
    '/nothing',
    '/gallery',
    '/internship',
    '/blog?search=nichts',
    '/career?type=Contract',
  ];
  const found = new Set([...listed, ...more]);
  for (const path of found) {
    const html = await (await fetch(site.server.url + path)).text();
    for (const [, address = ''] of html.matchAll(/<a\b[^>]* href="(\/(?!\/)[^"#]*)/g))
      if (!/^\/(admin|feed)/.test(address)) found.add(address.replaceAll('&amp;', '&'));
  }
  return [...found];
}

const stopWords = /\b(the|and|with|your|our|we|you|this|from|about|search|previous|next|back|more|read)\b/gi;

test('no public page has a word of the other company or of English, and all are accessible', {
  timeout: 400_000,
}, async () => {
  const english = untranslatedTextsFor('de');
  const paths = await publicAddresses();
  expect(paths).toContain('/imprint');
  expect(paths.length).toBeGreaterThan(14);
  for (const path of paths) {
    const answer = await fetch(site.server.url + path);
    const html = await answer.text();
    const all = `${[...answer.headers].join('\n')}\n${html}`;
    expect(findSampleCompanyWords(all), path).toEqual([]);
    expect(html, path).toMatch(/<html lang="de"[ >]/);
    const readable = readableOf(html);
    expect(wordsIn(readable, english), path).toEqual([]);
    expect(readable.match(stopWords) ?? [], path).toEqual([]);
    expect(answer.status === 200, path).toBe(!['/nothing', '/gallery', '/internship'].includes(path));
  }
  const visitor = await site.browser.visit('about:blank', { reducedMotion: 'reduce' });
  for (const path of paths) {
    await visitor.goto(site.server.url + path);
    await atEachWidthAndTheme(visitor, [390, 1440], async (look) => {
      await expectAccessibleAt(visitor, look);
      expect(await overflowOf(visitor), `${path} at ${look.width}`).toBe(0);
      const shots = process.env.TAKE_OVER_SHOTS;
      const name = `${path.replaceAll(/\W+/g, '-')}-${look.width}-${look.colorScheme}`;
      if (shots) await visitor.screenshot({ path: `${shots}/page${name}.png`, fullPage: true });
    });
  }
  await visitor.context().close();
});

test('no share card, icon, feed or document has one', async () => {
  const read = async (path: string) => {
    const answer = await fetch(site.server.url + path);
    expect(answer.status, path).toBe(200);
    return `${[...answer.headers].join('\n')}\n${await answer.text()}`;
  };
  const english = untranslatedTextsFor('de');
  for (const path of ['/feed.xml', '/feed.json', '/manifest.webmanifest']) {
    const text = await read(path);
    expect(text, path).toContain('de');
    expect(wordsIn(readableOf(text), english), path).toEqual([]);
  }
  expect(await read('/feed.xml')).toContain('<language>de');
  expect(JSON.parse((await read('/manifest.webmanifest')).split('\n').at(-1)!)).toMatchObject({
    name: 'Brightforge GmbH',
    lang: 'de',
  });
  const files = [
    ...['/feed.xml', '/feed.json', '/manifest.webmanifest', '/sitemap.xml', '/robots.txt', '/favicon.svg'],
    ...['/favicon.ico', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png', '/icon-maskable-512.png'],
    ...['/api/openapi.json', '/api/docs', '/api/site', '/api/test'],
  ];
  for (const path of files) expect(findSampleCompanyWords(await read(path)), path).toEqual([]);
  for (const icon of ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png']) {
    const built = await readFile(join('dist/client', icon));
    const served = Buffer.from(await (await fetch(`${site.server.url}/${icon}`)).arrayBuffer());
    expect(served.equals(built), icon).toBe(false);
  }
  const { trpc } = await signInToApis(site.server);
  const { company } = await trpc.site.settings.query();
  for (const path of await publicAddresses()) {
    const [address, name] =
      /\/cards\/([a-z]+-[a-z0-9]+)-\w+\.png/.exec(await (await fetch(site.server.url + path)).text()) ?? [];
    if (!name) throw new Error(`${path} has no card`);
    expect((await fetch(site.server.url + address)).headers.get('content-type'), path).toBe('image/png');
    const svg = await drawShareCard((await trpc.site.shareCard.query({ name })) as ShareCard, {
      ...defaultSiteSettings,
      company,
    });
    expect(findSampleCompanyWords(svg), path).toEqual([]);
    expect(wordsIn(readableOf(svg), english), path).toEqual([]);
  }
});

test('no mail and no answer to a form has one', async () => {
  const english = untranslatedTextsFor('de').filter((word) => word.length > 12);
  const visitor = await site.browser.visit(`${site.server.url}/contact`);
  await visitor.getByRole('button', { name: 'Nachricht senden' }).click();
  await visitor.getByText('Bitte füllen Sie dieses Feld aus.').first().waitFor();
  await expectAccessible(visitor);
  await visitor.getByLabel('Name').fill('Ada');
  await visitor.getByLabel('E-Mail').fill('ada@example.com');
  await visitor.getByLabel('Betreff').fill('Vorrichtung');
  await visitor.getByLabel('Nachricht').fill('Was kostet eine?');
  await visitor.getByRole('button', { name: 'Nachricht senden' }).click();
  await visitor.getByRole('status').getByText('Vielen Dank.').waitFor();
  const said = await visitor.content();
  expect([...findSampleCompanyWords(said), ...wordsIn(readableOf(said), english)]).toEqual([]);
  await visitor.context().close();

  const { trpc } = await signInToApis(site.server);
  // The browser was so fast that its message counts as spam, of which nobody gets a notice.
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'Werkzeug', message: 'Haben Sie eines?' };
  await trpc.visitors.contact.mutate(message);
  await trpc.auth.forgotPassword.mutate({ email: admin.email });
  const outbox = join(site.server.dataDir, 'outbox');
  await expect.poll(() => readWrittenMails(outbox)).toHaveLength(2);
  for (const raw of await readWrittenMails(outbox)) {
    expect(findSampleCompanyWords(raw.toString('latin1'))).toEqual([]);
    const mail = decodeMail(raw);
    expect(findSampleCompanyWords(mail)).toEqual([]);
    expect(wordsIn(mail, english)).toEqual([]);
    expect(mail).toContain('Brightforge GmbH');
  }
});

const screens = [
  ...[
    'dashboard',
    'inbox',
    'blog',
    'blog-posts',
    'jobs',
    'team',
    'portfolio',
    'testimonials',
    'users',
    'activities',
  ],
  ...['security', 'account', 'settings/company', 'settings/brand', 'settings/pages', 'settings/lists'],
  ...[
    'settings/choices',
    'settings/navigation',
    'settings/legal',
    'settings/region',
    'settings/search',
    'settings/features',
  ],
  ...[
    'set-up/business',
    'set-up/company',
    'set-up/look',
    'set-up/contact',
    'set-up/pages',
    'set-up/sample-content',
  ],
];

test('no screen of the panel has a word of the other company', { timeout: 240_000 }, async () => {
  const expectOwn = async (page: Page, path: string) => {
    await page.goto(`${site.server.url}/admin/${path}`);
    await expect.poll(() => page.locator('h1').count(), { message: path }).toBeGreaterThan(0);
    await expect.poll(() => page.locator('[class*="Skeleton"]').count()).toBe(0);
    const values = await page
      .locator('input, textarea')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join('\n'));
    const all = [await page.title(), await page.content(), values].join('\n');
    expect(findSampleCompanyWords(all), path).toEqual([]);
    expect(all, path).toContain('Brightforge GmbH');
    await expectAccessible(page);
  };
  const stranger = await site.browser.visit('about:blank');
  for (const path of ['login', 'forgot-password']) await expectOwn(stranger, path);
  await stranger.context().close();
  const page = await openScreen(site.browser, site.server, '/admin/dashboard');
  for (const path of screens) await expectOwn(page, path);
  await page.context().close();
});
