import type { OperationContext, SignedInOperation } from '../../database/operation.ts';
import { inTransaction, removeRow } from '../../database/transaction.ts';
import { NotFound } from '../../shared/errors.ts';
import type { PageQuery } from '../../shared/pagination.ts';
import type { Context } from '../../trpc/context.ts';
import { Download } from '../../trpc/download.ts';
import { recordOncePerMinute, recordSecurityEvent } from '../security/security.service.ts';
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

/** Returns the number of unread messages and the id of the newest one. */
export function getInboxState(work: OperationContext): Promise<InboxState> {
  return readInboxState(work.read);
}

/** Returns one page of the messages marked as spam, with the reasons. */
export async function listSpam(work: OperationContext, query: PageQuery) {
  const { rows, meta } = await readMessages(work.read, query, { isSpam: true });
  return { messages: rows.map(toSpamView), meta };
}

/** Marks a message as read. @throws {NotFound} */
export function markRead(work: OperationContext, id: number): Promise<MessageView> {
  return change(work, id, (message) => {
    message.is_read = true;
  });
}

/** Moves a message from the spam to the inbox. @throws {NotFound} */
export function markNotSpam(work: OperationContext, id: number): Promise<MessageView> {
  return change(work, id, (message) => message.markNotSpam());
}

function change(work: OperationContext, id: number, act: (message: Message) => void): Promise<MessageView> {
  return inTransaction(work, async (inside) => {
    const message = await find(inside, id);
    act(message);
    await tellInboxChanged(inside);
    return toMessageView(message);
  });
}

/** Deletes a message, spam or not, and records it in the security log. Its file is removed after the commit. @throws {NotFound} */
export async function removeMessage(work: FileWork, id: number): Promise<{ success: true }> {
  const key = await inTransaction(work, async (inside) => {
    const { attachment_key, kind, created_at } = await find(inside, id);
    await removeRow(inside, Message, id, noSuchMessage);
    await recordSecurityEvent(inside, 'message_deleted', {
      details: { message: id, kind, received: created_at.toISOString() },
    });
    await tellInboxChanged(inside);
    return attachment_key;
  });
  if (key) work.later(() => work.privateFiles.remove(key));
  return { success: true };
}

/**
 * Returns the file of a message. Records the download in the security log before the file is sent. Repeated or partial downloads by
 * one user within a minute count as one entry.
 *
 * @throws {NotFound}
 */
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
