import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../../database/columns.ts';
import type { Ctx } from '../../database/ctx.ts';
import { MessageEvent } from '../inbox/message.entity.ts';
import { User } from '../users/user.ts';

/**
 * The kind of a mail. An `answer` goes to a visitor, and a `copy` is the copy of an answer. If the delivery of an
 * `answer` is unclear, the mail is sent again only if a person decides so. Mails of other kinds are sent again
 * automatically.
 */
export type OutboxKind = 'answer' | 'copy' | 'notice' | 'invitation' | 'receipt';

/** A mail in the state `sending` has a lease until `next_try_at`. `refused` and `unclear` mails wait for a person. */
type OutboxState = 'queued' | 'sending' | 'refused' | 'unclear';

export const OutboxMailSchema = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox_mails',
  properties: {
    id: p.integer().primary(),
    /** The Message-ID of all tries. If null, each try gets a new Message-ID. */
    mail_id: textColumn('nothing').nullable(),
    kind: textColumn('nothing').$type<OutboxKind>().default('notice'),
    state: textColumn('nothing').$type<OutboxState>().default('queued'),
    address: textColumn('email'),
    /** The name of the sender. If null, the mailer uses its default name. */
    from_name: textColumn('colleague').nullable(),
    subject: textColumn('writing'),
    text: textColumn('writing'),
    tries: p.integer(),
    /**
     * When the next try is due, or when the lease of the current try ends. The format is ISO 8601, so rows can be
     * sorted by this text.
     */
    next_try_at: textColumn('nothing').index(),
    created_at: textColumn('nothing'),
    reply_to: textColumn('email').nullable(),
    /** Why the last try failed. */
    error: textColumn('writing').nullable(),
    headers: jsonColumn<Record<string, string>>('writing').nullable(),
    /** The event of an answer in the timeline of its message. Null for a mail without such an event. */
    event_id: () =>
      p.manyToOne(MessageEvent).mapToPk().fieldName('event_id').deleteRule('cascade').nullable().index(),
    /** The account to which the mail is addressed. */
    user_id: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').nullable().index(),
  },
});

/** A mail that waits to be sent. The row is deleted when the mail server has accepted the mail. */
export class OutboxMail extends OutboxMailSchema.class {}

OutboxMailSchema.setClass(OutboxMail);

/**
 * The placeholder of the link in an invitation. The link is created only when the mail is sent, so that the
 * outbox contains no link that sets a password.
 */
export const linkPlaceholder = '{link}';

type QueuedMail = Pick<OutboxMail, 'address' | 'subject' | 'text'> &
  Partial<
    Pick<OutboxMail, 'kind' | 'from_name' | 'mail_id' | 'headers' | 'event_id' | 'user_id' | 'next_try_at'>
  > & { reply_to?: string | undefined };

/**
 * Queues a mail, by default of the kind `notice`. The caller's next flush stores the mail. The maintenance
 * that runs every minute sends the mail.
 */
export function queueMail({ em, now }: Pick<Ctx, 'em' | 'now'>, mail: QueuedMail): OutboxMail {
  const at = now.toISOString();
  const queued = em.create(OutboxMail, {
    address: mail.address,
    subject: mail.subject,
    text: mail.text,
    kind: mail.kind ?? 'notice',
    state: 'queued',
    from_name: mail.from_name ?? null,
    reply_to: mail.reply_to ?? null,
    mail_id: mail.mail_id ?? null,
    headers: mail.headers ?? null,
    event_id: mail.event_id ?? null,
    user_id: mail.user_id ?? null,
    error: null,
    tries: 0,
    next_try_at: mail.next_try_at ?? at,
    created_at: at,
  });
  em.persist(queued);
  return queued;
}
