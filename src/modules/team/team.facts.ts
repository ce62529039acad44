import { type TeamSection, teamRoles, teamSections } from '../../shared/catalog.ts';
import { type Columns, choice, type Facts, line, picture, requiredTags, text } from '../../shared/columns.ts';

export const teamFacts = {
  entity: 'Member',
  table: 'members',
  log: 'team',
  idKey: 'member_id',
  file: 'team',
  path: '/admin/team',
  one: 'member',
  many: 'team',
  noun: 'team member',
  label: 'Team',
  roles: ['admin', 'content_moderator'],
  pageSize: 8,
  facets: ['section'],
  sorts: ['name', 'section', 'created_at'],
  publicBy: null,
  hasSuccess: true,
} as const satisfies Facts;

/** The values of the sections, in the order of docs/product.md, §9.4. */
export const sections = teamSections.map(({ value }) => value) as [TeamSection, ...TeamSection[]];

export const memberColumns = {
  name: line('Name', 120),
  role: choice('Role', teamRoles),
  description: text('Description', 2000),
  section: choice('Section', sections),
  expertise: requiredTags('Expertise', 'At least one expertise is required'),
  image: picture('Photo', { isRemovable: false }),
} satisfies Columns;
