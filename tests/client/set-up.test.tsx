import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { regionDefaultsOf } from '../../client/admin/modules/settings/set-up/country-field.tsx';
import { type DefaultsBasis, defaultsFor, settingDefaults } from '../../src/shared/settings/defaults.ts';
import { findGroup } from '../../src/shared/settings/groups.ts';
import {
  dashboardAnswers,
  fakeServer,
  openPanel,
  preparePanelTests,
  refusal,
} from '../support/panel-tests.tsx';
import type { OutputOf, PartialInputOf } from '../support/procedures.ts';
import { savedGroup, settingGroup } from '../support/rows.ts';

preparePanelTests();

type State = OutputOf<'onboarding.state'>;
type Step = State['setUp']['steps'][number]['name'];

const steps: Step[] = ['business', 'company', 'look', 'home', 'contact', 'pages', 'sample-content'];
const state = (done: Step[] = [], isOffered = true): State => ({
  setUp: { isOffered, steps: steps.map((name) => ({ name, isDone: done.includes(name) })) },
  checklist: { isOffered: false, items: [], openDocuments: [], demoTexts: [] },
});
const samples = (change: Partial<OutputOf<'sampleContent.state'>> = {}) => ({
  untouched: 94,
  changed: 2,
  removed: null,
  ...change,
});
const untouchedIn = (group: string, basis: DefaultsBasis) => {
  const { name } = findGroup(group)!;
  const defaults = defaultsFor(basis)[name];
  return { ...settingGroup(name, {}, 0), ...basis, value: defaults, defaults };
};
/** The stored group of the settings, which nobody has saved yet. */
const untouched = (name: string) => settingGroup(findGroup(name)!.name, {}, 0);

it('offers the set-up on the dashboard of admins only, until it is dismissed', async () => {
  let isOffered = true;
  const server = fakeServer({
    ...dashboardAnswers,
    'onboarding.state': () => state([], isOffered),
    'onboarding.dismiss': ({ isDismissed }) => {
      isOffered = !isDismissed;
      return { success: true };
    },
  });
  openPanel('/admin/dashboard', 'admin');
  const card = await screen.findByRole('region', { name: 'Make this site yours: 7 steps, about 3 minutes' });
  expect(within(card).getByRole('link').getAttribute('href')).toBe('/admin/set-up');
  await userEvent.click(within(card).getByRole('button', { name: 'Don’t offer this again' }));
  await waitFor(() => expect(screen.queryByText('Start the set-up')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Start the set-up');
  server.expectCalls('onboarding.dismiss', [
    { offer: 'set-up', isDismissed: true },
    { offer: 'set-up', isDismissed: false },
  ]);
});

it('asks nothing of people who may not change the site', async () => {
  const server = fakeServer(dashboardAnswers);
  openPanel('/admin/dashboard', 'content_moderator');
  await screen.findByText('No activities found');
  expect(server.calls('onboarding.state')).toEqual([]);
});

it('goes on at the first step that is not done, and shows only the fields of the step', async () => {
  fakeServer({
    'onboarding.state': () => state(['business', 'company', 'look', 'home']),
    'settings.one': () =>
      settingGroup('company', { address: { ...settingDefaults.company.address, country_code: 'DE' } }, 0),
  });
  const { address } = openPanel('/admin/set-up', 'admin');
  await screen.findByRole('heading', { name: 'Contact' });
  expect(address()).toBe('/admin/set-up/contact');
  await screen.findByLabelText('Phone');
  expect(screen.queryByLabelText('Legal name')).toBeNull();
  const labels = [...screen.getByRole('group', { name: 'Address' }).querySelectorAll('label')];
  expect(labels.map(({ textContent }) => textContent)).toEqual([
    ...['Street', 'Postcode', 'City', 'State or region'],
  ]);
});

it('saves the whole group with the change of a step, and goes on', async () => {
  const server = fakeServer({
    'onboarding.state': () => state(),
    'settings.one': ({ group }) => untouched(group),
    'settings.update': savedGroup,
    'onboarding.dismiss': () => ({ success: true }),
  });
  const { address } = openPanel('/admin/set-up/company', 'admin');
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Brightforge');
  await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(address()).toBe('/admin/set-up/look'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Look'));
  expect(server.calls('settings.update')).toMatchObject<PartialInputOf<'settings.update'>[]>([
    {
      group: 'company',
      version: 0,
      // The facts of the sample company are gone, even where the step about contact is skipped.
      value: { name: 'Brightforge', phone: '', since: null, social: [], address: { street: '' } },
    },
  ]);
});

it('suggests the time zone of a country under its present name', () => {
  for (const [country, present] of [
    ['IN', 'Asia/Kolkata'],
    ['UA', 'Europe/Kyiv'],
    ['NP', 'Asia/Kathmandu'],
  ] as const)
    expect(regionDefaultsOf(country).time_zone, country).toBe(present);
});

it('takes language, time zone and currency from the country, until somebody chooses others', async () => {
  const server = fakeServer({
    'rowLanguages.effects': () => ({ moved: 0, hidden: 0, examples: [] }),
    'onboarding.state': () => state(),
    'settings.one': ({ group }) => untouched(group),
    'settings.update': savedGroup,
    'onboarding.dismiss': () => ({ success: true }),
  });
  const { address } = openPanel('/admin/set-up/business', 'admin');
  const language = (await screen.findByLabelText('Language')) as HTMLSelectElement;
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'TR');
  expect(language.value).toBe('tr');
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'MX');
  expect(language.value).toBe('es');
  await userEvent.selectOptions(language, 'French');
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'CH');
  expect(language.value).toBe('fr');
  await userEvent.selectOptions(screen.getByLabelText('What do you do?'), 'Crafts and workshop');
  await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(address()).toBe('/admin/set-up/company'));
  const [company, region] = server.calls('settings.update');
  expect(company).toMatchObject<PartialInputOf<'settings.update'>>({
    group: 'company',
    value: { address: { country_code: 'CH' } },
  });
  expect(region).toMatchObject<PartialInputOf<'settings.update'>>({
    group: 'region',
    value: { language: 'fr', trade: 'crafts', time_zone: 'Europe/Zurich', currency: 'CHF' },
  });
});

it('marks a step as done that is right as it is, and saves nothing', async () => {
  const server = fakeServer({
    'onboarding.state': () => state(),
    'settings.one': ({ group }) => untouched(group),
    'onboarding.dismiss': () => ({ success: true }),
  });
  const { address } = openPanel('/admin/set-up/company', 'admin');
  await userEvent.click(await screen.findByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(address()).toBe('/admin/set-up/look'));
  await waitFor(() => server.expectCalls('onboarding.dismiss', [{ offer: 'company', isDismissed: true }]));
  expect(server.calls('settings.update')).toEqual([]);
});

it('opens a step with the defaults that the step before has changed, and stores none of the former ones', async () => {
  let basis = { language: 'en', trade: '' } as DefaultsBasis;
  const reload = Promise.withResolvers<void>();
  const server = fakeServer({
    'rowLanguages.effects': () => ({ moved: 0, hidden: 0, examples: [] }),
    'onboarding.state': () => state(),
    'settings.one': async ({ group }) => {
      if (basis.language === 'tr') await reload.promise;
      return untouchedIn(group, basis);
    },
    'settings.update': (sent) => {
      if (sent.group === 'region') basis = { language: 'tr', trade: 'health' };
      return { ...untouchedIn(sent.group, basis), value: sent.value, version: 1, merged: [] };
    },
    'onboarding.dismiss': () => ({ success: true }),
  });
  const { address } = openPanel('/admin/set-up/business', 'admin');
  await userEvent.selectOptions(await screen.findByLabelText('Country'), 'TR');
  await userEvent.selectOptions(screen.getByLabelText('What do you do?'), 'Health practice');
  await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(address()).toBe('/admin/set-up/company'));
  expect(await screen.findByRole('heading', { name: 'Company' })).toBeDefined();
  expect(screen.queryByLabelText('Slogan')).toBeNull();
  reload.resolve();
  const { company } = defaultsFor({ language: 'tr', trade: 'health' });
  expect((await screen.findByLabelText<HTMLInputElement>('Slogan')).value).toBe(company.tagline);
  const name = screen.getByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Çınar Diş');
  await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(address()).toBe('/admin/set-up/look'));
  expect(server.calls('settings.update').at(-1)).toMatchObject<PartialInputOf<'settings.update'>>({
    group: 'company',
    language: 'tr',
    trade: 'health',
    value: { name: 'Çınar Diş', tagline: company.tagline, summary: company.summary },
  });
});

it('stays at a step whose save is refused', async () => {
  fakeServer({
    'onboarding.state': () => state(),
    'settings.one': () => untouched('company'),
    'settings.update': () => {
      throw refusal(422, 'Please correct the marked fields.', { name: ['Name is required'] });
    },
  });
  const { address } = openPanel('/admin/set-up/company', 'admin');
  await userEvent.clear(await screen.findByLabelText('Name'));
  await userEvent.click(screen.getByRole('button', { name: 'Save and continue' }));
  expect(await screen.findByText('Name is required')).toBeDefined();
  expect(address()).toBe('/admin/set-up/company');
});

it('removes the sample content, says what it kept, and undoes it', async () => {
  let current = samples();
  const server = fakeServer({
    'onboarding.state': () => state(['company']),
    'sampleContent.state': () => current,
    'sampleContent.remove': () => {
      current = samples({ untouched: 0, removed: { count: 94, at: '2026-11-22T10:00:00.000Z' } });
      return { removed: 94, kept: 2 };
    },
    'sampleContent.restore': () => {
      current = samples();
      return { restored: 94 };
    },
  });
  openPanel('/admin/set-up/sample-content', 'admin');
  expect(await screen.findByText(/The site shows 94 sample entries/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Remove the sample content' }));
  expect(await screen.findByText(/94 sample entries removed · 2 kept, as you changed them/)).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Undo the removal' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('94 sample entries restored')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Remove the sample content' })).toBeDefined();
  expect(server.calls('sampleContent.restore')).toHaveLength(1);
});

it('says when there is no sample content, and opens the site', async () => {
  const server = fakeServer({
    'onboarding.state': () => state(['company']),
    'sampleContent.state': () => samples({ untouched: 0, changed: 0 }),
    'onboarding.dismiss': () => ({ success: true }),
  });
  const { left } = openPanel('/admin/set-up/sample-content', 'admin');
  expect(await screen.findByText('There is no sample content on this site.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Open your site' }));
  await waitFor(() => expect(left).toEqual(['/']));
  server.expectCalls('onboarding.dismiss', [{ offer: 'set-up', isDismissed: true }]);
});

it('lists what is left, with links to the fields', async () => {
  fakeServer({
    ...dashboardAnswers,
    'onboarding.state': () => ({
      setUp: { isOffered: false, steps: [] },
      checklist: {
        isOffered: true,
        items: [
          { name: 'logo', isDone: true },
          { name: 'contact', isDone: false },
          { name: 'mail_server', isDone: false },
          { name: 'notices', isDone: false },
        ],
        openDocuments: [
          { document: 'imprint', problem: 'Fill in the blank [[ name ]] before you show the page.' },
        ],
        demoTexts: [
          { page: 'about', group: 'pages', path: 'about.vision' },
          { page: 'services', group: 'lists', path: 'services' },
        ],
      },
    }),
  });
  openPanel('/admin/dashboard', 'admin');
  const list = await screen.findByRole('region', { name: 'Before visitors come: 1 of 4 done' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Enter your phone, email and street', '/admin/settings/company#phone'],
    ['Imprint', '/admin/settings/legal#imprint.text'],
    ['About', '/admin/settings/pages#about.vision'],
    ['Services', '/admin/settings/lists#services'],
  ]);
  expect(within(list).getByText(/SMTP_URL/)).toBeDefined();
  expect(within(list).getByText(/NOTIFY_EMAIL/)).toBeDefined();
});

it('opens the field that the address names', async () => {
  fakeServer({ 'settings.one': () => untouched('pages') });
  Element.prototype.scrollIntoView = () => {};
  openPanel('/admin/settings/pages#about.vision', 'admin');
  await screen.findByRole('button', { name: 'Save Pages' });
  await waitFor(() => expect(document.activeElement?.closest('[data-path]')).not.toBeNull());
  const field = document.activeElement!.closest<HTMLElement>('[data-path]')!;
  expect(field.dataset.path).toBe('about.vision');
  expect(field.closest('details')?.open).toBe(true);
});
