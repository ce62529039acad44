import { describe, expect, test } from 'vitest';
import { SiteSetting } from '../../src/settings/site-setting.entity.ts';
import { createSiteSettings } from '../../src/settings/site-settings.ts';
import { defaultsFor } from '../../src/shared/settings/defaults.ts';
import { type Language, languages } from '../../src/shared/settings/fields/region.ts';
import { groupNames, settingGroups } from '../../src/shared/settings/groups.ts';
import { inputSchema } from '../../src/shared/settings/input-schema.ts';
import { sparseValues, withEntryKeys } from '../../src/shared/settings/group-values.ts';
import { databaseKinds } from '../support/database.ts';
import { useSite } from '../support/use-site.ts';

const companyPath = '/api/admin/settings/company';

test('the defaults are written as saves write them, so that nothing is stored of what nobody changed', () => {
  for (const language of Object.keys(languages) as Language[])
    for (const name of groupNames) {
      const { fields } = settingGroups[name];
      const defaults = defaultsFor({ language, trade: '' })[name];
      const saved = inputSchema(fields).parse(withEntryKeys(fields, defaults));
      expect(sparseValues(fields, defaults, saved), `${language} ${name}`).toEqual({});
    }
});

describe.each(databaseKinds)('the settings of the site, on %s', (kind) => {
  const site = useSite({ on: kind });

  const read = async () => (await site.rest('admin').get(companyPath)).body;
  const save = (value: object, version?: number) =>
    site.rest('admin').put(companyPath, { value, ...(version !== undefined && { version }) });
  const shown = async () => (await site.rest('anonymous').get('/api/site')).body.company;

  test('are the defaults while nobody has saved any', async () => {
    const group = await read();
    expect(group).toMatchObject({ group: 'company', label: 'Company', version: 0 });
    expect(group.value).toEqual(group.defaults);
    expect(await shown()).toMatchObject({ name: 'Atrium', address: { country: 'United Kingdom' } });
  });

  test('are stored only when something has changed', async () => {
    const { value } = await read();
    const changed = { ...value, name: 'Brightforge' };
    const saves: [object, number][] = [
      [value, 0],
      [changed, 0],
      [changed, 1],
    ];
    const versions = [];
    for (const [sent, version] of saves) versions.push((await save(sent, version)).body.version);
    expect(versions).toEqual([0, 1, 1]);
  });

  test('are shown to everybody at once after a save, without the registration', async () => {
    const address = { street: 'Schlossplatz 1', city: 'Stuttgart', postcode: '70173', country_code: 'DE' };
    const saved = await save({ name: 'Brightforge', address, registration: { vat_id: 'DE123456789' } });
    expect(saved.body).toMatchObject({
      version: 1,
      merged: [],
      value: { legal_name: 'Atrium IT Solutions Ltd' },
    });
    expect(await shown()).toMatchObject({ name: 'Brightforge', address: { ...address, country: 'Germany' } });
    expect(JSON.stringify(await shown())).not.toContain('DE123456789');
  });

  test('store only what differs from the defaults, and what this version does not know', async () => {
    await save({ name: 'Brightforge' });
    const em = site.database.fork();
    const [row] = await em.find(SiteSetting, {}, { orderBy: { version: 'desc' } });
    expect(row!.value).toMatchObject({ name: 'Brightforge' });
    expect(row!.value).not.toHaveProperty('phone');
    const value = {
      ...row!.value,
      motto: 'New',
      since: 'long ago',
      address: { city: 'Ulm', planet: 'Earth' },
    };
    await em.insert(SiteSetting, { ...values('company', row!.version + 1), value });
    await em.insert(SiteSetting, { ...values('holidays', 1), value: { days: 30 } });
    expect((await read()).value).toMatchObject({ since: 2013, address: { city: 'Ulm' } });
    await save({ ...(await read()).value, name: 'Next' });
    const [next] = await site.database
      .fork()
      .find(SiteSetting, { group_name: 'company' }, { orderBy: { version: 'desc' } });
    expect(next!.value).toMatchObject({ name: 'Next', motto: 'New', address: { planet: 'Earth' } });
  });

  test('name in the answer what they ignore, wherever it stands', async () => {
    const rest = site.rest('admin');
    const { value } = await read();
    expect((await save(value)).body).not.toHaveProperty('ignored');
    const [first, ...others] = value.social;
    const social = [{ ...first, labl: 'x' }, ...others];
    const misspelt = { ...value, phonee: '1', address: { ...value.address, citty: 'x' }, social };
    expect((await save(misspelt)).body.ignored.toSorted()).toEqual([
      'address.citty',
      'phonee',
      'social.0.labl',
    ]);
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`a${at}`, 1]));
    expect((await save({ ...value, ...many })).body.ignored).toHaveLength(100);
    const { value: texts } = (await rest.get('/api/admin/settings/legal')).body;
    const both = await rest.put('/api/admin/settings/legal', { value: texts, company: { fonx: '1' } });
    expect([both.status, both.body.ignored]).toEqual([200, ['company.fonx']]);
  });

  test('refuse what the site cannot show, under the path of the value', async () => {
    const { body, status } = await save({
      name: ' ',
      since: 'soon',
      email: 'nobody',
      address: { country_code: 'XX' },
      social: [{ label: 'Page', url: 'javascript:alert(1)' }],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).toSorted()).toEqual([
      ...['address.country_code', 'email', 'name', 'since', 'social.0.url'],
    ]);
    expect((await save({ name: 'A', social: 'none' })).body.errors).toEqual({
      social: ['Social links must be a list'],
    });
    expect((await site.rest('admin').get('/api/admin/settings/unknown')).status).toBe(404);
  });

  test('take two saves of different values, and answer a 409 to two of the same one', async () => {
    const { value, version } = await read();
    const links = [...value.social, { label: 'Forum', url: 'https://forum.example.com' }];
    await save({ ...value, phone: '+49 711 1', social: links }, version);
    const [, second] = value.social;
    const reworded = value.social.map((link: object) =>
      link === second ? { ...second, label: 'Code' } : link,
    );
    const merged = await save({ ...value, email: 'a@example.com', social: reworded }, version);
    expect(merged.body.value).toMatchObject({ phone: '+49 711 1', email: 'a@example.com' });
    expect(merged.body.value.social.map(({ label }: { label: string }) => label)).toEqual([
      ...['LinkedIn', 'Code', 'YouTube', 'Forum'],
    ]);
    expect(merged.body.merged).toContain('phone');
    const refused = await save({ ...value, phone: '+49 711 2' }, version);
    expect(refused.status).toBe(409);
    expect(refused.body.current).toMatchObject({
      version: merged.body.version,
      value: { phone: '+49 711 1' },
      conflicts: ['phone'],
    });
    expect((await save({ ...value, phone: '+49 711 2' })).body.value.phone).toBe('+49 711 2');
  });

  test('follow a language that somebody else has chosen since the form was opened, but for what is written', async () => {
    const admin = site.rest('admin');
    const path = '/api/admin/settings/pages';
    const { value, version, language } = (await admin.get(path)).body;
    expect(language).toBe('en');
    await admin.put('/api/admin/settings/region', { value: { language: 'de' } });
    const home = { ...value.home, heading: 'Doors.' };
    const preview = { value: { ...value, home }, language, path: '/contact' };
    const draft = (await admin.post(`${path}/preview`, preview)).body;
    expect(draft.placeholders).toMatchObject({ city: expect.any(String) });
    const saved = await admin.put(path, { value: { ...value, home }, version, language });
    expect(saved.body.value).toMatchObject({
      home: { heading: 'Doors.', latest_link: 'Alle Beiträge' },
      contact: { heading: 'Kontakt' },
    });
    // A form that was opened before that, by a third person.
    const contact = { ...value.contact, intro: 'A few lines.' };
    const late = await admin.put(path, { value: { ...value, contact }, version, language });
    expect(late.body.value).toMatchObject({
      home: { heading: 'Doors.', latest_link: 'Alle Beiträge' },
      contact: { heading: 'Kontakt', intro: 'A few lines.' },
    });
    for (const group of ['region', 'pages']) await admin.put(`/api/admin/settings/${group}`, { value: {} });
  });

  test('are saved by concurrent callers one after the other', async () => {
    const { version } = await read();
    const names = ['One', 'Two', 'Three', 'Four'];
    const answers = await Promise.all(names.map((name) => save({ name })));
    const versions = answers.map(({ body }) => body.version).toSorted((a, b) => a - b);
    expect(versions).toEqual([1, 2, 3, 4].map((step) => version + step));
  });

  test('are restored from a version, and forget all but the newest hundred', async () => {
    const start = (await save({ name: 'Early' })).body;
    await save({ name: 'Late' });
    const restore = (version: number) => site.rest('admin').post(`${companyPath}/restore`, { version });
    expect((await restore(start.version)).body.value.name).toBe('Early');
    const { versions } = (await site.rest('admin').get(`${companyPath}/versions`)).body;
    expect(versions[0]).toMatchObject({ version: start.version + 2, user_name: 'The admin' });
    const em = site.database.fork();
    await em.insert(SiteSetting, {
      ...values('company', start.version + 200),
      value: { name: 'Many later' },
    });
    await save({ name: 'Last' });
    expect((await site.rest('admin').get(`${companyPath}/versions`)).body.versions).toHaveLength(2);
    expect((await restore(1)).status).toBe(404);
  });

  test('tell the log what has changed, by value, which its filter finds', async () => {
    const { value } = await read();
    await save({ ...value, since: 1999, address: { ...value.address, city: 'Bonn' } });
    const { activities } = (await site.rest('admin').get('/api/admin/activities?module=settings')).body;
    expect(activities[0]).toMatchObject({
      description: 'Updated settings "Company"',
      module: 'settings',
      metadata: { group: 'company' },
      verified: true,
      changes: { since: { old: 2013, new: 1999 }, 'address.city': { new: 'Bonn' } },
    });
    expect(
      (await site.rest('hr').get('/api/admin/activities?per_page=1')).body.activities[0].changes,
    ).toBeUndefined();
    const ofInbox = await site.rest('hr').get('/api/admin/activities?module=inbox');
    expect([ofInbox.status, ofInbox.body.meta?.total]).toEqual([200, 0]);
  });

  test('are for admins, and the texts also for content moderators', async () => {
    expect((await site.rest('content_moderator').get(companyPath)).status).toBe(403);
    expect((await site.rest('content_moderator').put(companyPath, { value: {} })).status).toBe(403);
    const { groups } = (await site.rest('admin').get('/api/admin/settings')).body;
    expect(groups.map(({ group }: { group: string }) => group)).toEqual(groupNames);
    expect((await site.rest('content_moderator').get('/api/admin/settings')).status).toBe(200);
  });

  test('are read once after a change, also by concurrent calls, and stay what they were while the database is away', async () => {
    let isAway = false;
    let version = 1;
    let reads = 0;
    const content = { known: () => version, ask: async () => version };
    const source = createSiteSettings({
      content,
      read: site.database.read,
      get visitors() {
        if (isAway) throw new Error('away');
        reads += 1;
        return site.database.read;
      },
    });
    const [first, second] = await Promise.all([source.current(), source.current()]);
    expect([second, reads]).toEqual([first, 1]);
    isAway = true;
    expect(await source.current()).toBe(first);
    version += 1;
    expect(await source.current()).toBe(first);
    isAway = false;
    expect(await source.current()).toBe(first);
    expect(reads).toBe(2);
  });
});

function values(group_name: string, version: number) {
  return { group_name, version, user_id: null, user_name: 'Ada', created_at: new Date() };
}
