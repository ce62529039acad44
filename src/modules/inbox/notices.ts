import { defineEntity, p } from '@mikro-orm/core';
import { textColumn } from '../../database/columns.ts';
import { z } from 'zod';
import type { Ctx, SignedInCtx } from '../../database/ctx.ts';
import type { Database } from '../../database/database.ts';
import { rateLimitFor } from '../../limits/rate-limiter.ts';
import { acquireKey, findLastKeyBefore } from '../../locks/used-keys.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import { type NoticeTime, noticeTimes } from '../../shared/enumerations.ts';
import { booleanField, oneOf } from '../../shared/fields.ts';
import { hasGrant } from '../../shared/grants.ts';
import { fillPlaceholders } from '../../shared/settings/placeholders.ts';
import type { SiteSettings, SiteSettingsSource } from '../../shared/settings/site-settings.ts';
import type { SiteTexts } from '../../shared/site-texts/en.ts';
import { localTimeIn, momentOfLocalTime } from '../../shared/zoned-time.ts';
import type { Context } from '../../trpc/context.ts';
import { queueMail } from '../outbox/queue.ts';
import { activeUserFilter, User } from '../users/user.ts';
import { Message } from './message.entity.ts';

interface NoticeMail {
  subject: string;
  text: string;
  /** Where replies go. If absent, to the address that sends the mail. */
  reply_to?: string;
}

const maxQuoted = 2000;

interface Sender {
  site: Pick<SiteSettings, 'company' | 'texts' | 'formats'>;
  publicUrl: string;
}

type Announced = Pick<Message, 'kind' | 'subject' | 'details' | 'name' | 'email' | 'message'>;

export function messageNotice(message: Announced, { site, publicUrl }: Sender): NoticeMail {
  const { name, email, message: text } = message;
  const { mails } = site.texts;
  const subject = subjectOfMessageMail(message, site.texts);
  return {
    reply_to: email,
    subject: mails.noticeSubject(subject),
    text: [
      mails.notice(name, email, site.company.name),
      subject,
      text.length > maxQuoted ? `${text.slice(0, maxQuoted).toWellFormed()} …` : text,
      `${mails.readIt}\n${publicUrl}/admin/inbox`,
    ].join('\n\n'),
  };
}

/** In the site's language. Stored subjects are English, because programs and the panel read them. */
export function subjectOfMessageMail(
  { kind, subject, details }: Pick<Message, 'kind' | 'subject' | 'details'>,
  { mails }: SiteTexts,
): string {
  const { service, field, job } = details;
  if (kind === 'quotation' && service) return mails.quotation(service);
  if (kind === 'internship' && field) return mails.internship(field);
  if (kind === 'application' && job) return mails.application(job);
  return subject;
}

export function floodNotice(postsInAnHour: number, { site, publicUrl }: Sender): NoticeMail {
  const { mails } = site.texts;
  return {
    subject: mails.floodSubject(site.company.name),
    text: [
      mails.flood(site.formats.number(postsInAnHour)),
      `${mails.lookThrough}\n${publicUrl}/admin/inbox`,
    ].join('\n\n'),
  };
}

export function mailFloodNotice({ site, publicUrl }: Sender): NoticeMail {
  const { mails } = site.texts;
  return {
    subject: mails.floodSubject(site.company.name),
    text: [mails.mailFlood, `${mails.lookThrough}\n${publicUrl}/admin/inbox`].join('\n\n'),
  };
}

const maxPreview = 120;

/** `count` is the number of all new messages, perhaps more than `messages`. */
export function digestNotice(
  messages: readonly Message[],
  count: number,
  { site, publicUrl }: Sender,
): NoticeMail {
  const { mails } = site.texts;
  return {
    subject: mails.digestSubject(site.formats.number(count), site.company.name),
    text: [
      ...messages.map((message) => `${subjectOfMessageMail(message, site.texts)}\n${previewOf(message)}`),
      `${mails.readIt}\n${publicUrl}/admin/inbox`,
    ].join('\n\n'),
  };
}

export function assignmentNotice(
  messages: readonly Message[],
  by: string,
  { site, publicUrl }: Sender,
): NoticeMail {
  const { mails } = site.texts;
  const [first] = messages;
  const path = messages.length === 1 ? `/admin/inbox?message=${first!.id}` : '/admin/inbox?assigned=me';
  return {
    subject: mails.assignedSubject(by, site.company.name),
    text: [
      ...messages.map((message) => `${subjectOfMessageMail(message, site.texts)}\n${previewOf(message)}`),
      `${mails.readIt}\n${publicUrl}${path}`,
    ].join('\n\n'),
  };
}

function previewOf({ name, message }: Message): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return `${name}: ${line.length > maxPreview ? `${line.slice(0, maxPreview).toWellFormed()} …` : line}`;
}

export const NoticeSettingSchema = defineEntity({
  name: 'NoticeSetting',
  tableName: 'notice_settings',
  properties: {
    user_id: () =>
      p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').primary().index(false),
    /** When mails about new messages are sent. */
    messages: textColumn('nothing').$type<NoticeTime>(),
    /** Whether the user gets a mail when a message is assigned to them. */
    assigned: p.boolean(),
  },
});

/** The mails that a user has chosen. A user without a row gets none. */
class NoticeSetting extends NoticeSettingSchema.class {}

NoticeSettingSchema.setClass(NoticeSetting);

const hour = 60 * 60_000;

type NoticeCtx = Pick<Ctx, 'em' | 'now'> & { notifyEmails: readonly string[] };

/**
 * Queues a mail about a new message or a flood: once for each address in the server's settings, and for every
 * user who chose such mails at once. Returns whether any was queued. The caller has to flush.
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
 * Queues a mail about a reply: to the person who works on the message, if they chose mails about their own or about all
 * messages, else as about a new message. Returns whether any was queued. The caller has to flush.
 */
export async function notifyOfReply(
  tx: NoticeCtx,
  { assignee_id }: Pick<Message, 'assignee_id'>,
  notice: NoticeMail,
): Promise<boolean> {
  if (!assignee_id) return notifyStaff(tx, notice);
  const choices = [{ assigned: true }, { messages: 'at_once' as const }];
  for (const choice of choices) {
    const [person] = await readSubscribers(tx, { ...choice, user_id: assignee_id });
    if (!person) continue;
    const { subject, text, reply_to } = notice;
    queueMail(tx, { address: person.email, subject, text, reply_to, user_id: person.id });
    return true;
  }
  return false;
}

/** Active users with a confirmed address and access to the inbox who have chosen these mails. */
async function readSubscribers(
  { em }: Pick<Ctx, 'em'>,
  choice: Partial<Pick<NoticeSetting, 'messages' | 'assigned'>> & { user_id?: number },
): Promise<User[]> {
  const settings = await em.find(NoticeSetting, choice);
  if (settings.length === 0) return [];
  const ids = settings.map(({ user_id }) => user_id);
  const people = await em.find(User, { id: { $in: ids }, ...activeUserFilter }, { orderBy: { id: 'asc' } });
  return people.filter(
    ({ role, is_email_unconfirmed }) => !is_email_unconfirmed && hasGrant(role, 'inbox:manage'),
  );
}

/** Queues no mail to callers who assign messages to themselves. The caller has to flush. */
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
 * Tells the sender that the message arrived, in the words of the settings, once an hour per address. Repeats
 * nothing that the sender wrote: anybody may enter somebody else's address. Returns whether a mail was
 * queued.
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

const day = 24 * 60 * 60_000;
const atClock = '08:00';
const maxLines = 20;
const prefix = 'digest:';

interface DigestParts {
  database: Database;
  siteSettings: SiteSettingsSource;
  publicUrl: string;
}

/**
 * Queues the daily mail. Called repeatedly; the first call after 8:00 on the site's clock acquires the day's key,
 * which lasts seven days. The mail lists what arrived until 8:00 today, from 8:00 of the last day with a key, or of
 * yesterday if none has one. Without arrivals there is no mail.
 */
export async function queueDigest(parts: DigestParts, now: Date): Promise<void> {
  const people = await readSubscribers({ em: parts.database.fork() }, { messages: 'morning' });
  if (people.length === 0) return;
  const site = await parts.siteSettings.current();
  const wall = localTimeIn(site.region.time_zone, now);
  const today = wall.slice(0, 10);
  const dueAt = momentOfLocalTime(site.region.time_zone, `${today}T${atClock}`);
  if (now < dueAt) return;
  await parts.database.fork().transactional(async (inside) => {
    const tx = { em: inside, now };
    // All instances call this. The one that acquires the day's key queues the mails.
    if (!(await acquireKey(tx, prefix + today, 7 * day))) return;
    const last = await findLastKeyBefore(tx, prefix, prefix + today);
    const since = last
      ? momentOfLocalTime(site.region.time_zone, `${last.slice(prefix.length)}T${atClock}`)
      : new Date(dueAt.getTime() - day);
    const [shown, count] = await tx.em.findAndCount(
      Message,
      { folder: 'inbox', created_at: { $gte: since, $lt: dueAt } },
      { orderBy: { created_at: 'asc', id: 'asc' }, limit: maxLines },
    );
    if (count === 0) return;
    const { subject, text } = digestNotice(shown, count, { site, publicUrl: parts.publicUrl });
    for (const { id, email } of people) queueMail(tx, { address: email, subject, text, user_id: id });
  });
}

export const NoticeChoice = z.object({
  messages: oneOf('New messages', noticeTimes),
  assigned: booleanField('Assigned messages'),
});
export type NoticeChoice = z.output<typeof NoticeChoice>;

/** Without a choice, a user gets no mails. */
export async function getNoticeSettings({ em, viewer }: SignedInCtx): Promise<NoticeChoice> {
  const stored = await em.fork().findOne(NoticeSetting, viewer.id);
  return { messages: stored?.messages ?? 'off', assigned: stored?.assigned ?? false };
}

export async function setNoticeSettings(
  { em, viewer }: SignedInCtx,
  { messages, assigned }: NoticeChoice,
): Promise<NoticeChoice> {
  await em.fork().upsert(NoticeSetting, { user_id: viewer.id, messages, assigned });
  return { messages, assigned };
}
