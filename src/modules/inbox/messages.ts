import { LockMode } from '@mikro-orm/core';
import { toIsoTime, parseJsonColumn } from '../../database/columns.ts';
import type { Connection, Ctx, Reader, SignedInCtx, Viewer } from '../../database/ctx.ts';
import {
  type Filter,
  createdSinceFilterKey,
  createdUntilFilterKey,
  unassignedFilterKey,
  withFileFilterKey,
  withoutFileFilterKey,
} from '../../database/list/filters.ts';
import { type ListDefinition, readList } from '../../database/list/list.ts';
import { cappedCount, selectMatchingRows } from '../../database/list/page.ts';
import { deleteRow, inTransaction } from '../../database/transaction.ts';
import { runForEachRow, type BulkResult } from '../../shared/bulk.ts';
import {
  type MessageFolder,
  type MessageKind,
  type MessageState,
  pageSizes,
} from '../../shared/enumerations.ts';
import { NotFound } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { Download } from '../../trpc/download.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/security-event.ts';
import { readUserNames } from './assignees.ts';
import { IncomingMail, toIncomingView } from './incoming-mail.entity.ts';
import { readTimelineFileKeys } from './message-files.ts';
import type {
  InboxCounts,
  MessageEventView,
  MessageFilter,
  MessageQuery,
  MessageView,
  MessageWithTimeline,
} from './inbox.schema.ts';
import { publishInboxChange } from './live-inbox.ts';
import { Message, MessageEvent, MessageFile, missingMessageText } from './message.entity.ts';

/** Of a timeline. Older events are left out. */
const maxShown = 500;
/** Notes and answers in a message's searchable text. Older ones are left out. */
const maxSearched = 500;

type WrittenEvent = Pick<MessageEvent, 'type' | 'text'> &
  Partial<
    Pick<MessageEvent, 'before' | 'after' | 'channel' | 'subject' | 'mail_state' | 'mail_id' | 'mail_at'>
  >;

export async function recordMessageEvent(
  tx: SignedInCtx,
  { id }: Message,
  written: WrittenEvent,
): Promise<MessageEvent> {
  const event = tx.em.create(MessageEvent, {
    ...written,
    message_id: id,
    created_at: tx.now,
    user_id: tx.viewer.id,
    user_name: tx.viewer.name,
  });
  await tx.em.persist(event).flush();
  return event;
}

/** The newest 500 events, oldest first. */
async function readTimeline(
  { em }: Ctx,
  { id: message_id, email_key }: Pick<Message, 'id' | 'email_key'>,
): Promise<MessageEventView[]> {
  const disableIdentityMap = true;
  const newest = { orderBy: { id: 'desc' }, limit: maxShown, disableIdentityMap } as const;
  const events = await em.find(MessageEvent, { message_id }, newest);
  // Only mails have a subject.
  const event_id = { $in: events.filter(({ subject }) => subject !== null).map(({ id }) => id) };
  const inOrder = { orderBy: { id: 'asc' }, disableIdentityMap } as const;
  const files = await em.find(MessageFile, { event_id }, inOrder);
  const filesOf = Map.groupBy(files, (file) => file.event_id);
  const mails = await em.find(IncomingMail, { event_id }, { disableIdentityMap });
  const mailOf = new Map(mails.map((mail) => [mail.event_id, mail]));
  return events
    .reverse()
    .map((event) => toMessageEventView(event, filesOf.get(event.id), mailOf.get(event.id), email_key));
}

/** The caller has to flush. */
export async function indexNotes({ em }: Pick<Ctx, 'em'>, message: Message): Promise<void> {
  const notes = await em.find(
    MessageEvent,
    { message_id: message.id, text: { $ne: null } },
    { fields: ['id', 'text'], orderBy: { id: 'desc' }, limit: maxSearched, disableIdentityMap: true },
  );
  const mails = await em.find(
    IncomingMail,
    { event_id: { $in: notes.map(({ id }) => id) } },
    { fields: ['name', 'address'], disableIdentityMap: true },
  );
  const senders = new Set(mails.flatMap(({ name, address }) => [name, address]));
  message.indexWith([...senders, ...notes.map(({ text }) => text ?? '')]);
}

export function toMessageEventView(
  event: MessageEvent,
  files: readonly MessageFile[] = [],
  mail?: IncomingMail,
  email_key = '',
): MessageEventView {
  return {
    id: event.id,
    created_at: toIsoTime(event.created_at),
    type: event.type,
    user_name: event.user_name,
    text: event.text ?? null,
    before: event.before ?? null,
    after: event.after ?? null,
    by: event.channel ?? null,
    mail: event.mail_state
      ? {
          state: event.mail_state,
          subject: event.subject ?? '',
          note: event.mail_note ?? null,
          at: event.mail_at ? toIsoTime(event.mail_at) : null,
        }
      : null,
    files: files.map(({ id, name, bytes, warning }) => ({
      name,
      bytes,
      path: `/api/admin/messages/files/${id}`,
      ...(warning && { warning }),
    })),
    ...(mail && { incoming: toIncomingView(event, mail, email_key) }),
  };
}

export interface MessageRow {
  id: number;
  created_at: Date | number;
  kind: MessageKind;
  subject: string;
  message: string;
  name: string;
  email: string;
  phone?: string | null;
  details: Record<string, string> | string;
  attachment_name?: string | null;
  is_read: boolean | number;
  folder: MessageFolder;
  spam_reasons?: string[] | string | null;
  state: MessageState;
  assignee_id?: number | null;
  about_id?: number | null;
  last_incoming_at?: Date | number | null;
  remind_at?: Date | number | null;
  stage?: string | null;
}

const messageColumns = [
  'id',
  'created_at',
  'kind',
  'subject',
  'message',
  'name',
  'email',
  'phone',
  'details',
  'attachment_name',
  'is_read',
  'folder',
  'spam_reasons',
  'state',
  'assignee_id',
  'about_id',
  'last_incoming_at',
  'remind_at',
  'stage',
] as const;

const messages: ListDefinition = {
  name: 'messages',
  columns: messageColumns,
  pageSize: pageSizes.inbox,
  cursors: 'any order',
};

/** In the panel's order, which is usual there, so that `before` continues it. */
const messagesAsListed: ListDefinition = { ...messages, timeColumn: 'listed_at' };

/** Without a folder, the inbox. */
export function filterOf(
  { folder = 'inbox', is_read, state, assignee, kind, job, stage, since, until, has_file }: MessageFilter,
  viewer: Pick<Viewer, 'id'> | null,
): Filter {
  const assignee_id = assignee === 'me' ? viewer?.id : assignee === 'none' ? undefined : assignee;
  return {
    folder,
    is_read,
    state,
    assignee_id,
    kind,
    about_id: job,
    stage,
    [unassignedFilterKey]: assignee === 'none' ? 1 : undefined,
    [withFileFilterKey]: has_file === true ? 1 : undefined,
    [withoutFileFilterKey]: has_file === false ? 1 : undefined,
    [createdSinceFilterKey]: since,
    [createdUntilFilterKey]: until,
  };
}

const maxOthers = 100;

/** Other messages of the sender in the inbox, up to 100. */
async function countOthers(
  read: Reader,
  { id, email_key }: { id: number; email_key: string },
): Promise<number> {
  const others = await read
    .selectFrom('messages')
    .select('id')
    .where('email_key', '=', email_key)
    .where('folder', '=', 'inbox')
    .where('id', '!=', id)
    .limit(maxOthers)
    .execute();
  return others.length;
}

type AssigneeNames = ReadonlyMap<number, string>;

/** An assignee whom `names` lacks, such as a deleted user, counts as nobody. */
export function toMessageView(message: MessageRow, names: AssigneeNames): MessageView {
  const { id, attachment_name: name, assignee_id } = message;
  const assignee = assignee_id ? names.get(assignee_id) : undefined;
  return {
    id,
    kind: message.kind,
    subject: message.subject,
    message: message.message,
    name: message.name,
    email: message.email,
    phone: message.phone ?? null,
    is_read: Boolean(message.is_read),
    created_at: toIsoTime(message.created_at),
    details: parseJsonColumn(message.details),
    attachment: name ? { name, path: `/api/admin/messages/${id}/attachment` } : null,
    state: message.state,
    assignee: assignee_id && assignee !== undefined ? { id: assignee_id, name: assignee } : null,
    about_id: message.about_id ?? null,
    last_incoming_at: toIsoTime(message.last_incoming_at ?? message.created_at),
    remind_at: message.remind_at ? toIsoTime(message.remind_at) : null,
    stage: message.stage ?? null,
    folder: message.folder,
    ...(message.spam_reasons && { spam_reasons: parseJsonColumn(message.spam_reasons) }),
  };
}

function readNamesOf(
  read: Connection,
  rows: readonly Pick<MessageRow, 'assignee_id'>[],
): Promise<AssigneeNames> {
  return readUserNames(read, [...new Set(rows.flatMap(({ assignee_id }) => assignee_id ?? []))]);
}

export async function toMessageWithTimeline(read: Connection, message: MessageRow): Promise<MessageView> {
  return toMessageView(message, await readNamesOf(read, [message]));
}

const noSuchFile = 'This message has no file.';

type FileCtx = SignedInCtx & Pick<Context, 'privateFiles' | 'later' | 'request' | 'limits'>;

export async function listMessages(ctx: Ctx, query: MessageQuery) {
  const filter = filterOf(query, ctx.viewer);
  const list = query.sort?.join() === 'listed_at:desc' ? messagesAsListed : messages;
  const { rows, meta } = await readList<MessageRow>(ctx.read, list, query, filter);
  const names = await readNamesOf(ctx.read, rows);
  return { messages: rows.map((row) => toMessageView(row, names)), meta };
}

/** A person's own messages, and those of nobody, are the open ones. */
export async function countMessages({ read, viewer }: Ctx): Promise<InboxCounts> {
  const count = async (filter: MessageFilter) => {
    const rows = selectMatchingRows(read, 'messages', filterOf(filter, viewer));
    const { total, total_is_minimum } = await cappedCount(read, rows);
    return total_is_minimum ? total + 1 : total;
  };
  const [mine, unassigned, open, answered, closed] = await Promise.all([
    count({ state: 'open', assignee: 'me' }),
    count({ state: 'open', assignee: 'none' }),
    count({ state: 'open' }),
    count({ state: 'answered' }),
    count({ state: 'closed' }),
  ]);
  return {
    mine,
    unassigned,
    open,
    answered,
    closed,
  };
}

/** @throws {NotFound} when there is no such message */
export async function getMessage(ctx: Ctx, id: number): Promise<MessageWithTimeline> {
  const row = await find(ctx, id);
  const [message, events, others] = await Promise.all([
    toMessageWithTimeline(ctx.read, row),
    readTimeline(ctx, row),
    countOthers(ctx.read, row),
  ]);
  return { message, events, others };
}

/** Deletes a message permanently, its files after the commit. @throws {NotFound} when there is none */
export async function removeMessage(ctx: FileCtx, id: number): Promise<{ success: true }> {
  const { results } = await removeMessages(ctx, [id]);
  if (results[0]?.outcome !== 'changed') throw new NotFound(missingMessageText);
  return { success: true };
}

export async function removeMessages(ctx: FileCtx, ids: readonly number[]): Promise<BulkResult> {
  const files: string[] = [];
  const outcomes = await inTransaction(ctx, async (tx) => {
    const done = await runForEachRow(ids, async (id) => {
      const message = await tx.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!message) return 'not_found';
      await tx.expectMatch?.(tx);
      const { attachment_key, kind, created_at } = message;
      const others = await readTimelineFileKeys(tx, id);
      await deleteRow(tx, Message, id, missingMessageText);
      await recordSecurityEvent(tx, 'message_deleted', {
        details: { message: id, kind, received: created_at.toISOString() },
      });
      files.push(...(attachment_key ? [attachment_key] : []), ...others);
      return 'changed';
    });
    await publishInboxChange(tx);
    return done;
  });
  for (const key of files) ctx.later(() => ctx.privateFiles.remove(key));
  return outcomes;
}

/** The download is logged first, once a minute per user and message. @throws {NotFound} without a file */
export async function openAttachment(ctx: FileCtx, id: number): Promise<Download> {
  const { attachment_key: key, attachment_name: name, kind } = await find(ctx, id);
  const file = key ? await ctx.privateFiles.read(key) : undefined;
  if (!file || !name) throw new NotFound(noSuchFile);
  await recordOncePerMinute(ctx, `${ctx.viewer.id} ${id}`, 'attachment_downloaded', {
    details: { message: id, kind },
  });
  return new Download({ name, type: 'application/pdf', bytes: file.bytes, open: () => file.open() });
}

function find({ em }: Ctx, id: number): Promise<Message> {
  return em.findOneOrFail(Message, id, { failHandler: () => new NotFound(missingMessageText) });
}
