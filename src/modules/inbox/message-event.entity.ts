import { defineEntity, p } from '@mikro-orm/core';
import type { MailState, MessageChannel } from '../../shared/enumerations.ts';
import { Message } from './message.entity.ts';

/** What an act changed, by the members of the message. */
export type ActValues = Record<string, string | number | boolean | string[] | null>;

const MessageEventSchema = defineEntity({
  name: 'MessageEvent',
  tableName: 'message_events',
  properties: {
    id: p.integer().primary(),
    message_id: () => p.manyToOne(Message).mapToPk().fieldName('message_id').deleteRule('cascade').index(),
    created_at: p.datetime(),
    /** `note`, or what an act did (`message-changes.service.ts`). Rows of later versions may have others. */
    type: p.text(),
    /** Stays when the account is deleted, as in the logs. */
    user_id: p.integer().nullable(),
    user_name: p.text(),
    /** The words of a note, or of an answer without signature and quotation. */
    text: p.text().nullable(),
    before: p.json<ActValues>().nullable(),
    after: p.json<ActValues>().nullable(),
    /** The subject of an answer. */
    subject: p.text().nullable(),
    /** How a visitor was answered elsewhere, or answered. */
    channel: p.text().$type<MessageChannel>().nullable(),
    /** How far the mail of an answer is. Null for all that is no mail. */
    mail_state: p.text().$type<MailState>().nullable(),
    /** The Message-ID. */
    mail_id: p.text().nullable(),
    /** The words of the mail server. */
    mail_note: p.text().nullable(),
    /** When the mail was accepted or refused. While it waits, when the next try is. */
    mail_at: p.datetime().nullable(),
  },
});

/** An act, a note or an answer. Only the columns of an answer's mail change later. */
export class MessageEvent extends MessageEventSchema.class {}

MessageEventSchema.setClass(MessageEvent);
