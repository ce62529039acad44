import type { TableRules } from './table-rule.ts';
import { accountTableRules } from './account-table-rules.ts';
import { contentTableRules } from './content-table-rules.ts';
import { peopleTableRules } from './people-table-rules.ts';
import { tablesWithoutPeople } from './tables-without-people.ts';

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
