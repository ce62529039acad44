import { defineEntity, p } from '@mikro-orm/core';
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
    /** The words of a note. */
    text: p.text().nullable(),
    before: p.json<ActValues>().nullable(),
    after: p.json<ActValues>().nullable(),
  },
});

/** An act or a note about a message. Nobody changes it later. */
export class MessageEvent extends MessageEventSchema.class {}

MessageEventSchema.setClass(MessageEvent);
