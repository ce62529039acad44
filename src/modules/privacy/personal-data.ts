import { accountTableRules, contentTableRules, peopleTableRules, type TableRules } from './table-rules.ts';

const nothing = { treatment: 'nothing', until: 'While the program needs it' } as const;

/** The rules for tables without personal data of visitors. Only `erasures` contains names of people, namely of staff. */
const tablesWithoutPeople: TableRules = {
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

/**
 * The rules for all tables. Each table has a rule for each text, JSON or binary column. Search tables
 * (`…_fts…`) contain only the texts of other tables, so they need no rules.
 */
export const personalData: TableRules = {
  ...peopleTableRules,
  ...accountTableRules,
  ...contentTableRules,
  ...tablesWithoutPeople,
};

/** The places outside the database where personal data is stored. */
export const placesOutsideDatabase: readonly (readonly [place: string, until: string, erasing: string])[] = [
  ['Private files: CVs', 'As the message', 'Deleted.'],
  [
    '`DATA_DIR/outbox/*.eml`: mails of a server without `SMTP_URL`',
    'Until the operator deletes them',
    'Deleted.',
  ],
  ['Browsers of staff: unsaved input', '30 days, or until the logout', 'Stays until then.'],
  [
    'Standard output: the server’s log',
    'The operator decides',
    'Stays. It has network addresses and no words.',
  ],
  [
    'The mail server and mailboxes',
    'Their owners decide',
    'Stays. The recipient of a mail can delete it there.',
  ],
  [
    'Backups',
    'The operator decides',
    'Stays. After a restore, erase again what was asked for since the backup.',
  ],
];
