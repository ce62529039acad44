import { defineEntity, p } from '@mikro-orm/core';
import type { MailState, MessageChannel } from '../../shared/enumerations.ts';
import { Message } from './message.entity.ts';

/** The members of a message that an act changed, with their values. */
export type ActValues = Record<string, string | number | boolean | string[] | null>;

const MessageEventSchema = defineEntity({
  name: 'MessageEvent',
  tableName: 'message_events',
  properties: {
    id: p.integer().primary(),
    message_id: () => p.manyToOne(Message).mapToPk().fieldName('message_id').deleteRule('cascade').index(),
    created_at: p.datetime(),
    /** `note`, or the kind of act (`message-changes.service.ts`). Rows of later versions may have other types. */
    type: p.text(),
    /** The id stays when the account is deleted, as in the logs. */
    user_id: p.integer().nullable(),
    user_name: p.text(),
    /** The text of a note, or of an answer without signature and quotation. */
    text: p.text().nullable(),
    before: p.json<ActValues>().nullable(),
    after: p.json<ActValues>().nullable(),
    /** The subject of an answer. */
    subject: p.text().nullable(),
    /** How a visitor was answered or has answered outside the panel. */
    channel: p.text().$type<MessageChannel>().nullable(),
    /** The state of an answer's mail. Null for events without a mail. */
    mail_state: p.text().$type<MailState>().nullable(),
    /** The Message-ID of the mail. */
    mail_id: p.text().nullable(),
    /** The response of the mail server. */
    mail_note: p.text().nullable(),
    /** When the mail was accepted or refused. While the mail waits, the time of the next try. */
    mail_at: p.datetime().nullable(),
  },
});

/** An act, a note or an answer. Only the columns of an answer's mail change later. */
export class MessageEvent extends MessageEventSchema.class {}

MessageEventSchema.setClass(MessageEvent);
