import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawShareCard } from '../../src/http/drawings/share-card.ts';
import { defaultSiteSettings } from '../../src/shared/settings/site-settings.ts';
import type { ShareCard } from '../../src/shared/share-card.ts';
import { findSampleCompanyWords } from '../support/sample-company-words.ts';
import { admin, type RunningServer, removeData, startServer } from '../support/running-server.ts';
import { readWrittenMails } from '../support/written-mails.ts';
import { isShortForm } from '../support/test-form.ts';

let server: RunningServer;
let headers: Record<string, string>;
const address = { street: 'Schlossplatz 1', city: 'Stuttgart', postcode: '70173', country_code: 'DE' };

beforeAll(async () => {
  server = await startServer({ SEED: 'none', NOTIFY_EMAIL: 'office@brightforge.example' });
  headers = { 'content-type': 'application/json' };
  const { token } = await send('POST', '/api/admin/login', admin);
  headers.authorization = `Bearer ${token}`;
  await send('PUT', '/api/admin/settings/company', {
    value: {
      name: 'Brightforge',
      legal_name: 'Brightforge GmbH',
      since: 1998,
      address,
      phone: '+49 711 123456',
      email: 'hallo@brightforge.example',
      social: [{ label: 'Mastodon', url: 'https://social.example.com/@brightforge' }],
      opening_hours: ['Monday to Friday, 9:00 to 17:00'],
      registration: { court: 'Amtsgericht Stuttgart', number: 'HRB 12345', vat_id: 'DE123456789' },
    },
  });
  const home = { heading: 'Doors that open by themselves', intro: '{name} builds doors in {city}.' };
  const about = { intro: 'Steel since {since}.', mission: 'To let people in.', vision: '' };
  await send('PUT', '/api/admin/settings/pages', { value: { home, about } });
  const services = [{ title: 'Türen öffnen', summary: 'All of them.', points: ['Quiet', 'Quick'] }];
  await send('PUT', '/api/admin/settings/lists', { value: { services } });
  const words = { description: 'D', is_active: true, requirements: ['R'], responsibilities: ['B'] };
  const job = { ...words, title: 'Smith', type: 'Full-time', location: 'Stuttgart', department: 'Forge' };
  await send('POST', '/api/admin/jobs', job);
  const post = { title: 'Hinges', excerpt: 'E', content: '<p>C</p>', category: 'Technology' };
  await send('POST', '/api/admin/blog-posts', { ...post, is_published: true });
});
afterAll(async () => {
  await server.end('SIGTERM');
  await removeData(server);
});

async function send(method: string, path: string, body: object) {
  const answer = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok, `${method} ${path} ${answer.status}`).toBe(true);
  return answer.json();
}

async function read(path: string): Promise<string> {
  const answer = await fetch(server.url + path, { redirect: 'manual' });
  const text = await answer.text();
  return `${[...answer.headers].join('\n')}\n${text}`;
}

async function addressesOfPages(): Promise<string[]> {
  const sitemap = await read('/sitemap.xml');
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(listed).toContain('/blog/1');
  return [
    ...listed,
    '/test',
    '/nothing',
    '/blog?search=none',
    '/blog?category=Technology',
    '/career?type=Contract',
  ];
}

test.skipIf(isShortForm)(
  'no page, feed, sitemap, manifest, document or header names the company of the defaults',
  async () => {
    const paths = [
      ...(await addressesOfPages()),
      ...['/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/favicon.svg'],
      ...['/api/openapi.json', '/api/docs', '/api/site', '/api/test', '/healthz'],
      ...['/admin/login', '/admin/dashboard', '/admin/settings', '/api/nothing'],
    ];
    for (const path of paths) expect(findSampleCompanyWords(await read(path)), path).toEqual([]);
  },
);

test('no share card names it', async () => {
  const { company } = JSON.parse((await read('/api/site')).split('\n').at(-1)!);
  for (const path of await addressesOfPages()) {
    const [, name] = /\/cards\/([a-z]+-[a-z0-9]+)-/.exec(await read(path)) ?? [];
    if (!name) throw new Error(`${path} has no card`);
    const input = encodeURIComponent(JSON.stringify({ name }));
    const { result } = await (await fetch(`${server.url}/trpc/site.shareCard?input=${input}`)).json();
    expect(
      findSampleCompanyWords(
        await drawShareCard(result.data as ShareCard, { ...defaultSiteSettings, company }),
      ),
      path,
    ).toEqual([]);
  }
});

test('no file of the site and the panel names it', async () => {
  const files = await readdir('dist/client', { recursive: true });
  const texts = files.filter((file) => /\.(js|css|html|svg|json|webmanifest)$/.test(file));
  expect(texts.length).toBeGreaterThan(20);
  for (const file of texts) {
    const text = await readFile(join('dist/client', file), 'utf8');
    // A library of the API's reference has a list of words that people use as passwords.
    const words = text.replaceAll('locker|london|luxury', '');
    expect(findSampleCompanyWords(words), file).toEqual([]);
  }
});

test.skipIf(isShortForm)('no mail names it', async () => {
  await send('POST', '/api/contact', {
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'A door',
    message: 'Please.',
  });
  await send('POST', '/api/admin/forgot-password', { email: admin.email });
  const outbox = join(server.dataDir, 'outbox');
  await expect.poll(() => readWrittenMails(outbox)).toHaveLength(2);
  for (const file of await readWrittenMails(outbox)) {
    const mail = file.toString();
    expect(findSampleCompanyWords(mail)).toEqual([]);
    expect(mail).toContain('Brightforge');
  }
});

test('the pages say what was set', async () => {
  const home = await read('/');
  expect(home).toContain('<title>Brightforge · Doors that open by themselves</title>');
  expect(home).toContain('Brightforge builds doors in Stuttgart.');
  expect(home).toContain('Schlossplatz 1<br/>70173 Stuttgart, Germany');
  expect(home).toContain('href="tel:+49711123456"');
  expect(home).toContain('Amtsgericht Stuttgart HRB 12345 · DE123456789');
  expect(await read('/services')).toContain('<h2>Türen öffnen</h2>');
  expect(await read('/quotations')).toContain('<option>Türen öffnen</option>');
});
