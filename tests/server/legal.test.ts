import { describe, expect, test } from 'vitest';
import { legalTemplates } from '../../client/admin/modules/settings/legal-templates/templates-by-country.ts';
import { SiteSetting } from '../../src/settings/site-setting.entity.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { fillDocuments, legalPlaceholders } from '../../src/shared/settings/legal-documents.ts';
import { cleanHtml, plainText } from '../../src/shared/writing/clean-html.ts';
import { databaseKinds } from '../support/database.ts';
import { readHead, loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

const texts = Object.entries(legalTemplates).flatMap(([region, templates]) =>
  Object.entries(templates).map(([name, { text }]) => ({ what: `${name} of ${region}`, text })),
);

test.each([{ what: 'the default', text: settingDefaults.legal.privacy.text }, ...texts])(
  'the text $what is clean, and names only placeholders that are filled in',
  ({ text }) => {
    expect(cleanHtml(text)).toMatchObject({ html: text, removed: [] });
    const known = [...legalPlaceholders(settingDefaults), 'email_or'];
    for (const [, name] of text.matchAll(/\{(\w+)/g)) expect(known).toContain(name);
  },
);

test.each(texts)(
  'the template $what says that it is no legal advice, and cannot be shown unread',
  ({ text }) => {
    expect(plainText(text)).toMatch(
      /^\[\[ [^\]]*(no legal advice|keine Rechtsberatung|non un conseil juridique|no asesoramiento jurídico|hukuki danışmanlık değildir)[^\]]* \]\]/,
    );
  },
);

describe.each(databaseKinds)('the legal texts, on %s', (kind) => {
  const site = useSite({ on: kind, parts: loadBuiltPages });

  const get = async (url: string) => {
    const { statusCode, body } = await site.app.inject({ url });
    return { status: statusCode, body };
  };
  const put = (group: string, value: object) =>
    site.rest('admin').put(`/api/admin/settings/${group}`, { value });
  const shown = (text: string, more: object = {}) => ({ is_shown: true, title: 'Title', text, ...more });

  test('facts of the company are saved together with a text, or not at all', async () => {
    const phone = async () => (await site.rest('admin').get('/api/admin/settings/company')).body.value.phone;
    const before = await phone();
    const save = (text: string, company: object) =>
      site.rest('admin').put('/api/admin/settings/legal', { value: { terms: shown(text) }, company });
    const facts = { phone: '+49 231 1', registration: { directors: 'Ada' } };
    expect((await save('<p>{directors} [[ more ]]</p>', facts)).status).toBe(422);
    expect(await phone()).toBe(before);
    const { status, body } = await save('<p>{directors}</p>', { email: 'nobody' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['company.email']]);
    expect((await save('<p>{directors}</p>', facts)).status).toBe(200);
    expect(await phone()).toBe('+49 231 1');
    expect((await get('/terms')).body).toContain('Ada');
    await put('company', {});
    await put('legal', {});
  });

  test('privacy has its page at first, the others have none', async () => {
    const { status, body } = await get('/privacy');
    expect(status).toBe(200);
    expect(body).toContain(
      'Write to <a href="mailto:hello@atrium.example.com">hello@atrium.example.com</a>. Atrium IT Solutions Ltd is responsible',
    );
    for (const url of ['/imprint', '/terms', '/cookies']) expect((await get(url)).status, url).toBe(404);
    const sitemap = (await get('/sitemap.xml')).body;
    expect(sitemap).toContain('/privacy<');
    expect(sitemap).not.toMatch(/\/(imprint|terms|cookies)</);
    expect(body).not.toMatch(/href="\/(imprint|terms|cookies)"/);
  });

  test.each(['imprint', 'terms', 'cookies'])(
    '%s has a page, a link and a line in the sitemap',
    async (name) => {
      const document = shown('<p>Words</p>', { title: 'What & who', description: 'Of {name}' });
      expect((await put('legal', { [name]: document })).status).toBe(200);
      const { status, body } = await get(`/${name}`);
      expect(status).toBe(200);
      expect(body).toContain('<h1>What &amp; who</h1>');
      expect(body).toContain('<div class="prose"><p>Words</p></div>');
      const { title, said, canonical } = readHead(body);
      expect(title).toContain('What & who');
      expect(said.description).toBe('Of Atrium');
      expect(canonical).toMatch(new RegExp(`/${name}$`));
      expect((await get('/')).body).toContain(`<a href="/${name}">What &amp; who</a></p>`);
      expect((await get('/sitemap.xml')).body).toContain(`/${name}</loc>`);
      expect((await get(`/cards/page-${name}-0.png`)).status).toBe(302);
      await put('legal', {});
      expect((await get(`/${name}`)).status).toBe(404);
      expect((await get('/')).body).not.toContain(`href="/${name}"`);
      expect((await get(`/cards/page-${name}-0.png`)).status).toBe(404);
    },
  );

  test('privacy can be switched off, and nothing links to it then', async () => {
    await put('legal', { privacy: { is_shown: false } });
    expect((await get('/privacy')).status).toBe(404);
    for (const url of ['/', '/contact', '/sitemap.xml'])
      expect((await get(url)).body, url).not.toMatch(/\/privacy["<]/);
    await put('legal', {});
    expect((await get('/contact')).body).toContain('<a href="/privacy">Privacy</a>');
  });

  test('a text with an open blank is stored, but cannot be shown; the refusal names the blank', async () => {
    const text = '<p>Register: [[ your <strong>court</strong> ]]</p>';
    const refused = await put('legal', { imprint: shown(text) });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      'imprint.text': ['Fill in the blank [[ your court ]] before you show the page.'],
    });
    const named = await put('legal', { terms: shown('<p>T</p>', { title: 'Terms of [[ whom ]]' }) });
    expect(Object.keys(named.body.errors)).toEqual(['terms.title']);
    expect((await put('legal', { cookies: shown('') })).body.errors).toEqual({
      'cookies.text': ['Write the text before you show the page.'],
    });
    const stored = await put('legal', { imprint: { text } });
    expect(stored.status).toBe(200);
    expect(stored.body.value.imprint).toMatchObject({ is_shown: false, text });
    expect((await get('/imprint')).status).toBe(404);
  });

  test('a blank or a script that came by another way than a save is not on a page', async () => {
    const insert = async (value: object) => {
      const { version } = (await site.rest('admin').get('/api/admin/settings/legal')).body;
      const made = { user_id: null, user_name: 'Import', created_at: new Date() };
      await site.database
        .fork()
        .insert(SiteSetting, { group_name: 'legal', version: version + 1, value, ...made } as never);
      // The program did not make the change in the database. Saving another group makes it read again.
      await put('company', { since: 1990 + version });
    };
    await insert({ imprint: shown('<p>[[ blank ]]</p>'), terms: shown('<p>T<script>x()</script></p>') });
    expect((await get('/imprint')).status).toBe(404);
    expect((await get('/terms')).body).toContain('<div class="prose"><p>T</p></div>');
    await put('legal', {});
    await put('company', {});
  });

  test('scripts and addresses of scripts are removed, and long texts are refused', async () => {
    const text = '<p onclick="x()">A <a href="javascript:x()">b</a></p><script>x()</script>';
    const { body } = await put('legal', { terms: shown(text) });
    expect(body.value.terms.text).toBe('<p>A b</p>');
    expect((await get('/terms')).body).toContain('<div class="prose"><p>A b</p></div>');
    for (const long of ['x'.repeat(40_001), '&'.repeat(30_000)]) {
      const refused = await put('legal', { terms: shown(long) });
      expect(refused.body.errors['terms.text'][0]).toMatch(/^Text may have at most 40,000 characters/);
    }
    await put('legal', {});
  });

  test('placeholders are filled in and escaped, and those without a value are refused by name', async () => {
    const facts = { name: 'A', legal_name: '<b>"Forge" & Söhne</b>', email: '' };
    const address = { street: 'Weg 1', city: 'Ulm', postcode: '89073', country_code: 'DE' };
    const registration = { court: 'Amtsgericht Ulm', number: 'HRB 1' };
    await put('company', { ...facts, address, registration });
    const text =
      '<p>{legal_name}, {address}, {registration}, {form_minutes}, {unknown} <a href="/{name}">{email_or:us}</a></p>';
    await put('legal', { imprint: shown(text) });
    expect((await get('/imprint')).body).toContain(
      '<p>&lt;b&gt;&quot;Forge&quot; &amp; Söhne&lt;/b&gt;, Weg 1, 89073 Ulm, Amtsgericht Ulm HRB 1, 20, {unknown} <a href="/{name}">',
    );
    expect((await get('/privacy')).body).toContain('Write to <a href="/contact">us</a>.');
    const refused = await put('legal', { imprint: shown('<p>VAT: {vat}</p>') });
    expect(refused.body.errors).toEqual({
      'imprint.text': [
        'The settings of the company have nothing for {vat}. Fill it in there, or remove it here.',
      ],
    });
    await put('company', {});
    await put('legal', {});
  });

  test('are for admins only', async () => {
    expect((await site.rest('content_moderator').get('/api/admin/settings/legal')).status).toBe(403);
  });
});

test('a placeholder cannot close the link that it stands in', () => {
  const { company, legal, privacy, region } = settingDefaults;
  const text = '<p><a href="/{name}">{email_or:us}</a> {email_or:{name}}</p>';
  const filled = fillDocuments(
    {
      company: { ...company, name: '"><script>', email: '' },
      privacy,
      region,
      legal: { ...legal, imprint: { ...legal.imprint, text } },
    },
    { country: 'United Kingdom', counting: '' },
  );
  expect(filled.imprint.text).not.toContain('<script>');
  expect(filled.imprint.text).toContain('<a href="/{name}">');
});
