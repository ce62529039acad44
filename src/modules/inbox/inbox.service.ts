import { LockMode } from '@mikro-orm/core';
import type { OperationContext, SignedInOperation } from '../../database/operation.ts';
import { inTransaction, removeRow } from '../../database/transaction.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import { NotFound } from '../../shared/errors.ts';
import type { PageQuery } from '../../shared/pagination.ts';
import type { Context } from '../../trpc/context.ts';
import { Download } from '../../trpc/download.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security-log/record-event.service.ts';
import { readInboxState } from './inbox-state.ts';
import { tellInboxChanged } from './live.service.ts';
import { Message } from './message.entity.ts';
import { readMessages } from './message.repository.ts';
import type { InboxState, MessageQuery, MessageView } from './message.schema.ts';
import { toMessageView, toSpamView } from './message.view.ts';

const noSuchMessage = 'There is no such message.';
const noSuchFile = 'This message has no file.';

type FileWork = SignedInOperation & Pick<Context, 'privateFiles' | 'later' | 'request' | 'limits'>;

export async function listMessages(work: OperationContext, query: MessageQuery) {
  const { rows, meta } = await readMessages(work.read, query);
  return { messages: rows.map(toMessageView), meta };
}

export function getInboxState(work: OperationContext): Promise<InboxState> {
  return readInboxState(work.read);
}

export async function listSpam(work: OperationContext, query: PageQuery) {
  const { rows, meta } = await readMessages(work.read, query, { isSpam: true });
  return { messages: rows.map(toSpamView), meta };
}

export function markRead(work: OperationContext, id: number): Promise<MessageView> {
  return change(work, id, (message) => {
    message.is_read = true;
  });
}

export function markNotSpam(work: OperationContext, id: number): Promise<MessageView> {
  return change(work, id, (message) => message.markNotSpam());
}

export function markManyRead(work: OperationContext, ids: readonly number[]): Promise<Outcomes> {
  return changeAll(work, ids, (message) => {
    if (message.is_read) return false;
    message.is_read = true;
    return true;
  });
}

export function markManyNotSpam(work: OperationContext, ids: readonly number[]): Promise<Outcomes> {
  return changeAll(work, ids, (message) => {
    const { is_spam } = message;
    message.markNotSpam();
    return is_spam;
  });
}

function changeAll(
  work: OperationContext,
  ids: readonly number[],
  act: (message: Message) => boolean,
): Promise<Outcomes> {
  return inTransaction(work, async (inside) => {
    const outcomes = await forEachRow(ids, async (id) => {
      const message = await inside.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!message) return 'not_found';
      return act(message) ? 'changed' : 'unchanged';
    });
    await tellInboxChanged(inside);
    return outcomes;
  });
}

function change(work: OperationContext, id: number, act: (message: Message) => void): Promise<MessageView> {
  return inTransaction(work, async (inside) => {
    const message = await find(inside, id);
    act(message);
    await tellInboxChanged(inside);
    return toMessageView(message);
  });
}

/** Writes to the security log. Deletes the attachment after the commit. @throws {NotFound} */
export async function removeMessage(work: FileWork, id: number): Promise<{ success: true }> {
  const { results } = await removeMessages(work, [id]);
  if (results[0]?.outcome !== 'changed') throw new NotFound(noSuchMessage);
  return { success: true };
}

export async function removeMessages(work: FileWork, ids: readonly number[]): Promise<Outcomes> {
  const files: string[] = [];
  const outcomes = await inTransaction(work, async (inside) => {
    const done = await forEachRow(ids, async (id) => {
      const message = await inside.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!message) return 'not_found';
      const { attachment_key, kind, created_at } = message;
      await removeRow(inside, Message, id, noSuchMessage);
      await recordSecurityEvent(inside, 'message_deleted', {
        details: { message: id, kind, received: created_at.toISOString() },
      });
      if (attachment_key) files.push(attachment_key);
      return 'changed';
    });
    await tellInboxChanged(inside);
    return done;
  });
  for (const key of files) work.later(() => work.privateFiles.remove(key));
  return outcomes;
}

/** Logs the download first, at most once a minute per user and message. @throws {NotFound} */
export async function openAttachment(work: FileWork, id: number): Promise<Download> {
  const { attachment_key: key, attachment_name: name, kind } = await find(work, id);
  const file = key ? await work.privateFiles.read(key) : undefined;
  if (!file || !name) throw new NotFound(noSuchFile);
  await recordOncePerMinute(work, `${work.viewer.id} ${id}`, 'attachment_downloaded', {
    details: { message: id, kind },
  });
  return new Download({ name, type: 'application/pdf', bytes: file.bytes, open: () => file.open() });
}

function find({ em }: OperationContext, id: number): Promise<Message> {
  return em.findOneOrFail(Message, id, { failHandler: () => new NotFound(noSuchMessage) });
}
