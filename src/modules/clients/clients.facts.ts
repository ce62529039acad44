import { type Columns, choice, type Facts, line, link, media, picture, tick } from '../../shared/columns.ts';

export const clientsFacts = {
  entity: 'Client',
  table: 'clients',
  log: 'client',
  idKey: 'client_id',
  file: 'clients',
  path: '/admin/clients',
  one: 'client',
  many: 'clients',
  noun: 'client',
  label: 'Clients',
  roles: ['admin', 'content_moderator'],
  pageSize: 12,
  facets: ['kind', 'is_published'],
  sorts: ['name', 'kind', 'is_published', 'created_at'],
  publicBy: 'is_published',
  position: 'first',
} as const satisfies Facts;

export const clientColumns = {
  name: line('Name', 120),
  kind: choice('Kind', ['Client', 'Partner']),
  link: link('Web address'),
  is_published: tick('Published'),
  logo: picture('Logo'),
  logo_dark: media('Logo on dark'),
} satisfies Columns;
