import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createFolderStorage } from '../../src/pictures/files/storage.ts';
import { contentModules } from '../../src/content-modules.ts';
import type { Choices } from '../../src/shared/settings/choices.ts';
import { defaultsFor, settingDefaults } from '../../src/shared/settings/defaults.ts';
import { importSamplesOf } from '../support/sample-site.ts';
import { sampleOf } from '../support/samples.ts';
import { useSite } from '../support/use-site.ts';

let folder = '';
const site = useSite({
  parts: async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-words-'));
    return { storage: createFolderStorage(join(folder, 'uploads')) };
  },
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const all = settingDefaults.choices.portfolio_categories.map(({ name }) => name);
const neutral = ['Projects', 'Client work', 'Own ideas'];

async function names(): Promise<string[]> {
  const { value } = await site.as('admin').settings.one.query({ group: 'choices' });
  return (value as unknown as Choices).portfolio_categories.map(({ name }) => name);
}

const ownName = () =>
  site.as('admin').settings.update.mutate({ group: 'company', value: { name: 'Brightforge GmbH' } });
const ownRow = async (service: string) => {
  const { quote, person, role, company } = sampleOf(contentModules.testimonials.rules.columns);
  const body = { quote, person, role, company, service, is_published: true };
  return (await site.rest('admin').post('/api/admin/testimonials', body)).body.testimonial?.id as number;
};

interface Case {
  rule: string;
  prepare: () => Promise<unknown>;
  left: readonly string[];
}
const cases: Case[] = [
  { rule: 'under the name of the sample company, nothing goes', prepare: async () => {}, left: all },
  { rule: 'words for any company take the place of unused ones', prepare: ownName, left: neutral },
  {
    rule: 'a row holds its word',
    prepare: async () => {
      await ownName();
      await ownRow('Web Development');
    },
    left: ['Web Development'],
  },
  {
    rule: 'a row in the trash holds none',
    prepare: async () => {
      await ownName();
      await site.as('admin').testimonials.remove.mutate({ id: await ownRow('Web Development') });
    },
    left: neutral,
  },
  {
    rule: 'a list that staff have edited stays',
    prepare: async () => {
      await ownName();
      const value = { portfolio_categories: [{ name: 'IT Support' }, { name: 'Railings' }] };
      const reassign_to = Object.fromEntries(
        settingDefaults.choices.portfolio_categories.map(({ key }) => [
          `portfolio_categories.${key}`,
          'IT Support',
        ]),
      );
      await site.as('admin').settings.update.mutate({ group: 'choices', value, reassign_to });
    },
    left: ['IT Support', 'Railings'],
  },
  {
    rule: 'the list of a trade that staff have chosen stays',
    prepare: async () => {
      await ownName();
      await site.as('admin').settings.update.mutate({ group: 'region', value: { trade: 'it' } });
    },
    left: all,
  },
];

test.each(cases)(
  'after the removal of the samples, $rule, and an undo brings their words back',
  async (one) => {
    const storages = {
      uploads: createFolderStorage(join(folder, 'uploads')),
      privateFiles: createFolderStorage(join(folder, 'private')),
      quarantine: join(folder, 'quarantine'),
    };
    await importSamplesOf({ ...site.work(), now: new Date(0), ...storages }, ['testimonials']);
    await one.prepare();
    expect((await site.as('admin').sampleContent.remove.mutate()).removed).toBeGreaterThan(0);
    expect(await names()).toEqual(one.left);
    await site.as('admin').sampleContent.restore.mutate();
    const { testimonials } = await site.as('admin').testimonials.list.query({});
    const used = testimonials.map(({ service }) => service);
    expect(await names()).toEqual(expect.arrayContaining([...one.left, ...used]));
  },
);

test('the words for any company that the removal has left follow a language and a trade that are chosen later', async () => {
  const storages = {
    uploads: createFolderStorage(join(folder, 'uploads')),
    privateFiles: createFolderStorage(join(folder, 'private')),
    quarantine: join(folder, 'quarantine'),
  };
  await importSamplesOf({ ...site.work(), now: new Date(0), ...storages }, ['testimonials']);
  await ownName();
  await site.as('admin').sampleContent.remove.mutate();
  expect(await names()).toEqual(neutral);
  const { update } = site.as('admin').settings;
  await update.mutate({ group: 'region', value: { currency: 'EUR' } });
  expect(await names(), 'no other language or trade').toEqual(neutral);
  await update.mutate({ group: 'region', value: { language: 'de', trade: 'crafts' } });
  const { value } = await site.as('admin').settings.one.query({ group: 'choices' });
  expect(value).toEqual(defaultsFor({ language: 'de', trade: 'crafts' }).choices);
});
