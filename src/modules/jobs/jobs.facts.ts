import { column, langColumn, seoColumns } from '../../shared/columns.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import type { Columns } from '../../shared/column-types.ts';
import { jobTypes, locationTypes, salaryPeriods } from '../../shared/enumerations.ts';

export const jobsFacts = {
  entity: 'Job',
  table: 'jobs',
  log: 'job',
  idKey: 'job_id',
  file: 'jobs',
  path: '/admin/jobs',
  folder: '/career',
  one: 'job',
  many: 'jobs',
  noun: 'job posting',
  label: 'Job',
  roles: ['admin', 'hr'],
  pageSize: 12,
  facets: ['type', 'is_internship', 'is_active'],
  sorts: ['title', 'type', 'is_active', 'created_at'],
  publicBy: 'is_active',
  schedule: { endColumn: 'closes_at' },
  isTranslated: true,
} as const satisfies ContentFacts;

export const jobColumns = {
  title: column.line('Title', 200),
  description: column.text('Description', 20_000),
  type: column.choice('Type', jobTypes),
  location: column.line('Location', 200),
  department: column.line('Department', 200),
  requirements: column.lines('Requirements', 'requirement', 500),
  responsibilities: column.lines('Responsibilities', 'responsibility', 500),
  is_internship: column.tick('Internship'),
  duration: column.optionalText('Duration', 100),
  is_active: column.tick('Active', true),
  application_link: column.link('Application link'),
  closes_at: column.moment('Closing date', { isDay: true }),
  ...seoColumns,
  salary_min: column.optionalText('Salary from', 15, { format: 'amount' }),
  salary_max: column.optionalText('Salary to', 15, { format: 'amount' }),
  salary_currency: column.optionalText('Currency', 3, { format: 'currency' }),
  salary_period: column.optionalText('Paid per', 20, { values: salaryPeriods }),
  location_type: column.optionalText('Place of work', 20, { values: locationTypes }),
  team: column.optionalText('Team', 200),
  recruiter: column.optionalText('Recruiter', 120),
  what_next: column.optionalText('What happens next', 1000),
  ...langColumn,
} satisfies Columns;
