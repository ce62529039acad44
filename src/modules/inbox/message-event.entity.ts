import { defineEntity, p } from '@mikro-orm/core';
import type { MailState, MessageChannel } from '../../shared/enumerations.ts';
import { Message } from './message.entity.ts';

/** The values of changed properties, by the names of the properties. */
export type ActValues = Record<string, string | number | boolean | string[] | null>;

export const MessageEventSchema = defineEntity({
  name: 'MessageEvent',
  tableName: 'message_events',
  properties: {
    id: p.integer().primary(),
    message_id: () => p.manyToOne(Message).mapToPk().fieldName('message_id').deleteRule('cascade').index(),
    created_at: p.datetime(),
    /**
     * One of the types that `MessageEventView` describes. Rows of later versions of Atrium may have other
     * types.
     */
    type: p.text(),
    /** The user who caused the event. The id remains when the account is deleted, as in the security log. */
    user_id: p.integer().nullable(),
    user_name: p.text(),
    /** The text of a note, or the text of an answer without its signature and quotation. */
    text: p.text().nullable(),
    before: p.json<ActValues>().nullable(),
    after: p.json<ActValues>().nullable(),
    /** The subject of an answer. */
    subject: p.text().nullable(),
    /**
     * The medium of an answer: `mail` for an answer from the panel, or the medium that staff chose for an
     * answer outside the panel.
     */
    channel: p.text().$type<MessageChannel>().nullable(),
    /** The state of an answer's mail. Null for events without a mail. */
    mail_state: p.text().$type<MailState>().nullable(),
    /** The Message-ID of the mail. */
    mail_id: p.text().nullable(),
    /**
     * The response of the mail server or another note on `mail_state`, for example that a user has counted the mail as
     * sent.
     */
    mail_note: p.text().nullable(),
    /**
     * The time of the last change of `mail_state`. While the mail is queued, the time of the next attempt.
     */
    mail_at: p.datetime().nullable(),
  },
});

/**
 * An event in the timeline of a message: a change, a note or an answer. Only the columns about the mail of an
 * answer change later.
 */
export class MessageEvent extends MessageEventSchema.class {}

MessageEventSchema.setClass(MessageEvent);
