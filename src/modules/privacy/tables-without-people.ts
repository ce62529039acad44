import type { TableRules } from './table-rule.ts';

const nothing = { treatment: 'nothing', until: 'While the program needs it' } as const;

/** The rules for tables without personal data of visitors. Only `erasures` contains names of people, namely of staff. */
export const tablesWithoutPeople: TableRules = {
  erasures: {
    label: 'Erased persons, without their names',
    treatment: 'nothing',
    until: 'Without an end',
    columns: { reference: 'nothing', counts: 'nothing', user_name: 'colleague' },
  },
  addresses: {
    ...nothing,
    label: 'Addresses of pages',
    columns: { path: 'nothing', kind: 'nothing', target: 'nothing' },
  },
  missed_addresses: {
    ...nothing,
    label: 'Addresses at which visitors found no page, none with an @',
    until: '90 days, the 500 that were missed most',
    columns: { path: 'nothing' },
  },
  setting_pictures: {
    ...nothing,
    label: 'Pictures of settings',
    columns: { group_name: 'nothing', image: 'nothing' },
  },
  media_uses: { ...nothing, label: 'Uses of media', columns: { module: 'nothing', place: 'nothing' } },
  version_pictures: { ...nothing, label: 'Pictures of versions', columns: {} },
  previews: { ...nothing, label: 'Withdrawn previews', columns: { module: 'nothing' } },
  starter_rows: { ...nothing, label: 'Sample content', columns: { module: 'nothing', hash: 'nothing' } },
  shown_defaults: {
    ...nothing,
    label: 'Default texts of the last start',
    columns: { language: 'nothing', trade: 'nothing', value: 'nothing' },
  },
  dismissals: { ...nothing, label: 'Dismissed offers', columns: { name: 'nothing' } },
  sweep_candidates: {
    ...nothing,
    label: 'Files without a row',
    columns: { file: 'nothing', kind: 'nothing' },
  },
  secrets: { ...nothing, label: 'Signing keys', columns: { name: 'nothing', value: 'secret' } },
  used_keys: {
    ...nothing,
    label: 'Used keys, as hashes',
    columns: { key: 'secret', forget_at: 'nothing' },
  },
  try_counters: {
    ...nothing,
    label: 'Counted tries, by hashes of their owners',
    columns: { key: 'secret', moments: 'nothing', forget_at: 'nothing' },
  },
  migrations: { ...nothing, label: 'Migrations', columns: { name: 'nothing' } },
};
