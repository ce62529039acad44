import type { SiteSettings } from '../../shared/settings/site.ts';
import type { SiteTexts } from '../../shared/words/en.ts';
import type { Message } from './message.entity.ts';

export interface NoticeMail {
  subject: string;
  text: string;
  /** The address for replies. If absent, replies go to the address that sends the mail. */
  reply_to?: string;
}

const maxQuoted = 2000;

interface Sender {
  site: Pick<SiteSettings, 'company' | 'texts' | 'formats'>;
  publicUrl: string;
}

export function messageNotice(message: Message, { site, publicUrl }: Sender): NoticeMail {
  const { name, email, message: text } = message;
  const { mails } = site.texts;
  const subject = subjectOf(message, site.texts);
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

/**
 * Returns the subject of a message in the site's language. Stored subjects are English, because programs and
 * the panel read them.
 */
export function subjectOf(
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

const maxPreview = 120;

/**
 * Returns the daily mail, with the subject and the beginning of each of `messages`. `count` is the number of all new
 * messages, which may be more than `messages`.
 */
export function digestNotice(
  messages: readonly Message[],
  count: number,
  { site, publicUrl }: Sender,
): NoticeMail {
  const { mails } = site.texts;
  return {
    subject: mails.digestSubject(site.formats.number(count), site.company.name),
    text: [
      ...messages.map((message) => `${subjectOf(message, site.texts)}\n${previewOf(message)}`),
      `${mails.readIt}\n${publicUrl}/admin/inbox`,
    ].join('\n\n'),
  };
}

/** Returns the mail that tells a user which messages `by` has assigned to them. */
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
      ...messages.map((message) => `${subjectOf(message, site.texts)}\n${previewOf(message)}`),
      `${mails.readIt}\n${publicUrl}${path}`,
    ].join('\n\n'),
  };
}

function previewOf({ name, message }: Message): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return `${name}: ${line.length > maxPreview ? `${line.slice(0, maxPreview).toWellFormed()} …` : line}`;
}
