import type { Ctx } from '../../database/ctx.ts';
import type { Database } from '../../database/database.ts';
import { type RateLimiter, rateLimitFor } from '../../limits/rate-limiter.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import type { SiteTexts } from '../../shared/site-texts/en.ts';
import { queueMail } from '../outbox/queue.ts';
import { activeUserFilter, User } from '../users/user.ts';
import { SecurityEvent } from './security-event.ts';

interface AccountEvent {
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

/** What admins do. A new password would not help, and the owner may be unable to open the account. */
const byAdmins = ['sessions_ended', 'user_deactivated', 'user_reactivated'];

/** The only link leads to the account. Undefined for an event without a mail. */
export function accountMail(event: AccountEvent, reader: Reader) {
  const { accountMails } = reader.site.texts;
  const { type } = event;
  if (!isMailed(accountMails.events, type)) return undefined;
  return toMail(event, reader, accountMails.events[type].subject, [
    sentenceOf(type, event.details, reader.site),
    byAdmins.includes(type) ? accountMails.askAdmin : accountMails.wasItYou(accountOf(reader)),
  ]);
}

/** Tells the other admins of a new one. */
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

function toMail(event: AccountEvent, { name, site }: Reader, subject: string, sentences: [string, string]) {
  const [what, next] = sentences;
  const { company, formats } = site;
  const { accountMails } = site.texts;
  const facts = accountMails.facts(formats.moment(event.created_at.toISOString()), event.address);
  const text = [accountMails.hello(name), what, facts, next, company.name].join('\n\n');
  return { subject: accountMails.subject(subject, company.name), text };
}

const hour = 60 * 60_000;
const knownForMs = 30 * 24 * hour;
const eventsAtOnce = 50;
const adminMakers = ['user_created', 'role_changed', 'user_reactivated'] as const;
const signIns = ['sign_in', 'sso_sign_in'] as const;

interface MailParts {
  database: Database;
  limits: RateLimiter;
  siteSettings: SiteSettingsSource;
  publicUrl: string;
}

type Inside = Pick<Ctx, 'em' | 'now'>;

/** Each event records whether its mails are due, so a crash loses none. */
export async function queueAccountMails(parts: MailParts, now: Date): Promise<void> {
  const due = await parts.database
    .fork()
    .find(SecurityEvent, { notice_at: { $ne: null } }, { orderBy: { id: 'asc' }, limit: eventsAtOnce });
  for (const event of due) {
    await parts.database.fork().transactional(async (em) => {
      const tx = { em, now };
      const open = { id: event.id, notice_at: { $ne: null } };
      // Another instance may have queued them.
      if ((await em.nativeUpdate(SecurityEvent, open, { notice_at: null })) === 0) return;
      await queueMailsAbout(parts, tx, event);
    });
  }
}

async function queueMailsAbout(parts: MailParts, tx: Inside, event: SecurityEvent): Promise<void> {
  const { of, role, before, was_unconfirmed } = event.details;
  const id = typeof of === 'number' ? of : (event.user_id ?? 0);
  const site = await parts.siteSettings.current();
  const reader = (name: string) => ({ name, site, publicUrl: parts.publicUrl });
  const owner = await tx.em.findOne(User, id);
  const isMailed =
    owner &&
    !owner.is_email_unconfirmed &&
    !(await isKnownSignIn(tx, event)) &&
    (await isFirst(parts, tx, event.type, id));
  const mail = isMailed && accountMail(event, reader(owner.name));
  if (mail) {
    queueMail(tx, { address: owner.email, subject: mail.subject, text: mail.text });
    // An attacker who takes over an account first changes its address.
    if (event.type === 'email_changed' && typeof before === 'string' && !was_unconfirmed)
      queueMail(tx, { address: before, subject: mail.subject, text: mail.text });
  }
  const isNewAdmin = role === 'admin' && adminMakers.some((type) => type === event.type);
  if (!isNewAdmin) return;
  const others = await tx.em.find(User, { role: 'admin', id: { $ne: id }, ...activeUserFilter });
  for (const admin of others.filter(({ is_email_unconfirmed }) => !is_email_unconfirmed)) {
    const { subject, text } = newAdminMail(event, reader(admin.name));
    queueMail(tx, { address: admin.email, subject, text });
  }
}

/**
 * Whether the user signed in from this network address within the last 30 days. Programs send no cookie, so nothing
 * else shows them.
 */
async function isKnownSignIn(
  { em, now }: Inside,
  { id, type, user_id, address }: SecurityEvent,
): Promise<boolean> {
  if (!signIns.some((name) => name === type)) return false;
  const since = new Date(now.getTime() - knownForMs);
  const earlier = { id: { $lt: id }, user_id, address, created_at: { $gt: since } };
  return (await em.count(SecurityEvent, { ...earlier, type: { $in: [...signIns] } })) > 0;
}

/** One mail an hour for each type of event, so that nobody can fill a mailbox. */
async function isFirst({ limits }: MailParts, tx: Inside, type: string, id: number): Promise<boolean> {
  const limit = rateLimitFor(`mail:${type}`, String(id), { max: 1, windowMs: hour });
  return (await limits.takeInside(tx, [limit])) === undefined;
}
