import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../../database/columns.ts';
import { PrivateFileKey } from '../../database/file-columns.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import type {
  MailState,
  MessageChannel,
  MessageFolder,
  MessageKind,
  MessageState,
} from '../../shared/enumerations.ts';
import { fold } from '../../shared/fold.ts';
import { User } from '../users/user.ts';

/**
 * The maximum length of the searchable text. A longer text would make each change of a message slow, because each
 * change also updates the search index (docs/decisions/inbox.md).
 */
const maxSearchLetters = 50_000;

export const noSuchMessage = 'There is no such message.';

export const MessageSchema = defineEntity({
  name: 'Message',
  tableName: 'messages',
  indexes: [
    { properties: ['folder', 'created_at', 'id'] },
    { properties: ['folder', 'is_read', 'created_at', 'id'] },
    { properties: ['folder', 'state', 'created_at', 'id'] },
    { properties: ['folder', 'assignee_id', 'created_at', 'id'] },
    { properties: ['folder', 'kind', 'created_at', 'id'] },
    { properties: ['folder', 'about_id', 'created_at', 'id'] },
    { properties: ['email_key', 'folder'] },
    {
      name: 'messages_with_file_index',
      expression:
        'create index "messages_with_file_index" on "messages" ("folder", "created_at", "id") where "attachment_name" is not null',
    },
    { properties: ['attachment_key'] },
    // These indexes find the messages whose retention period is over.
    {
      name: 'messages_closed_at_index',
      expression:
        'create index "messages_closed_at_index" on "messages" ("closed_at", "id") where "closed_at" is not null',
    },
    {
      name: 'messages_moved_at_index',
      expression:
        'create index "messages_moved_at_index" on "messages" ("moved_at", "id") where "moved_at" is not null',
    },
  ],
  properties: {
    id: p.integer().primary(),
    created_at: p.datetime(),
    kind: textColumn('nothing').$type<MessageKind>(),
    subject: textColumn('writing'),
    message: textColumn('writing'),
    name: textColumn('writing'),
    email: textColumn('email'),
    phone: textColumn('writing').nullable(),
    details: jsonColumn<Record<string, string>>('writing'),
    attachment_name: textColumn('writing').nullable(),
    /** The key of the attachment in the private storage. The key is never sent to browsers. */
    attachment_key: p.type(PrivateFileKey).nullable(),
    is_read: p.boolean(),
    /** Every list and every count filters by folder, so messages in Spam and Trash appear only on request. */
    folder: textColumn('nothing').$type<MessageFolder>().default('inbox'),
    /** The time at which the message was moved into Spam or Trash. Null in the inbox. */
    moved_at: p.datetime().nullable(),
    /** The reasons why the message is spam. They remain when the message is moved from Spam to Trash. */
    spam_reasons: jsonColumn<string[]>('writing').nullable(),
    search_text: textColumn('writing'),
    state: textColumn('nothing').$type<MessageState>().default('open'),
    assignee_id: () =>
      p.manyToOne(User).mapToPk().fieldName('assignee_id').deleteRule('set null').nullable().index(),
    /** The sender's address as `toEmailKey` returns it. The key finds other messages of the sender. */
    email_key: textColumn('email').default(''),
    /** The id of the job that an application is about. The job may no longer exist. */
    about_id: p.integer().nullable(),
    closed_at: p.datetime().nullable(),
  },
});

export interface ReceivedMessage {
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
  /** Absent or empty for a message that is not spam. */
  spam_reasons?: string[];
}

/** A message that a visitor has sent with a form. The visitor's text never changes. */
export class Message extends MessageSchema.class {
  static receive({ spam_reasons = [], ...values }: ReceivedMessage, now: Date): Message {
    const message = new Message();
    Object.assign(message, values, { created_at: now, is_read: false });
    const isSpam = spam_reasons.length > 0;
    message.folder = isSpam ? 'spam' : 'inbox';
    message.moved_at = isSpam ? now : null;
    message.spam_reasons = isSpam ? spam_reasons : null;
    message.state = 'open';
    message.email_key = toEmailKey(values.email);
    message.indexWith([]);
    return message;
  }

  /**
   * Fills the searchable text with the texts of the message, then with the texts of its notes and answers.
   * The text is cut off after 50,000 characters.
   */
  indexWith(notes: readonly string[]): void {
    const { subject, message, name, email, phone, details } = this;
    const digits = phone?.replace(/\D/g, '') ?? '';
    // A `Set` removes duplicates, because the details repeat most texts of the message.
    const own = new Set([subject, message, name, email, phone ?? '', digits, ...Object.values(details)]);
    this.search_text = fold(...own, ...notes).slice(0, maxSearchLetters);
  }

  /** Sets the state. Also marks a message as read when it is closed. */
  setState(state: MessageState, now: Date): void {
    if (this.state === state) return;
    this.state = state;
    this.closed_at = state === 'closed' ? now : null;
    if (state === 'closed') this.is_read = true;
  }

  /**
   * Marks the message as read, and as answered if it is open. Assigns the message to the author of the answer
   * if nobody is assigned.
   */
  answer(person: { id: number }, now: Date): void {
    if (this.state === 'open') this.setState('answered', now);
    this.assignee_id ??= person.id;
    this.is_read = true;
  }

  /** Opens the message again and marks it as unread, because somebody has to deal with it. */
  reopen(): void {
    this.state = 'open';
    this.closed_at = null;
    this.is_read = false;
  }

  markAsSpam(reason: string, now: Date): void {
    if (this.folder === 'spam') return;
    this.folder = 'spam';
    this.moved_at = now;
    this.spam_reasons = [reason];
  }

  /** Moves the message from Spam to the inbox, and marks it as unread. */
  markAsNotSpam(): void {
    if (this.folder !== 'spam') return;
    this.folder = 'inbox';
    this.moved_at = null;
    this.spam_reasons = null;
    this.is_read = false;
  }

  moveToTrash(now: Date): void {
    if (this.folder === 'trash') return;
    this.folder = 'trash';
    this.moved_at = now;
  }

  /** Moves the message from Trash to Spam if it was spam before, otherwise to the inbox. */
  restore(now: Date): void {
    if (this.folder !== 'trash') return;
    const wasSpam = Boolean(this.spam_reasons);
    this.folder = wasSpam ? 'spam' : 'inbox';
    this.moved_at = wasSpam ? now : null;
  }
}

MessageSchema.setClass(Message);

/** The values of changed properties, by the names of the properties. */
export type ActValues = Record<string, string | number | boolean | string[] | null>;

export const MessageEventSchema = defineEntity({
  name: 'MessageEvent',
  tableName: 'message_events',
  properties: {
    id: p.integer().primary(),
    message_id: () => p.manyToOne(Message).mapToPk().fieldName('message_id').deleteRule('cascade').index(),
    created_at: p.datetime(),
    /** The user who caused the event. The id remains when the account is deleted, as in the security log. */
    user_id: p.integer().nullable(),
    user_name: textColumn('colleague'),
    /** The text of a note, or the text of an answer without its signature and quotation. */
    text: textColumn('writing').nullable(),
    /** The subject of an answer. */
    subject: textColumn('writing').nullable(),
    before: jsonColumn<ActValues>('writing').nullable(),
    after: jsonColumn<ActValues>('writing').nullable(),
    /** The Message-ID of the mail. */
    mail_id: textColumn('nothing').nullable(),
    /** The state of an answer's mail. Null for events without a mail. */
    mail_state: textColumn('nothing').$type<MailState>().nullable(),
    /**
     * The response of the mail server or another note on `mail_state`, for example that a user has counted the mail as
     * sent.
     */
    mail_note: textColumn('writing').nullable(),
    /**
     * The time of the last change of `mail_state`. While the mail is queued, the time of the next attempt.
     */
    mail_at: p.datetime().nullable(),
    /**
     * The medium of an answer: `mail` for an answer from the panel, or the medium that staff chose for an
     * answer outside the panel.
     */
    channel: textColumn('nothing').$type<MessageChannel>().nullable(),
    /**
     * One of the types that `MessageEventView` describes. Rows of later versions of Atrium may have other
     * types.
     */
    type: textColumn('nothing'),
  },
});

/**
 * An event in the timeline of a message: a change, a note or an answer. Only the columns about the mail of an
 * answer change later.
 */
export class MessageEvent extends MessageEventSchema.class {}

MessageEventSchema.setClass(MessageEvent);

export const MessageFileSchema = defineEntity({
  name: 'MessageFile',
  tableName: 'message_files',
  indexes: [{ properties: ['attachment_key'] }],
  properties: {
    id: p.integer().primary(),
    event_id: () => p.manyToOne(MessageEvent).mapToPk().fieldName('event_id').deleteRule('cascade').index(),
    created_at: p.datetime(),
    name: textColumn('writing'),
    /** The key of a document in the private storage. The key is never sent to browsers. */
    attachment_key: p.type(PrivateFileKey).nullable(),
    /** The path of a picture of the library. The picture may have been deleted after the answer was sent. */
    picture: textColumn('nothing').nullable(),
    bytes: p.integer(),
  },
});

/** A file that was sent with an answer. */
export class MessageFile extends MessageFileSchema.class {}

MessageFileSchema.setClass(MessageFile);
