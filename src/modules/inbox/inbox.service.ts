import { removeRow } from '../../database/transaction.ts';
import type { Work } from '../../database/work.ts';
import { NotFound } from '../../shared/errors.ts';
import { Message } from './message.entity.ts';
import { readMessages } from './message.repository.ts';
import type { MessageQuery, MessageView } from './message.schema.ts';
import { toMessageView } from './message.view.ts';

const noSuchMessage = 'There is no such message.';

/** One page of the inbox, without spam. */
export async function listMessages(work: Work, query: MessageQuery) {
  const { rows, meta } = await readMessages(work.read, query);
  return { messages: rows.map(toMessageView), meta };
}

/** Marks a message as read; one that is read already stays as it is. @throws {NotFound} */
export async function markRead(work: Work, id: number): Promise<MessageView> {
  const message = await work.em.findOneOrFail(Message, id, {
    failHandler: () => new NotFound(noSuchMessage),
  });
  message.is_read = true;
  await work.em.flush();
  return toMessageView(message);
}

/** @throws {NotFound} */
export async function removeMessage(work: Work, id: number): Promise<{ success: true }> {
  await removeRow(work, Message, id, noSuchMessage);
  return { success: true };
}
