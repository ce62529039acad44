import { randomBytes } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../../database/columns.ts';
import type { Ctx } from '../../database/ctx.ts';
import { MessageEvent } from '../inbox/message.entity.ts';
import { User } from '../users/user.ts';

/**
 * An `answer` goes to a visitor, with a `copy`. After an unclear delivery, a person decides about an
 * `answer`; other kinds are sent again.
 */
export type OutboxKind = 'answer' | 'copy' | 'notice' | 'invitation' | 'receipt';

/** `sending` has a lease until `next_try_at`. `refused` and `unclear` wait for a person. */
type OutboxState = 'queued' | 'sending' | 'refused' | 'unclear';

export const OutboxMailSchema = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox_mails',
  properties: {
    id: p.integer().primary(),
    /** The Message-ID of all tries. If null, each try gets a new one. */
    mail_id: textColumn('nothing').nullable(),
    kind: textColumn('nothing').$type<OutboxKind>().default('notice'),
    state: textColumn('nothing').$type<OutboxState>().default('queued'),
    address: textColumn('email'),
    /** If null, the mailer uses its default name. */
    from_name: textColumn('colleague').nullable(),
    subject: textColumn('writing'),
    text: textColumn('writing'),
    tries: p.integer(),
    /** When the next try is due, or the current lease ends. ISO 8601, so that rows sort by this text. */
    next_try_at: textColumn('nothing').index(),
    created_at: textColumn('nothing'),
    reply_to: textColumn('email').nullable(),
    error: textColumn('writing').nullable(),
    headers: jsonColumn<Record<string, string>>('writing').nullable(),
    /** Null for a mail that is no answer. */
    event_id: () =>
      p.manyToOne(MessageEvent).mapToPk().fieldName('event_id').deleteRule('cascade').nullable().index(),
    /** The account to which the mail goes. */
    user_id: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').nullable().index(),
  },
});

/** Deleted when the mail server has accepted the mail. */
export class OutboxMail extends OutboxMailSchema.class {}

OutboxMailSchema.setClass(OutboxMail);

/** The link is made when the mail is sent, so that the outbox has none that sets a password. */
export const linkPlaceholder = '{link}';

type QueuedMail = Pick<OutboxMail, 'address' | 'subject' | 'text'> &
  Partial<
    Pick<OutboxMail, 'kind' | 'from_name' | 'mail_id' | 'headers' | 'event_id' | 'user_id' | 'next_try_at'>
  > & { reply_to?: string | undefined };

/** The caller's next flush stores the mail, and the maintenance of every minute sends it. */
export function queueMail({ em, now }: Pick<Ctx, 'em' | 'now'>, mail: QueuedMail): OutboxMail {
  const at = now.toISOString();
  const queued = em.create(OutboxMail, {
    kind: 'notice',
    ...mail,
    state: 'queued',
    tries: 0,
    next_try_at: mail.next_try_at ?? at,
    created_at: at,
  });
  em.persist(queued);
  return queued;
}

/** Earlier Message-IDs in `References`, the newest. Some mail servers refuse longer headers. */
const maxReferences = 20;

/** Random, so that it reveals neither the message nor how many there are. */
export function createMailId(domain: string): string {
  return `<${randomBytes(16).toString('base64url')}@${domain}>`;
}

/**
 * Shows all mails about a message as one thread. It starts with an id made of the reference, which no mail
 * has. Empty without reference and earlier mails.
 */
export function threadHeaders(
  reference: string | undefined,
  domain: string,
  earlier: readonly string[],
): Record<string, string> {
  const root = reference ? [`<${reference}@${domain}>`] : [];
  const thread = [...root, ...earlier.slice(-maxReferences)];
  const last = thread.at(-1);
  return last ? { 'In-Reply-To': last, References: thread.join(' ') } : {};
}
