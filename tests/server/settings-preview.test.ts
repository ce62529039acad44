import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../support/database.ts';
import { loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

describe.each(databaseKinds)('the preview of unsaved settings, on %s', (kind) => {
  const site = useSite({ on: kind, parts: loadBuiltPages });

  const preview = (group: string, value: object, path = '/', role: 'admin' | 'content_moderator' = 'admin') =>
    site.rest(role).post(`/api/admin/settings/${group}/preview`, { value, path });
  const storedValue = async (group: string) =>
    (await site.rest('admin').get(`/api/admin/settings/${group}`)).body.value;

  test('shows the page with these values, and saves nothing', async () => {
    const { status, body } = await preview('company', {
      ...(await storedValue('company')),
      name: 'Brightforge',
    });
    expect(status).toBe(200);
    expect(body.status).toBe(200);
    expect(body.document).toContain('Brightforge');
    expect(body.document).not.toContain('type="module"');
    expect((await storedValue('company')).name).toBe('Atrium');
    expect((await site.app.inject('/')).body).not.toContain('Brightforge');
  });

  test('shows any page, also one that these values switch off', async () => {
    const pages = await storedValue('pages');
    const changed = { ...pages, about: { ...pages.about, title: 'Who we are' } };
    expect((await preview('pages', changed, '/about')).body.document).toContain('Who we are');
    const features = { ...(await storedValue('features')), gallery: false };
    expect((await preview('features', features, '/gallery')).body.status).toBe(404);
  });

  test('shows a legal text that has blanks, and that visitors do not see yet', async () => {
    const legal = await storedValue('legal');
    const imprint = { ...legal.imprint, text: '<p>Published by [[ name ]]</p>' };
    for (const is_shown of [true, false]) {
      const { body } = await preview('legal', { ...legal, imprint: { ...imprint, is_shown } }, '/imprint');
      expect(body.document, `shown: ${is_shown}`).toContain('Published by [[ name ]]');
    }
  });

  test('shows unsaved values of several groups at once, each for those who may save it', async () => {
    const company = { ...(await storedValue('company')), tagline: 'Metal, made to measure.' };
    const lists = { ...(await storedValue('lists')), highlights: [{ title: 'Railings', text: '' }] };
    const body = { value: company, path: '/', others: { lists } };
    const { document } = (await site.rest('admin').post('/api/admin/settings/company/preview', body)).body;
    expect(document).toContain('Metal, made to measure.');
    expect(document).toContain('Railings');
    const cases = [
      ['content_moderator', { company }, 403],
      ['content_moderator', { lists }, 200],
      ['admin', { curtains: {} }, 404],
      ['admin', { brand: { accent: 'greenish' } }, 422],
    ] as const;
    for (const [role, others, expected] of cases) {
      const pages = { value: await storedValue('pages'), path: '/', others };
      const { status } = await site.rest(role).post('/api/admin/settings/pages/preview', pages);
      expect(status, `${role} ${Object.keys(others)}`).toBe(expected);
    }
  });

  test('serves the style sheet of a look that is tried out, and of no other', async () => {
    const look = { ...(await storedValue('brand')), accent: '#6b2fd6' };
    const { document } = (await preview('brand', look)).body;
    const [address] = /\/brand\/\w+\/site\.css/.exec(document)!;
    const sheet = await site.app.inject(address);
    expect(sheet.statusCode).toBe(200);
    expect(sheet.body).toContain('--accent:#6b2fd6');
    expect((await site.app.inject('/brand/abc123/site.css')).statusCode).toBe(404);
  });

  test('is refused with the reason for values that a save refuses', async () => {
    const { status, body } = await preview('brand', { accent: 'greenish' });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(['accent']);
    expect((await preview('brand', {}, '//elsewhere.example')).status).toBe(422);
    expect((await preview('curtains', {})).status).toBe(404);
  });

  test('is for those who may save the group', async () => {
    expect((await preview('pages', {}, '/', 'content_moderator')).status).toBe(200);
    expect((await preview('company', {}, '/', 'content_moderator')).status).toBe(403);
    const hr = site.rest('hr').post('/api/admin/settings/pages/preview', { value: {}, path: '/' });
    expect((await hr).status).toBe(403);
  });
});
