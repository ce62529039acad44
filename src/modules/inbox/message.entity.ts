import { defineEntity, p } from '@mikro-orm/core';
import { PrivateFileKey } from '../../database/file-columns.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type { MessageKind, MessageState } from '../../shared/enumerations.ts';
import { fold } from '../../shared/fold.ts';
import { User } from '../users/user.entity.ts';

/** Re-entering more letters would hold up the search index (docs/decisions/inbox.md). */
const maxSearchLetters = 50_000;

export const noSuchMessage = 'There is no such message.';

export const MessageSchema = defineEntity({
  name: 'Message',
  tableName: 'messages',
  indexes: [
    { properties: ['is_spam', 'created_at', 'id'] },
    { properties: ['is_spam', 'is_read', 'created_at', 'id'] },
    { properties: ['is_spam', 'state', 'created_at', 'id'] },
    { properties: ['is_spam', 'assignee_id', 'created_at', 'id'] },
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
    state: p.text().$type<MessageState>().default('open'),
    assignee_id: () =>
      p.manyToOne(User).mapToPk().fieldName('assignee_id').deleteRule('set null').nullable().index(),
    /** The sender's address, so that their other messages are found. */
    email_key: p.text().default('').index(),
    /** The job of an application. It may be gone. */
    about_id: p.integer().nullable(),
    closed_at: p.datetime().nullable(),
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
  about_id?: number | null;
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
    message.state = 'open';
    message.email_key = toEmailKey(words.email);
    message.indexWith([]);
    return message;
  }

  /** Makes the message found by its own words and those of its notes, as far as there is room. */
  indexWith(notes: readonly string[]): void {
    const { subject, message, name, email, details } = this;
    const words = fold(subject, message, name, email, details.reference ?? '', ...notes);
    this.search_text = words.slice(0, maxSearchLetters);
  }

  /** A closed message is a read one. Returns false when it has the state already. */
  setState(state: MessageState, now: Date): boolean {
    if (this.state === state) return false;
    this.state = state;
    this.closed_at = state === 'closed' ? now : null;
    if (state === 'closed') this.is_read = true;
    return true;
  }

  markNotSpam(): void {
    if (!this.is_spam) return;
    Object.assign(this, { is_spam: false, spam_reasons: null, is_read: false });
  }
}

MessageSchema.setClass(Message);
