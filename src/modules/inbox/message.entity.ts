import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../../database/columns.ts';
import { PrivateFileKey } from '../../database/file-columns.ts';
import { toEmailKey } from '../../shared/account-fields.ts';
import {
  applicationKinds,
  type MailState,
  type EventChannel,
  type MessageFolder,
  type MessageKind,
  type MessageState,
} from '../../shared/enumerations.ts';
import { foldText } from '../../shared/fold-text.ts';
import { firstStage, refusedStage } from '../../shared/settings/stages.ts';
import { User } from '../users/user.ts';

/** A longer text would slow each change, which updates the search index too (docs/decisions/inbox.md). */
const maxSearchLetters = 50_000;

export const missingMessageText = 'There is no such message.';

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
    { properties: ['folder', 'stage', 'created_at', 'id'] },
    // The same in the panel's order.
    { properties: ['folder', 'listed_at', 'id'] },
    { properties: ['folder', 'is_read', 'listed_at', 'id'] },
    { properties: ['folder', 'state', 'listed_at', 'id'] },
    { properties: ['folder', 'assignee_id', 'listed_at', 'id', 'state'] },
    { properties: ['folder', 'kind', 'listed_at', 'id'] },
    { properties: ['folder', 'about_id', 'listed_at', 'id'] },
    { properties: ['folder', 'stage', 'listed_at', 'id'] },
    { properties: ['folder', 'last_incoming_at', 'id'] },
    { properties: ['email_key', 'folder'] },
    {
      name: 'messages_with_file_index',
      expression:
        'create index "messages_with_file_index" on "messages" ("folder", "created_at", "id", "attachment_name") where "attachment_name" is not null',
    },
    { properties: ['attachment_key'] },
    {
      name: 'messages_remind_at_index',
      expression:
        'create index "messages_remind_at_index" on "messages" ("folder", "remind_at", "id") where "remind_at" is not null',
    },
    // For messages whose retention period is over.
    {
      name: 'messages_closed_at_index',
      expression:
        'create index "messages_closed_at_index" on "messages" ("closed_at", "id") where "closed_at" is not null',
    },
    {
      name: 'messages_refused_at_index',
      expression:
        'create index "messages_refused_at_index" on "messages" ("refused_at", "id") where "refused_at" is not null',
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
    /** In the private storage. Never sent to browsers. */
    attachment_key: p.type(PrivateFileKey).nullable(),
    is_read: p.boolean(),
    /** Every list and count filters by folder, so Spam and Trash appear only on request. */
    folder: textColumn('nothing').$type<MessageFolder>().default('inbox'),
    /** When the message went into Spam or Trash. Null in the inbox. */
    moved_at: p.datetime().nullable(),
    /** They remain when the message goes from Spam to Trash. */
    spam_reasons: jsonColumn<string[]>('writing').nullable(),
    search_text: textColumn('writing'),
    state: textColumn('nothing').$type<MessageState>().default('open'),
    assignee_id: () =>
      p.manyToOne(User).mapToPk().fieldName('assignee_id').deleteRule('set null').nullable().index(),
    /** The sender's address by `toEmailKey`, to find the sender's other messages. */
    email_key: textColumn('email').default(''),
    /** The job that an application is about. It may no longer exist. */
    about_id: p.integer().nullable(),
    closed_at: p.datetime().nullable(),
    /** When the visitor wrote last. Null only in rows of an earlier program that still runs. */
    last_incoming_at: p.datetime().nullable(),
    /** When the message returns to staff. */
    remind_at: p.datetime().nullable(),
    /** The panel's order: when the visitor wrote last, or a later reminder was due. */
    listed_at: p.datetime().nullable(),
    /** The key of an application's stage, which the settings may no longer have. Null for other kinds. */
    stage: textColumn('nothing').nullable(),
    /** When an application came into the stage of the refused ones. The period of its retention begins then. */
    refused_at: p.datetime().nullable(),
    /** The further language of the site in which the form was. Null for the main one. */
    lang: textColumn('nothing').nullable(),
  },
});

export type ReceivedMessage = Pick<Message, 'kind' | 'subject' | 'message' | 'name' | 'email' | 'details'> &
  Partial<Pick<Message, 'phone' | 'about_id' | 'attachment_name' | 'attachment_key' | 'stage' | 'lang'>> & {
    /** Absent or empty for a message that is not spam. */
    spam_reasons?: string[];
  };

/** A message from a visitor's form. The visitor's text never changes. */
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
    message.last_incoming_at = now;
    message.listed_at = now;
    message.stage = applicationKinds.includes(values.kind) ? (values.stage ?? firstStage) : null;
    message.indexWith([]);
    return message;
  }

  /** The notes and answers come last, so that they are what is cut off. */
  indexWith(notes: readonly string[]): void {
    const { subject, message, name, email, phone, details } = this;
    const digits = phone?.replace(/\D/g, '') ?? '';
    // The details repeat most texts of the message.
    const own = new Set([subject, message, name, email, phone ?? '', digits, ...Object.values(details)]);
    this.search_text = foldText(...own, ...notes).slice(0, maxSearchLetters);
  }

  /** Closing a message also marks it as read. */
  setState(state: MessageState, now: Date): void {
    if (this.state === state) return;
    this.state = state;
    this.closed_at = state === 'closed' ? now : null;
    if (state === 'closed') this.is_read = true;
  }

  /** Only applications have a stage. */
  setStage(stage: string, now: Date): void {
    if (this.stage === stage || !applicationKinds.includes(this.kind)) return;
    this.stage = stage;
    this.refused_at = stage === refusedStage ? now : null;
  }

  /** Assigns the message to the author of the answer if nobody is assigned. */
  answer(person: { id: number }, now: Date): void {
    if (this.state === 'open') this.setState('answered', now);
    this.assignee_id ??= person.id;
    this.is_read = true;
  }

  /** Unread, because somebody has to deal with it. */
  reopen(): void {
    this.state = 'open';
    this.closed_at = null;
    this.is_read = false;
  }

  /** The visitor has written again. */
  receiveAnswer(now: Date): void {
    this.reopen();
    this.last_incoming_at = now;
    this.listed_at = now;
  }

  /** Assigns the message to the person if nobody is assigned, because the reminder is for somebody. */
  remind(person: { id: number }, at: Date | null): void {
    this.remind_at = at;
    if (at) this.assignee_id ??= person.id;
  }

  /** The reminder is due: the message is open again, and the first of the panel's list. */
  returnDue(): void {
    this.reopen();
    this.listed_at = this.remind_at;
    this.remind_at = null;
  }

  markAsSpam(reason: string, now: Date): void {
    if (this.folder === 'spam') return;
    this.folder = 'spam';
    this.moved_at = now;
    this.spam_reasons = [reason];
  }

  /** Unread in the inbox. */
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

  /** A reply of the sender has arrived. One to a message in the trash brings the message back. */
  receiveReply(now: Date): void {
    this.restore(now);
    this.receiveAnswer(now);
  }

  /** Returns the message to Spam or the inbox. */
  restore(now: Date): void {
    if (this.folder !== 'trash') return;
    const wasSpam = Boolean(this.spam_reasons);
    this.folder = wasSpam ? 'spam' : 'inbox';
    this.moved_at = wasSpam ? now : null;
  }
}

MessageSchema.setClass(Message);

/** The values of changed properties, by name. */
export type ActValues = Record<string, string | number | boolean | string[] | null>;

export const MessageEventSchema = defineEntity({
  name: 'MessageEvent',
  tableName: 'message_events',
  properties: {
    id: p.integer().primary(),
    message_id: () => p.manyToOne(Message).mapToPk().fieldName('message_id').deleteRule('cascade').index(),
    created_at: p.datetime(),
    /** Remains when the account is deleted, as in the security log. */
    user_id: p.integer().nullable(),
    user_name: textColumn('colleague'),
    /** A note, or an answer without its signature and quotation. */
    text: textColumn('writing').nullable(),
    subject: textColumn('writing').nullable(),
    before: jsonColumn<ActValues>('writing').nullable(),
    after: jsonColumn<ActValues>('writing').nullable(),
    /** The Message-ID of the mail, which a reply names. */
    mail_id: textColumn('nothing').nullable().index(),
    /** Null for events without a mail. */
    mail_state: textColumn('nothing').$type<MailState>().nullable(),
    /** What the mail server answered, or that a user has counted the mail as sent. */
    mail_note: textColumn('writing').nullable(),
    /** When `mail_state` changed last. While the mail is queued, the next attempt. */
    mail_at: p.datetime().nullable(),
    /** How an answer went: `mail` from the panel, or what staff chose for one outside it. `program` for its note. */
    channel: textColumn('nothing').$type<EventChannel>().nullable(),
    /** One that `MessageEventView` describes, or one of a later version of Atrium. */
    type: textColumn('nothing'),
  },
});

/** A change, a note or an answer. Only the columns about an answer's mail change later. */
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
    /** In the private storage. Never sent to browsers. */
    attachment_key: p.type(PrivateFileKey).nullable(),
    /** The path of a library picture, which may have been deleted since. */
    picture: textColumn('nothing').nullable(),
    bytes: p.integer(),
    /** A sentence about a program, for example. */
    warning: textColumn('nothing').nullable(),
  },
});

/** A file that was sent with an answer, or came with a mail. */
export class MessageFile extends MessageFileSchema.class {}

MessageFileSchema.setClass(MessageFile);
