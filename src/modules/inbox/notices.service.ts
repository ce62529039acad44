import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import { rateLimitFor } from '../../limits/rate-limit.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { can } from '../../shared/grants.ts';
import { fillPlaceholders } from '../../shared/settings/placeholders.ts';
import type { SiteSettings } from '../../shared/settings/site.ts';
import type { Context } from '../../trpc/context.ts';
import { queueMail } from '../outbox/queue.service.ts';
import { active, User } from '../users/user.entity.ts';
import type { Message } from './message.entity.ts';
import { assignmentNotice, type NoticeMail } from './notice.mail.ts';
import { NoticeSetting } from './notice-setting.entity.ts';

const hour = 60 * 60_000;

type NoticeCtx = Pick<Ctx, 'em' | 'now'> & { notifyEmails: readonly string[] };

/**
 * Queues a mail about a new message or about a flood. The mail goes to the addresses in the server's settings,
 * and to every user who has chosen to get such mails at once. Each address gets the mail once. Returns
 * whether any mail was queued. The caller has to flush.
 */
export async function notifyStaff(tx: NoticeCtx, { subject, text, reply_to }: NoticeMail): Promise<boolean> {
  const people = await readSubscribers(tx, { messages: 'at_once' });
  const known = new Map(tx.notifyEmails.map((address) => [toEmailKey(address), address]));
  for (const address of known.values()) queueMail(tx, { address, subject, text, reply_to });
  for (const { id, email } of people.filter((person) => !known.has(person.email_key))) {
    queueMail(tx, { address: email, subject, text, reply_to, user_id: id });
  }
  return known.size + people.length > 0;
}

/**
 * Returns the active users with access to the inbox who have chosen the mails in `wanted`. Users whose email
 * address is not confirmed are left out.
 */
export async function readSubscribers(
  { em }: Pick<Ctx, 'em'>,
  wanted: Partial<Pick<NoticeSetting, 'messages' | 'assigned'>> & { user_id?: number },
): Promise<User[]> {
  const settings = await em.find(NoticeSetting, wanted);
  if (settings.length === 0) return [];
  const ids = settings.map(({ user_id }) => user_id);
  const people = await em.find(User, { id: { $in: ids }, ...active }, { orderBy: { id: 'asc' } });
  return people.filter(
    ({ role, is_email_unconfirmed }) => !is_email_unconfirmed && can(role, 'inbox:manage'),
  );
}

/**
 * Queues a mail to the user to whom messages were assigned, if the user has chosen such mails. Callers who
 * assign messages to themselves get no mail. The caller has to flush.
 */
export async function notifyAssignee(
  tx: SignedInCtx & Pick<Context, 'publicUrl'>,
  messages: readonly Message[],
  user_id: number,
  site: SiteSettings,
): Promise<void> {
  if (messages.length === 0 || user_id === tx.viewer.id) return;
  const [person] = await readSubscribers(tx, { assigned: true, user_id });
  if (!person) return;
  const { subject, text } = assignmentNotice(messages, tx.viewer.name, { site, publicUrl: tx.publicUrl });
  queueMail(tx, { address: person.email, subject, text, user_id });
}

/**
 * Queues a mail that tells the sender that the message has arrived. The text of the mail is in the settings.
 * An address gets at most one such mail per hour. The mail repeats nothing that the sender wrote, because
 * anybody may enter somebody else's address. Returns whether a mail was queued.
 */
export async function queueReceipt(
  tx: Pick<Ctx, 'em' | 'now'> & Pick<Context, 'limits' | 'mailer'>,
  { email, email_key, details }: Message,
  { answers, company, texts, mail, region }: SiteSettings,
): Promise<boolean> {
  if (!answers.receipt || !tx.mailer.hasServer) return false;
  const limit = rateLimitFor('receipt', email_key, { max: 1, windowMs: hour });
  if (await tx.limits.takeInside(tx, [limit])) return false;
  const facts = new Map([
    ['company', company.name],
    ['reference', details.reference ?? ''],
  ]);
  queueMail(tx, {
    kind: 'receipt',
    address: email,
    subject: texts.mails.receiptSubject(company.name),
    text: fillPlaceholders(answers.receipt, facts, region.language),
    reply_to: mail.answers_to || company.email || undefined,
  });
  return true;
}
