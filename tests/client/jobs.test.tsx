import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { fakeServer, openPanel, preparePanelTests, invalid } from '../support/panel-tests.tsx';
import type { PartialInputOf } from '../support/procedures.ts';
import { jobRow, jobsPage, siteSettings } from '../support/rows.ts';

preparePanelTests();

const job = jobRow({ requirements: ['Boots', 'Maps'] });
const list = '/admin/jobs';

async function press(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }));
}

function requirements() {
  return screen.getAllByLabelText<HTMLTextAreaElement>(/^Requirement \d/).map(({ value }) => value);
}

describe('the list of jobs', () => {
  it('tells internships by their duration, and what is inactive', async () => {
    const internship = { ...job, id: 4, title: 'Summer', is_internship: true, duration: '3 months' };
    fakeServer({ 'jobs.list': () => jobsPage([job, { ...internship, is_active: false }]) });
    openPanel(list, 'hr');
    const card = (await screen.findByRole('heading', { name: 'Summer' })).closest('li')!;
    expect(within(card).getByText('Internship - 3 months')).toBeDefined();
    expect(within(card).getByText('Inactive')).toBeDefined();
    expect(within(card).queryByText('Full-time')).toBeNull();
    const other = screen.getByRole('heading', { name: 'Field Technician' }).closest('li')!;
    for (const words of ['Active', 'Infrastructure', 'London'])
      expect(within(other).getByText(words)).toBeDefined();
  });

  it('takes the tick for an internship, not the duration or the type', async () => {
    const open = { ...job, id: 4, title: 'Autumn', is_internship: true };
    const ended = { ...job, id: 5, title: 'Winter', duration: '3 months' };
    fakeServer({ 'jobs.list': () => jobsPage([open, ended]) });
    openPanel(list, 'hr');
    const autumn = (await screen.findByRole('heading', { name: 'Autumn' })).closest('li')!;
    expect(within(autumn).getByText('Internship')).toBeDefined();
    const winter = screen.getByRole('heading', { name: 'Winter' }).closest('li')!;
    expect(within(winter).getByText('Full-time')).toBeDefined();
  });

  it('filters by type', async () => {
    const server = fakeServer({ 'jobs.list': ({ type }) => jobsPage(type ? [] : [job]) });
    openPanel(`${list}?page=1`, 'hr');
    await screen.findByRole('heading', { name: 'Field Technician' });
    expect(screen.getByLabelText<HTMLSelectElement>('Type').options[0]!.text).toBe('All Types');
    await userEvent.selectOptions(screen.getByLabelText('Type'), 'Internship');
    expect(await screen.findByText('No jobs found')).toBeDefined();
    server.expectLastCall('jobs.list', { page: 1, per_page: 12, type: 'Internship' });
  });

  it('says what to do when there is nothing, and offers the states of jobs', async () => {
    fakeServer({ 'jobs.list': () => jobsPage([]) });
    openPanel(list, 'hr');
    expect(await screen.findByText('No jobs found')).toBeDefined();
    const { options } = screen.getByLabelText<HTMLSelectElement>('Status');
    expect([...options].map(({ text }) => text)).toEqual(['All', 'Active', 'Inactive', 'Closed']);
    expect(screen.getByText('Get started by creating your first job!')).toBeDefined();
  });
});

describe('the form of a job', () => {
  it('points out the tick to who chooses the type of an internship', async () => {
    fakeServer({});
    openPanel(`${list}/new`, 'hr');
    const advice = 'Select this to list the job as an internship.';
    const type = await screen.findByLabelText('Type');
    expect(screen.queryByText(advice)).toBeNull();
    await userEvent.selectOptions(type, 'Internship');
    expect(screen.getByText(advice)).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox', { name: /internship/i }));
    expect(screen.queryByText(advice)).toBeNull();
  });

  it('begins with the defaults, asks for what is required, and sends all of it', async () => {
    const server = fakeServer({ 'jobs.create': () => ({ id: 5, job }), 'jobs.list': () => jobsPage([job]) });
    const { address } = openPanel(`${list}/new`, 'admin');
    await press('Create Job');
    expect(server.calls('jobs.create')).toEqual([]);
    await userEvent.type(screen.getByLabelText('Title'), 'New');
    await userEvent.type(screen.getByLabelText('Description'), 'Words');
    await userEvent.type(screen.getByLabelText('Department'), 'IT');
    await userEvent.type(screen.getByLabelText('Location'), 'Here');
    await userEvent.type(screen.getByLabelText('Requirement 1'), 'One');
    await userEvent.type(screen.getByLabelText('Responsibility 1'), 'Do');
    expect(screen.queryByLabelText('Duration')).toBeNull();
    await userEvent.click(screen.getByLabelText('Internship'));
    await userEvent.type(screen.getByPlaceholderText('e.g., 3 months'), '2 months');
    await press('Create Job');
    await waitFor(() => expect(address()).toBe(list));
    server.expectCalls('jobs.create', [
      {
        title: 'New',
        salary_min: '',
        salary_max: '',
        salary_currency: '',
        salary_period: '',
        location_type: '',
        team: '',
        recruiter: '',
        what_next: '',
        slug: '',
        description: 'Words',
        type: 'Full-time',
        location: 'Here',
        department: 'IT',
        requirements: ['One'],
        responsibilities: ['Do'],
        is_internship: true,
        duration: '2 months',
        is_active: true,
        application_link: '',
      },
    ]);
  });

  it('adds, moves and removes entries, and the focus follows', async () => {
    fakeServer({ 'jobs.one': () => ({ job }) });
    openPanel(`${list}/3/edit`, 'hr');
    await press('Add requirement');
    await userEvent.keyboard('Third{Enter}Fourth');
    expect(requirements()).toEqual(['Boots', 'Maps', 'Third', 'Fourth']);
    await press('Move requirement 4 up');
    await press('Move requirement 1 down');
    expect(requirements()).toEqual(['Maps', 'Boots', 'Fourth', 'Third']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move requirement 2 down' }));
    await press('Remove requirement 2');
    expect(requirements()).toEqual(['Maps', 'Fourth', 'Third']);
    expect(document.activeElement).toBe(screen.getByLabelText('Requirement 2'));
    expect(screen.queryByRole('button', { name: /responsibility 1/ })).toBeNull();
  });

  it('keeps what was typed when a save fails', async () => {
    const server = fakeServer({
      'jobs.one': () => ({ job }),
      'jobs.update': () => {
        throw invalid('jobs.update', {
          requirements: ['A requirement may not be empty'],
        });
      },
    });
    openPanel(`${list}/3/edit`, 'hr');
    await userEvent.clear(await screen.findByLabelText('Requirement 2'));
    await userEvent.type(screen.getByLabelText('Requirement 2'), ' ');
    await press('Update Job');
    expect((await screen.findByRole('alert')).textContent).not.toContain('req-1');
    const message = screen.getByText('A requirement may not be empty');
    expect(screen.getByLabelText('Requirement 2').getAttribute('aria-describedby')).toBe(message.id);
    expect(screen.getByLabelText('Requirement 1').getAttribute('aria-describedby')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Requirement 2'));
    expect(document.activeElement!.getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByLabelText('Title'));
    await press('Show the field');
    expect(document.activeElement).toBe(screen.getByLabelText('Requirement 2'));
    expect(server.calls('jobs.update')).toMatchObject<PartialInputOf<'jobs.update'>[]>([
      { id: 3, version: 3, requirements: ['Boots', ' '] },
    ]);
  });
});

it('makes an entry of each line of a pasted list, without the signs before them', async () => {
  fakeServer({ 'jobs.list': () => jobsPage(), 'jobs.one': () => ({ job }) });
  openPanel('/admin/jobs/3/edit', 'hr');
  await userEvent.click(await screen.findByLabelText('Requirement 1'));
  await userEvent.paste('\n- Maps\n• Ropes\r\n3. Tents\n');
  expect(requirements()).toEqual(['BootsMaps', 'Ropes', 'Tents', 'Maps']);
  expect(document.activeElement).toBe(screen.getByLabelText('Requirement 3'));
  await userEvent.keyboard(' too');
  await userEvent.paste('one line');
  expect(requirements()[2]).toBe('Tents tooone line');
});

it.each([
  { currency: 'TRY', period: 'Month' },
  { currency: 'GBP', period: 'Year' },
])(
  'fills in $currency and $period with the first amount of a salary, and nothing that was chosen',
  async (usual) => {
    const region = { ...settingDefaults.region, currency: usual.currency };
    fakeServer({ 'jobs.list': () => jobsPage(), 'site.settings': () => siteSettings({ region }) });
    openPanel('/admin/jobs/new', 'hr');
    const currency = () => screen.getByLabelText<HTMLInputElement>('Currency');
    const period = () => screen.getByLabelText<HTMLSelectElement>('Paid per');
    await userEvent.type(await screen.findByLabelText('Salary from'), '4');
    expect([currency().value, period().value]).toEqual([usual.currency, usual.period]);
    await userEvent.clear(currency());
    await userEvent.type(currency(), 'CHF');
    await userEvent.selectOptions(period(), 'Day');
    await userEvent.type(screen.getByLabelText('Salary to'), '5');
    expect([currency().value, period().value]).toEqual(['CHF', 'Day']);
  },
);
