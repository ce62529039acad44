import {
  type Columns,
  choice,
  type Facts,
  line,
  lines,
  link,
  moment,
  note,
  text,
  tick,
} from '../../shared/columns.ts';
import { jobTypes } from '../../shared/enumerations.ts';

export const jobsFacts = {
  entity: 'Job',
  table: 'jobs',
  log: 'job',
  idKey: 'job_id',
  file: 'jobs',
  path: '/admin/jobs',
  one: 'job',
  many: 'jobs',
  noun: 'job posting',
  label: 'Job',
  roles: ['admin', 'hr'],
  pageSize: 12,
  facets: ['type', 'is_internship', 'is_active'],
  sorts: ['title', 'type', 'is_active', 'created_at'],
  publicBy: 'is_active',
  schedule: { until: 'closes_at' },
} as const satisfies Facts;

export const jobColumns = {
  title: line('Title', 200),
  description: text('Description', 20_000),
  type: choice('Type', jobTypes),
  location: line('Location', 200),
  department: line('Department', 200),
  requirements: lines('Requirements', 'requirement', 500),
  responsibilities: lines('Responsibilities', 'responsibility', 500),
  is_internship: tick('Internship'),
  duration: note('Duration', 100),
  is_active: tick('Active', true),
  application_link: link('Application link'),
  closes_at: moment('Closing date', { isDay: true }),
} satisfies Columns;
