import { defineEntity, p } from '@mikro-orm/core';
import { MessageEvent } from '../inbox/message-event.entity.ts';
import { User } from '../users/user.entity.ts';

/**
 * The kind of a mail. An `answer` goes to a visitor, and a `copy` is the copy of an answer. If the delivery of an
 * `answer` is unclear, the mail is sent again only if a person decides so. Mails of other kinds are sent again
 * automatically.
 */
export type OutboxKind = 'answer' | 'copy' | 'notice' | 'invitation' | 'receipt';

/** A mail in the state `sending` has a lease until `next_try_at`. `refused` and `unclear` mails wait for a person. */
export type OutboxState = 'queued' | 'sending' | 'refused' | 'unclear';

export const OutboxMailSchema = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox_mails',
  properties: {
    id: p.integer().primary(),
    kind: p.text().$type<OutboxKind>().default('notice'),
    state: p.text().$type<OutboxState>().default('queued'),
    address: p.text(),
    /** The name of the sender. If null, the mailer uses its default name. */
    from_name: p.text().nullable(),
    subject: p.text(),
    text: p.text(),
    tries: p.integer(),
    /**
     * When the next try is due, or when the lease of the current try ends. The format is ISO 8601, so rows can be
     * sorted by this text.
     */
    next_try_at: p.text().index(),
    created_at: p.text(),
    reply_to: p.text().nullable(),
    /** The Message-ID of all tries. If null, each try gets a new Message-ID. */
    mail_id: p.text().nullable(),
    headers: p.json<Record<string, string>>().nullable(),
    /** The event of an answer in the timeline of its message. Null for a mail without such an event. */
    event_id: () =>
      p.manyToOne(MessageEvent).mapToPk().fieldName('event_id').deleteRule('cascade').nullable().index(),
    /** The account to which the mail is addressed. */
    user_id: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').nullable().index(),
    /** Why the last try failed. */
    error: p.text().nullable(),
  },
});

/** A mail that waits to be sent. The row is deleted when the mail server has accepted the mail. */
export class OutboxMail extends OutboxMailSchema.class {}

OutboxMailSchema.setClass(OutboxMail);
