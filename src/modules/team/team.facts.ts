import { column, statedLangColumn } from '../../shared/columns.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import type { Columns } from '../../shared/column-types.ts';

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
  position: 'last',
  isTranslated: true,
} as const satisfies ContentFacts;

export const memberColumns = {
  name: column.line('Name', 120),
  role: column.listed('Role', 'team_roles'),
  description: column.text('Description', 2000),
  section: column.listed('Section', 'team_sections'),
  expertise: column.requiredTags('Expertise', 'At least one expertise is required'),
  image: column.picture('Photo', { isRemovable: false }),
  photograph: column.media('Portrait by camera'),
  linkedin: column.optionalText('LinkedIn', 200, { format: 'linkedin' }),
  email: column.optionalText('Email', 254, { format: 'email' }),
  ask_about: column.optionalText('Ask me about', 200),
  ...statedLangColumn,
} satisfies Columns;
