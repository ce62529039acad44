import {
  type Columns,
  type Facts,
  line,
  listed,
  media,
  note,
  picture,
  requiredTags,
  text,
} from '../../shared/columns.ts';

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
} as const satisfies Facts;

export const memberColumns = {
  name: line('Name', 120),
  role: listed('Role', 'team_roles'),
  description: text('Description', 2000),
  section: listed('Section', 'team_sections'),
  expertise: requiredTags('Expertise', 'At least one expertise is required'),
  image: picture('Photo', { isRemovable: false }),
  photograph: media('Portrait by camera'),
  linkedin: note('LinkedIn', 200, { format: 'linkedin' }),
  email: note('E-mail', 254, { format: 'email' }),
  ask_about: note('Ask me about', 200),
} satisfies Columns;
