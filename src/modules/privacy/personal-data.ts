import type { TableRules } from './table-rule.ts';
import { tablesOfAccounts } from './account-table-rules.ts';
import { tablesOfContent } from './content-table-rules.ts';
import { tablesOfPeople } from './people-table-rules.ts';
import { tablesWithoutPeople } from './tables-without-people.ts';

/**
 * The rules for all tables. Each table has a rule for each text, JSON or binary column. Search tables
 * (`…_fts…`) contain only the texts of other tables, so they need no rules.
 */
export const personalData: TableRules = {
  ...tablesOfPeople,
  ...tablesOfAccounts,
  ...tablesOfContent,
  ...tablesWithoutPeople,
};

/** The places outside the database where personal data is stored. */
export const otherPlaces: readonly (readonly [place: string, until: string, erasing: string])[] = [
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
