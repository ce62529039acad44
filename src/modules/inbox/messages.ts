import { LockMode } from '@mikro-orm/core';
import { toIso } from '../../database/columns.ts';
import type { Connection, Ctx, Reader, SignedInCtx } from '../../database/ctx.ts';
import { toJson } from '../../database/dialect.ts';
import {
  type Filter,
  receivedSinceKey,
  receivedUntilKey,
  unassignedKey,
  withFileKey,
  withoutFileKey,
} from '../../database/list/filters.ts';
import { iterateRows } from '../../database/list/iterate-rows.ts';
import { type List, readList } from '../../database/list/list.ts';
import type { ListPage } from '../../database/list/page.ts';
import { deleteRow, inTransaction } from '../../database/transaction.ts';
import type { Viewer } from '../../database/viewer.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import {
  type MessageFolder,
  type MessageKind,
  type MessageState,
  pageSizes,
} from '../../shared/enumerations.ts';
import { NotFound } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { csvDownload, Download, type SpreadsheetColumns } from '../../trpc/download.ts';
import { type LoggedCtx, recordOncePerMinute, recordSecurityEvent } from '../security-log/security-event.ts';
import { readNames } from './assignees.ts';
import { readReplyFileKeys } from './files.ts';
import type { MessageFilter, MessageQuery, MessageView, MessageWithTimeline } from './inbox.schema.ts';
import { tellInboxChanged } from './live.ts';
import { Message, noSuchMessage } from './message.entity.ts';
import { readTimeline } from './timeline.ts';

interface MessageRow {
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
] as const;

const messages: List = {
  name: 'messages',
  columns: messageColumns,
  pageSize: pageSizes.inbox,
  cursors: 'any order',
};

function readMessages(
  read: Reader,
  query: MessageQuery,
  viewer: Pick<Viewer, 'id'> | null,
): Promise<ListPage<MessageRow>> {
  return readList(read, messages, query, filterOf(query, viewer));
}

/** Returns the filter of a list of messages. If no folder is given, the list contains the messages in the inbox. */
function filterOf(
  { folder = 'inbox', is_read, state, assignee, kind, job, since, until, has_file }: MessageFilter,
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
    [unassignedKey]: assignee === 'none' ? 1 : undefined,
    [withFileKey]: has_file === true ? 1 : undefined,
    [withoutFileKey]: has_file === false ? 1 : undefined,
    [receivedSinceKey]: since,
    [receivedUntilKey]: until,
  };
}

const maxOthers = 100;

/** Counts the other messages in the inbox from the sender of a message, up to 100. */
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

/** The names of the users to whom messages are assigned, by user id. */
type AssigneeNames = ReadonlyMap<number, string>;

/**
 * Returns a message as the API shows it. If `names` lacks the assignee, for example after the user was deleted, the
 * message appears as not assigned.
 */
function toMessageView(message: MessageRow, names: AssigneeNames): MessageView {
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
    created_at: toIso(message.created_at),
    details: toJson(message.details),
    attachment: name ? { name, path: `/api/admin/messages/${id}/attachment` } : null,
    state: message.state,
    assignee: assignee_id && assignee !== undefined ? { id: assignee_id, name: assignee } : null,
    about_id: message.about_id ?? null,
    folder: message.folder,
    ...(message.spam_reasons && { spam_reasons: toJson(message.spam_reasons) }),
  };
}

function readNamesOf(
  read: Connection,
  rows: readonly Pick<MessageRow, 'assignee_id'>[],
): Promise<AssigneeNames> {
  return readNames(read, [...new Set(rows.flatMap(({ assignee_id }) => assignee_id ?? []))]);
}

export async function viewOne(read: Connection, message: MessageRow): Promise<MessageView> {
  return toMessageView(message, await readNamesOf(read, [message]));
}

const noSuchFile = 'This message has no file.';

type FileCtx = SignedInCtx & Pick<Context, 'privateFiles' | 'later' | 'request' | 'limits'>;

export async function listMessages(ctx: Ctx, query: MessageQuery) {
  const { rows, meta } = await readMessages(ctx.read, query, ctx.viewer);
  const names = await readNamesOf(ctx.read, rows);
  return { messages: rows.map((row) => toMessageView(row, names)), meta };
}

/**
 * Returns a message with its timeline and the number of other messages from its sender.
 * @throws {NotFound} when there is no such message
 */
export async function getMessage(ctx: Ctx, id: number): Promise<MessageWithTimeline> {
  const found = await find(ctx, id);
  const [message, events, others] = await Promise.all([
    viewOne(ctx.read, found),
    readTimeline(ctx, id),
    countOthers(ctx.read, found),
  ]);
  return { message, events, others };
}

/**
 * Deletes a message permanently, with its attachment and the files of its answers. Records the deletion in
 * the security log. The files are deleted after the commit.
 * @throws {NotFound} when there is no such message
 */
export async function removeMessage(ctx: FileCtx, id: number): Promise<{ success: true }> {
  const { results } = await removeMessages(ctx, [id]);
  if (results[0]?.outcome !== 'changed') throw new NotFound(noSuchMessage);
  return { success: true };
}

export async function removeMessages(ctx: FileCtx, ids: readonly number[]): Promise<Outcomes> {
  const files: string[] = [];
  const outcomes = await inTransaction(ctx, async (tx) => {
    const done = await forEachRow(ids, async (id) => {
      const message = await tx.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!message) return 'not_found';
      await tx.expectMatch?.(tx);
      const { attachment_key, kind, created_at } = message;
      const answered = await readReplyFileKeys(tx, id);
      await deleteRow(tx, Message, id, noSuchMessage);
      await recordSecurityEvent(tx, 'message_deleted', {
        details: { message: id, kind, received: created_at.toISOString() },
      });
      files.push(...(attachment_key ? [attachment_key] : []), ...answered);
      return 'changed';
    });
    await tellInboxChanged(tx);
    return done;
  });
  for (const key of files) ctx.later(() => ctx.privateFiles.remove(key));
  return outcomes;
}

/**
 * Returns the attachment of a message. Records the download in the security log first, at most once a minute
 * per user and message.
 * @throws {NotFound} when the message or the file does not exist
 */
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
  return em.findOneOrFail(Message, id, { failHandler: () => new NotFound(noSuchMessage) });
}

const csvColumns: SpreadsheetColumns<MessageView> = {
  Id: ({ id }) => id,
  Received: ({ created_at }) => created_at,
  Form: ({ kind }) => kind,
  Name: ({ name }) => name,
  'E-mail': ({ email }) => email,
  Phone: ({ phone }) => phone,
  Subject: ({ subject }) => subject,
  Message: ({ message }) => message,
  Read: ({ is_read }) => (is_read ? 'yes' : 'no'),
  Details: ({ details }) =>
    Object.entries(details)
      // Sorted, because PostgreSQL does not preserve the order of JSON members.
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  File: ({ attachment }) => attachment?.name ?? null,
  State: ({ state }) => state,
  'Assigned to': ({ assignee }) => assignee?.name ?? null,
  Folder: ({ folder }) => folder,
};

/**
 * Returns the messages that match the filter as CSV. If no folder is given, returns messages in the inbox. Records the
 * export in the security log.
 */
export async function exportMessages(
  ctx: LoggedCtx,
  { search, ...filter }: MessageFilter & Pick<MessageQuery, 'search'>,
): Promise<Download> {
  await recordSecurityEvent(ctx, 'exported', { details: { call: 'inbox.csv' } });
  const names = ['id', 'created_at', 'kind', 'subject', 'message', 'name', 'email', 'phone'] as const;
  const more = ['details', 'attachment_name', 'is_read', 'state', 'assignee_id', 'folder'] as const;
  const asked = { ...filterOf(filter, ctx.viewer), search };
  const people = await readNames(ctx.read);
  async function* rows() {
    const all = iterateRows<MessageRow>(ctx.read, 'messages', [...names, ...more], asked);
    for await (const row of all) yield toMessageView(row, people);
  }
  return csvDownload(`messages-${ctx.now.toISOString().slice(0, 10)}.csv`, csvColumns, rows());
}
