import { describe, expect, test } from 'vitest';
import { describeSalary } from '../../client/site/career/salary.ts';
import { settingDefaults } from '../../src/shared/settings/defaults.ts';
import { toSiteSettings } from '../../src/shared/settings/site-settings.ts';
import { databaseKinds } from '../support/database.ts';
import { createJob } from '../support/factories.ts';
import { readHead, loadBuiltPages } from '../support/built-pages.ts';
import { useSite } from '../support/use-site.ts';

const words = {
  title: 'Engineer',
  description: 'Builds things.',
  type: 'Full-time',
  location: 'London',
  department: 'Development',
  requirements: ['Patience'],
  responsibilities: ['Build'],
};
const pay = { salary_min: '52 000', salary_max: '60000.50', salary_currency: 'gbp' };

describe.each(databaseKinds)('what a job offers on %s', (kind) => {
  const site = useSite({ on: kind, parts: loadBuiltPages });
  const post = (more: object) => site.rest('hr').post('/api/admin/jobs', { ...words, ...more });
  const pageOf = async (id: number) => (await site.app.inject({ url: `/career/${id}` })).body;

  test('a salary is stored as a range, in a currency, by default for a year', async () => {
    const { status, body } = await post({ ...pay, team: 'Four people', what_next: 'We call you.' });
    expect(status).toBe(201);
    expect(body.job).toMatchObject({
      salary_min: '52000',
      salary_max: '60000.50',
      salary_currency: 'GBP',
      salary_period: 'Year',
      team: 'Four people',
      what_next: 'We call you.',
      recruiter: null,
      location_type: null,
    });
    const { id, version } = body.job;
    const change = { ...words, id, version, salary_max: null, salary_period: 'Hour' };
    const changed = await site.rest('hr').put(`/api/admin/jobs/${id}`, change);
    expect(changed.body.job).toMatchObject({ salary_min: '52000', salary_max: null, salary_period: 'Hour' });
    expect(await pageOf(id)).toContain('from £52,000 an hour');
  });

  test.each([
    [{ ...pay, salary_min: '52,000' }, 'salary_min', 'must be a number without separators, such as 52000'],
    [{ ...pay, salary_min: '70000' }, 'salary_max', 'Salary to must not be less than salary from'],
    [{ salary_min: '5' }, 'salary_currency', 'Currency is required with a salary'],
    [{ ...pay, salary_currency: 'XQX' }, 'salary_currency', 'must be the three letters of a currency'],
    [{ ...pay, salary_period: 'Decade' }, 'salary_period', 'Paid per must be one of: Hour, Day, Month, Year'],
    [{ location_type: 'Moon' }, 'location_type', 'Place of work must be one of: On site, Hybrid, Remote'],
  ])('%j is refused at %s: %s', async (more, field, message) => {
    const { status, body } = await post(more);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body.errors[field][0]).toContain(message);
  });

  test('an amount has all digits of its currency or none after the point, in every language', async () => {
    const space = '\u00a0';
    const salaries = [
      ['de', ['3200.5', '4100'], `3.200,50–4.100${space}€`],
      ['fr', ['3200.5', '4100.25'], `3\u202f200,50–4\u202f100,25${space}€`],
      ['es', ['3200.5', null], `desde 3200,50${space}€`],
      ['tr', [null, '4100.5'], 'en çok €4.100,50'],
      ['en', ['12.5', '12.50'], '€12.50'],
      ['en', ['12', null], 'from €12'],
    ] as const;
    for (const [language, [salary_min, salary_max], shown] of salaries) {
      const region = { ...settingDefaults.region, language };
      const settings = toSiteSettings({ ...settingDefaults, region });
      const job = { salary_min, salary_max, salary_currency: 'EUR', salary_period: null };
      expect(describeSalary(job, settings), language).toBe(shown);
    }
  });

  test('programs of search engines read salary, place and end', async () => {
    const closes_at = new Date('2040-05-01T00:00:00Z');
    const { id } = await createJob(site.database.fork(), {
      salary_min: '52000',
      salary_max: '60000',
      salary_currency: 'GBP',
      location_type: 'Remote',
      closes_at,
    });
    const [, , job] = readHead(await pageOf(id)).things;
    expect(job).toMatchObject({
      validThrough: closes_at.toISOString(),
      jobLocationType: 'TELECOMMUTE',
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'GBP',
        value: { '@type': 'QuantitativeValue', minValue: 52000, maxValue: 60000, unitText: 'YEAR' },
      },
    });
    expect(job).not.toHaveProperty('jobLocation');
    const hybrid = await createJob(site.database.fork(), {
      location: 'Remote or not',
      location_type: 'Hybrid',
    });
    const [, , other] = readHead(await pageOf(hybrid.id)).things;
    expect(other).toHaveProperty('jobLocation');
    for (const absent of ['jobLocationType', 'baseSalary', 'validThrough'])
      expect(other).not.toHaveProperty(absent);
  });

  test('a stored currency that is none is not shown, and a place that no list has is', async () => {
    const { id } = await createJob(site.database.fork(), {
      salary_min: '7',
      salary_currency: 'QQ1',
      salary_period: 'Shift',
      location_type: 'At sea',
    });
    const html = await pageOf(id);
    expect(html).not.toContain('QQ1');
    expect(html).toContain('At sea');
  });
});
