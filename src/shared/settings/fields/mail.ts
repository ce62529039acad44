import { field } from '../field-builders.ts';

/** The recipients of replies and copies. The sender of mails is part of the server's configuration. */
export const mailFields = {
  answers_to: field.email('Answers go to', {
    help: 'Where visitors’ replies to your answers arrive. Empty: the email of the company.',
  }),
  copy_to: field.email('Copy of each answer to', {
    help: 'Your own mailbox, for example. Empty: no copies.',
  }),
} as const;
