export interface AccountEvent {
  type: string;
  address: string;
  details: Record<string, unknown>;
  created_at: Date;
}

interface Reader {
  name: string;
  company: string;
  publicUrl: string;
}

const momentFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/**
 * The subject of the mail, and the sentence about what happened to the reader's own account, by type of
 * event.
 */
const sentences: Record<string, [subject: string, sentence: (details: AccountEvent['details']) => string]> = {
  sign_in: ['New sign-in', () => 'Somebody signed in to your account from a browser that is new to it.'],
  sso_sign_in: [
    'New sign-in',
    () => 'Somebody signed in to your account by single sign-on from a new browser.',
  ],
  password_changed: ['New password', () => 'The password of your account was changed.'],
  reset_used: ['New password', () => 'The password of your account was set by a reset link.'],
  email_changed: [
    'New email address',
    ({ before, email }) => `The email address of your account was changed from ${before} to ${email}.`,
  ],
  role_changed: ['New role', ({ role }) => `The role of your account was changed to ${role}.`],
  factor_added: [
    'Second factor added',
    ({ factor }) => `A second factor was added to your account: ${factor}.`,
  ],
  factor_removed: ['Second factor removed', () => 'A second factor was removed from your account.'],
  user_deactivated: [
    'Account deactivated',
    () => 'An admin has deactivated your account. You can no longer sign in, and your sessions have ended.',
  ],
  user_reactivated: [
    'Account reactivated',
    () => 'An admin has reactivated your account. You can sign in again as before.',
  ],
  sessions_ended: [
    'Sessions ended',
    ({ ended }) =>
      ended === 1
        ? 'An admin has ended a session of your account.'
        : `An admin has ended ${ended} sessions of your account.`,
  ],
  recovery_codes_made: ['New recovery codes', () => 'New recovery codes were made for your account.'],
  token_made: [
    'New API token',
    ({ token_name, scopes, expires_at }) =>
      `The API token “${token_name}” was made for your account. With it a program may use: ${toList(scopes)}. It expires on ${toDay(expires_at)}. You can revoke it in your account at any time.`,
  ],
  recovery_code_used: ['Recovery code used', () => 'A recovery code was used to sign in to your account.'],
};

/**
 * The types of events that an admin causes. The mails about these events do not suggest a new password, because it
 * would not help, and the owner might be unable to open the account.
 */
const byAdmins = ['sessions_ended', 'user_deactivated', 'user_reactivated'];

/**
 * Returns the subject and the text of the mail to the owner of an account. The only link in the text leads to
 * the account. Returns undefined for an event without a mail.
 */
export function accountMail(event: AccountEvent, reader: Reader) {
  const known = sentences[event.type];
  if (!known) return undefined;
  const [subject, sentence] = known;
  return toMail(event, reader, subject, [
    sentence(event.details),
    byAdmins.includes(event.type)
      ? 'If you did not expect this, ask an admin.'
      : `If this was you, there is nothing to do. If not, change your password and end the other sessions:\n${accountOf(reader)}`,
  ]);
}

/** Returns the subject and the text of the mail that informs the other admins about a new admin. */
export function newAdminMail(event: AccountEvent, reader: Reader) {
  const { name, email } = event.details;
  return toMail(event, reader, 'New admin', [
    `${name} (${email}) is an admin now.`,
    `If nobody among you did this, look at the security log and change your password:\n${accountOf(reader)}`,
  ]);
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function toDay(moment: unknown): string {
  return dayFormat.format(new Date(String(moment)));
}

function toList(scopes: unknown): string {
  return Array.isArray(scopes) ? scopes.join(', ') : 'nothing';
}

function accountOf({ publicUrl }: Reader): string {
  return `${publicUrl}/admin/account`;
}

function toMail(event: AccountEvent, { name, company }: Reader, subject: string, words: [string, string]) {
  const [what, next] = words;
  const facts = `When: ${momentFormat.format(event.created_at)} UTC\nFrom: ${event.address}`;
  const text = [`Hello ${name},`, what, facts, next, company].join('\n\n');
  return { subject: `${subject}: ${company}`, text };
}
