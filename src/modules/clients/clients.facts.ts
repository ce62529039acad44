import { column, statedLangColumn } from '../../shared/columns.ts';
import type { ContentFacts } from '../../shared/content-facts.ts';
import type { Columns } from '../../shared/column-types.ts';

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
  isTranslated: true,
} as const satisfies ContentFacts;

export const clientColumns = {
  name: column.line('Name', 120),
  kind: column.choice('Kind', ['Client', 'Partner']),
  link: column.link('Web address'),
  is_published: column.tick('Published'),
  logo: column.picture('Logo'),
  logo_dark: column.media('Logo on dark'),
  ...statedLangColumn,
} satisfies Columns;
