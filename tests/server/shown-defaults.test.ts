import { expect, test } from 'vitest';
import { contentModules } from '../../src/content-modules.ts';
import { listUsesOf } from '../../src/settings/choices.ts';
import { ShownDefaults } from '../../src/settings/site-setting.entity.ts';
import { keepShownDefaults } from '../../src/settings/kept-defaults.ts';
import { createCommandLineCtx } from '../../src/transfer/foreign-import.ts';
import { useSite } from '../support/use-site.ts';

const site = useSite();

const start = () =>
  keepShownDefaults(createCommandLineCtx(site.database, new Date()), listUsesOf(contentModules));
const legal = async () => (await site.rest('admin').get('/api/admin/settings/legal')).body;

/** Makes the row what a former version has stored, whose privacy page had other texts, and which had no imprint. */
async function becomeFormer(): Promise<void> {
  const em = site.database.fork();
  const row = await em.findOneOrFail(ShownDefaults, { id: { $gt: 0 } });
  const { privacy } = row.value.legal as { privacy: object };
  row.value = { ...row.value, legal: { privacy: { ...privacy, intro: 'A former intro.' } } };
  await em.flush();
}

test('a new version keeps the default texts that a company has shown, and a reset accepts the new ones', async () => {
  await start();
  await site.rest('admin').put('/api/admin/settings/company', { value: { name: 'Brightforge' } });
  await becomeFormer();
  await start();
  const kept = await legal();
  expect(kept).toMatchObject({ version: 1, value: { privacy: { intro: 'A former intro.' } } });
  expect(kept.defaults.privacy.intro).not.toBe('A former intro.');
  expect({ ...kept.value, privacy: undefined }).toEqual({ ...kept.defaults, privacy: undefined });
  const { activities } = (await site.rest('admin').get('/api/admin/activities')).body;
  expect(activities[0]).toMatchObject({
    user_name: 'Command line',
    description: expect.stringMatching(/^Kept former texts of/),
  });

  // Another start changes nothing, and the accepted text stays.
  await start();
  expect((await legal()).version).toBe(1);
  await site.rest('admin').put('/api/admin/settings/legal', { value: kept.defaults, version: 1 });
  await start();
  expect((await legal()).value).toEqual(kept.defaults);
});

test('a company from before keeps its pictures as they are, also when its former texts had no brand', async () => {
  const brand = async () => (await site.rest('admin').get('/api/admin/settings/brand')).body;
  await site.rest('admin').put('/api/admin/settings/region', { value: { trade: 'food' } });
  await site.rest('admin').put('/api/admin/settings/company', { value: { name: 'Brightforge' } });
  await start();
  expect(await brand()).toMatchObject({ version: 0, value: { pictures: 'mild' } });
  const em = site.database.fork();
  const row = await em.findOneOrFail(ShownDefaults, { id: { $gt: 0 } });
  const { brand: _, ...former } = row.value;
  row.value = former;
  await em.flush();
  await start();
  expect(await brand()).toMatchObject({ version: 1, value: { pictures: 'own' } });
});

test.each([
  ['the sample company', { trade: '' }, 'Atrium'],
  ['a company that has chosen another trade since', { trade: 'crafts' }, 'Brightforge'],
])('%s gets the new default texts', async (_who, region, name) => {
  await start();
  await site.rest('admin').put('/api/admin/settings/company', { value: { name } });
  await becomeFormer();
  await site.rest('admin').put('/api/admin/settings/region', { value: region });
  await start();
  expect((await legal()).version).toBe(0);
});

test('the default texts of a further language are kept too', async () => {
  const rest = site.rest('admin');
  await rest.put('/api/admin/settings/region', { value: { further_languages: ['de'] } });
  await rest.put('/api/admin/settings/company', { value: { name: 'Brightforge' } });
  await start();
  const em = site.database.fork();
  const row = await em.findOneOrFail(ShownDefaults, { id: { $gt: 0 } });
  const german = row.value['legal.de'] as { privacy: object };
  row.value = {
    ...row.value,
    'legal.de': { ...german, privacy: { ...german.privacy, intro: 'Eine frühere Einleitung.' } },
  };
  await em.flush();
  await start();
  const kept = (await rest.get('/api/admin/settings/legal.de')).body;
  expect(kept).toMatchObject({ version: 1, value: { privacy: { intro: 'Eine frühere Einleitung.' } } });
  expect({ ...kept.value, privacy: undefined }).toEqual({ ...kept.defaults, privacy: undefined });
  expect((await legal()).version).toBe(0);
  await start();
  expect((await rest.get('/api/admin/settings/legal.de')).body.version).toBe(1);
});
