import { defineEntity, p } from '@mikro-orm/core';
import { MessageEvent } from '../inbox/message-event.entity.ts';
import { User } from '../users/user.entity.ts';

/**
 * The kind of mail. An `answer` to a visitor is sent at most once, all others at least once. A `copy` is the copy of an
 * answer.
 */
export type OutboxKind = 'answer' | 'copy' | 'notice' | 'invitation' | 'receipt';

/** A mail in the state `sending` has a lease until `next_try_at`. `refused` and `unclear` mails wait for a person. */
export type OutboxState = 'queued' | 'sending' | 'refused' | 'unclear';

const OutboxMailSchema = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox_mails',
  properties: {
    id: p.integer().primary(),
    kind: p.text().$type<OutboxKind>().default('notice'),
    state: p.text().$type<OutboxState>().default('queued'),
    address: p.text(),
    /** The name of the sender. Null: the company's name. */
    from_name: p.text().nullable(),
    subject: p.text(),
    text: p.text(),
    tries: p.integer(),
    /** A time in ISO 8601, by which rows can be sorted. */
    next_try_at: p.text().index(),
    created_at: p.text(),
    reply_to: p.text().nullable(),
    /** The Message-ID, which stays the same in all tries. */
    mail_id: p.text().nullable(),
    headers: p.json<Record<string, string>>().nullable(),
    /** The event of the answer in the timeline. */
    event_id: () =>
      p.manyToOne(MessageEvent).mapToPk().fieldName('event_id').deleteRule('cascade').nullable().index(),
    /** The account to which the mail is addressed. */
    user_id: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').nullable().index(),
    /** Why the last try failed. */
    error: p.text().nullable(),
  },
});

/** A mail that waits to be sent. Its row is deleted when the mail server has accepted it. */
export class OutboxMail extends OutboxMailSchema.class {}

OutboxMailSchema.setClass(OutboxMail);
