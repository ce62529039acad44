import type { SiteSettings } from '../../shared/settings/site.ts';
import type { SiteTexts } from '../../shared/words/en.ts';

export interface AccountEvent {
  type: string;
  address: string;
  details: Record<string, unknown>;
  created_at: Date;
}

interface Reader {
  name: string;
  site: Pick<SiteSettings, 'company' | 'texts' | 'formats'>;
  publicUrl: string;
}

type Events = SiteTexts['accountMails']['events'];

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
  const { accountMails } = reader.site.texts;
  const { type } = event;
  if (!isMailed(accountMails.events, type)) return undefined;
  return toMail(event, reader, accountMails.events[type].subject, [
    sentenceOf(type, event.details, reader.site),
    byAdmins.includes(type) ? accountMails.askAdmin : accountMails.wasItYou(accountOf(reader)),
  ]);
}

/** Returns the subject and the text of the mail that informs the other admins about a new admin. */
export function newAdminMail(event: AccountEvent, reader: Reader) {
  const { subject, text, next } = reader.site.texts.accountMails.newAdmin;
  const { name, email } = event.details;
  return toMail(event, reader, subject, [text(String(name), String(email)), next(accountOf(reader))]);
}

function isMailed(events: Events, type: string): type is keyof Events {
  return Object.hasOwn(events, type);
}

function sentenceOf(
  type: keyof Events,
  details: AccountEvent['details'],
  { texts, formats }: Reader['site'],
): string {
  const { events } = texts.accountMails;
  const textOf = (name: string) => String(details[name]);
  switch (type) {
    case 'email_changed':
      return events.email_changed.text(textOf('before'), textOf('email'));
    case 'role_changed':
      return events.role_changed.text(textOf('role'));
    case 'factor_added':
      return events.factor_added.text(textOf('factor'));
    case 'sessions_ended':
      return events.sessions_ended.text(Number(details.ended));
    case 'token_made': {
      const { scopes } = details;
      const list = Array.isArray(scopes) ? scopes.join(', ') : '–';
      return events.token_made.text(textOf('token_name'), list, formats.day(textOf('expires_at')));
    }
    default:
      return events[type].text;
  }
}

function accountOf({ publicUrl }: Reader): string {
  return `${publicUrl}/admin/account`;
}

function toMail(event: AccountEvent, { name, site }: Reader, subject: string, words: [string, string]) {
  const [what, next] = words;
  const { company, formats } = site;
  const { accountMails } = site.texts;
  const facts = accountMails.facts(formats.moment(event.created_at.toISOString()), event.address);
  const text = [accountMails.hello(name), what, facts, next, company.name].join('\n\n');
  return { subject: accountMails.subject(subject, company.name), text };
}
