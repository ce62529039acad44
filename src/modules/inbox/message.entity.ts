import { defineEntity, p } from '@mikro-orm/core';
import { PrivateFileKey } from '../../database/file-columns.ts';
import { fold } from '../../shared/fold.ts';
import type { MessageKind } from '../../shared/enumerations.ts';

export const MessageSchema = defineEntity({
  name: 'Message',
  tableName: 'messages',
  indexes: [
    { properties: ['is_spam', 'created_at', 'id'] },
    { properties: ['is_spam', 'is_read', 'created_at', 'id'] },
    { properties: ['attachment_key'] },
  ],
  properties: {
    id: p.integer().primary(),
    created_at: p.datetime(),
    kind: p.text().$type<MessageKind>(),
    subject: p.text(),
    message: p.text(),
    name: p.text(),
    email: p.text(),
    phone: p.text().nullable(),
    details: p.json<Record<string, string>>(),
    attachment_name: p.text().nullable(),
    /** The key in the private storage. It is never sent to a browser. */
    attachment_key: p.type(PrivateFileKey).nullable(),
    is_read: p.boolean(),
    /** Spam is in no tab of the inbox except its own, and in no count. */
    is_spam: p.boolean(),
    spam_reasons: p.json<string[]>().nullable(),
    search_text: p.text(),
  },
});

export interface MessageWords {
  kind: MessageKind;
  subject: string;
  message: string;
  name: string;
  email: string;
  phone?: string | null;
  details: Record<string, string>;
  attachment_name?: string | null;
  attachment_key?: string | null;
  /** Empty for a message that is not spam. */
  spam_reasons?: string[];
}

/** The text of a message never changes. */
export class Message extends MessageSchema.class {
  static receive({ spam_reasons = [], ...words }: MessageWords, now: Date): Message {
    const message = new Message();
    Object.assign(message, words, { created_at: now, is_read: false });
    message.is_spam = spam_reasons.length > 0;
    message.spam_reasons = message.is_spam ? spam_reasons : null;
    message.search_text = fold(
      ...[words.subject, words.message, words.name, words.email],
      words.details.reference ?? '',
    );
    return message;
  }

  markNotSpam(): void {
    if (!this.is_spam) return;
    Object.assign(this, { is_spam: false, spam_reasons: null, is_read: false });
  }
}

MessageSchema.setClass(Message);
