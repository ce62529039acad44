import { defineEntity, p } from '@mikro-orm/core';
import { MessageEvent } from '../inbox/message-event.entity.ts';
import { User } from '../users/user.entity.ts';

/** `answer` goes to a visitor at most once. All others go at least once. `copy` is of an answer. */
export type OutboxKind = 'answer' | 'copy' | 'notice' | 'invitation' | 'receipt';

/** `sending` has a lease, until `next_try_at`. `refused` and `unclear` wait for a person. */
export type OutboxState = 'queued' | 'sending' | 'refused' | 'unclear';

const OutboxMailSchema = defineEntity({
  name: 'OutboxMail',
  tableName: 'outbox_mails',
  properties: {
    id: p.integer().primary(),
    kind: p.text().$type<OutboxKind>().default('notice'),
    state: p.text().$type<OutboxState>().default('queued'),
    address: p.text(),
    /** The name of the sender. Without one, it is the company's. */
    from_name: p.text().nullable(),
    subject: p.text(),
    text: p.text(),
    tries: p.integer(),
    /** In ISO 8601, which sorts by time. */
    next_try_at: p.text().index(),
    created_at: p.text(),
    reply_to: p.text().nullable(),
    /** The Message-ID, which stays the same in all tries. */
    mail_id: p.text().nullable(),
    headers: p.json<Record<string, string>>().nullable(),
    /** The answer in the timeline. */
    event_id: () =>
      p.manyToOne(MessageEvent).mapToPk().fieldName('event_id').deleteRule('cascade').nullable().index(),
    /** The account that the mail goes to. */
    user_id: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').nullable().index(),
    /** Why the last try failed. */
    error: p.text().nullable(),
  },
});

/** The row is deleted when the mail server has accepted the mail. */
export class OutboxMail extends OutboxMailSchema.class {}

OutboxMailSchema.setClass(OutboxMail);
