import { LockMode } from '@mikro-orm/core';
import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { MailState } from '../../shared/enumerations.ts';
import { Conflict, NotFound } from '../../shared/errors.ts';
import { OutboxMail } from '../outbox/outbox-mail.entity.ts';
import { type SendLaterCtx, sendDueMailsLater } from '../outbox/send.service.ts';
import { tellInboxChanged } from './live.service.ts';
import { MessageEvent } from './message-event.entity.ts';
import { MessageFile } from './message-file.entity.ts';
import { Message } from './message.entity.ts';
import type { replyActNames } from './replies.schema.ts';
import { revertDifference } from './message-changes.service.ts';
import type { MessageEventView } from './message.schema.ts';
import { indexNotes, toEventView } from './timeline.service.ts';

const noSuchReply = 'There is no such answer.';

type SendCtx = SignedInCtx & SendLaterCtx;

/**
 * Sends an answer again, or marks it as sent or returned (see `replyActNames`).
 * @throws {NotFound} when there is no such answer
 * @throws {Conflict} when the state of the answer does not permit the change
 */
export function changeReply(
  ctx: SendCtx,
  id: number,
  act: (typeof replyActNames)[number],
): Promise<MessageEventView> {
  if (act === 'retry') return retry(ctx, id);
  return act === 'sent' ? countAsSent(ctx, id) : markReturned(ctx, id);
}

/**
 * Sends an answer again with the same Message-ID. The answer must have been refused, or its delivery must be unclear.
 */
async function retry(ctx: SendCtx, id: number): Promise<MessageEventView> {
  const view = await change(ctx, id, ['refused', 'unclear'], async (tx, { event, message, mail }) => {
    if (!mail) throw new Conflict('The mail is gone. Please write the answer again.');
    const now = tx.now.toISOString();
    Object.assign(mail, { state: 'queued', tries: 0, error: null, next_try_at: now, created_at: now });
    setState(event, 'queued', null, tx.now);
    message.answer(tx.viewer, tx.now);
  });
  sendDueMailsLater(ctx);
  return view;
}

/** Marks an answer as sent although its delivery was unclear. The user has found out that it arrived. */
function countAsSent(ctx: SignedInCtx, id: number): Promise<MessageEventView> {
  return change(ctx, id, ['unclear'], async (tx, { event, message, mail }) => {
    if (mail) tx.em.remove(mail);
    setState(event, 'sent', `Counted as sent by ${tx.viewer.name}.`, tx.now);
    message.answer(tx.viewer, tx.now);
  });
}

/** Marks a sent answer as returned, because the mail came back. Opens the message again. */
function markReturned(ctx: SignedInCtx, id: number): Promise<MessageEventView> {
  return change(ctx, id, ['sent'], async (tx, { event, message }) => {
    setState(event, 'returned', event.mail_note ?? null, tx.now);
    message.reopen();
  });
}

/**
 * Deletes an answer that is still queued, and undoes its effects on the message. Marks an answer as discarded
 * if it was refused or its delivery is unclear.
 * @throws {NotFound} when there is no such answer
 * @throws {Conflict} when the answer is in another state, or its mail is being sent
 */
export async function removeReply(ctx: SignedInCtx, id: number): Promise<{ success: true }> {
  await change(ctx, id, ['queued', 'refused', 'unclear'], async (tx, { event, message, mail }) => {
    if (event.mail_state !== 'queued') {
      if (mail) tx.em.remove(mail);
      setState(event, 'discarded', event.mail_note ?? null, tx.now);
      return;
    }
    if (event.before && event.after) revertDifference(message, event.before, event.after);
    await tx.em.flush();
    await tx.em.nativeDelete(MessageEvent, { id });
    await indexNotes(tx, message);
  });
  return { success: true };
}

interface Answer {
  event: MessageEvent;
  message: Message;
  mail: OutboxMail | null;
}

/**
 * Runs `act` on an answer in one of `states`. Locks the mail before the event, as the task that sends mails
 * does. An answer is therefore never sent and changed at the same time.
 * @throws {NotFound} when there is no such answer
 * @throws {Conflict} when the answer is in another state, or its mail is being sent
 */
async function change(
  ctx: SignedInCtx,
  id: number,
  states: readonly MailState[],
  act: (tx: SignedInCtx, answer: Answer) => Promise<void>,
): Promise<MessageEventView> {
  return inTransaction(ctx, async (tx) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const mail = await tx.em.findOne(OutboxMail, { event_id: id, kind: 'answer' }, { lockMode });
    const event = await tx.em.findOne(MessageEvent, { id, type: 'reply' }, { lockMode });
    if (!event) throw new NotFound(noSuchReply);
    const isBeingSent = mail?.state === 'sending';
    if (isBeingSent || !states.some((state) => state === event.mail_state)) {
      throw new Conflict('The answer has been sent or changed meanwhile.', { current: toEventView(event) });
    }
    const message = await tx.em.findOneOrFail(Message, event.message_id, { lockMode });
    const files = await tx.em.find(MessageFile, { event_id: id }, { orderBy: { id: 'asc' } });
    await act(tx, { event, message, mail });
    await tellInboxChanged(tx);
    return toEventView(event, files);
  });
}

function setState(event: MessageEvent, mail_state: MailState, mail_note: string | null, mail_at: Date): void {
  Object.assign(event, { mail_state, mail_note, mail_at });
}
