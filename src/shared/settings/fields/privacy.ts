import { field } from '../field-builders.ts';

const keep = 'kept until staff delete it';

/**
 * The retention periods of visitors' messages and of the security log. Legal texts state the same figures.
 */
export const privacyFields = {
  contact_months: field.number('Enquiries and quotations', 120, {
    unit: 'months',
    empty: keep,
    help: 'After they were marked as done. Also messages of forms on your own pages. Messages that are not done are never deleted by time.',
  }),
  application_months: field.number('Applications and internships', 120, {
    unit: 'months',
    empty: keep,
    help: 'After they were marked as done, with the CV.',
  }),
  spam_days: field.number('Spam', 3650, {
    unit: 'days',
    empty: keep,
    help: 'After a message came into the spam folder.',
  }),
  trash_days: field.number('Trash of the inbox', 3650, {
    unit: 'days',
    empty: keep,
    help: 'After a message was moved to the trash.',
  }),
  security_log_days: field.number('Security log', 3650, {
    unit: 'days',
    empty: 'kept without an end',
    help: 'Sign-ins, denied requests and account changes, with network addresses.',
  }),
} as const;
