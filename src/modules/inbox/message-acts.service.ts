import { LockMode } from '@mikro-orm/core';
import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Tables } from '../../database/tables.ts';
import { type IdempotentCtx, inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import type { Outcomes } from '../../shared/bulk.ts';
import type { MessageState } from '../../shared/enumerations.ts';
import { NotFound } from '../../shared/errors.ts';
import type { Context } from '../../trpc/context.ts';
import { expectAssignee } from './assignees.service.ts';
import { tellInboxChanged } from './live.service.ts';
import { Message, noSuchMessage } from './message.entity.ts';
import { changeMessages, differencesOf } from './message-changes.service.ts';
import type { MessageEventView, MessageView, NoteInput } from './message.schema.ts';
import { notifyAssignee } from './notices.service.ts';
import { viewOne } from './message.view.ts';
import { indexNotes, recordEvent, toEventView } from './timeline.service.ts';

/** Marks one message as read or unread, and returns it. @throws {NotFound} when there is no such message */
export function markOne(ctx: SignedInCtx, id: number, is_read: boolean): Promise<MessageView> {
  return inTransaction(ctx, async (tx) => {
    await mark(tx, [id], is_read);
    const message = await tx.em.findOneOrFail(Message, id, {
      failHandler: () => new NotFound(noSuchMessage),
    });
    return viewOne(tx.em.getKysely<Tables>(), message);
  });
}

export function mark(ctx: SignedInCtx, ids: readonly number[], is_read: boolean): Promise<Outcomes> {
  return changeMessages(ctx, ids, (message) => {
    message.is_read = is_read;
  });
}

/**
 * Assigns messages to a user, and queues a mail to the user if they have chosen such mails. If `user_id` is null,
 * removes the assignments.
 * @throws {RuleBroken} naming `user_id` when the user has no access to the inbox
 */
export async function assign(
  ctx: SignedInCtx & Pick<Context, 'siteSettings' | 'publicUrl'>,
  ids: readonly number[],
  user_id: number | null,
): Promise<Outcomes> {
  const site = await ctx.siteSettings.current();
  return inTransaction(ctx, async (tx) => {
    if (user_id !== null) await expectAssignee(tx.em.getKysely<Tables>(), user_id);
    const assigned: Message[] = [];
    const outcomes = await changeMessages(tx, ids, (message) => {
      if (message.assignee_id !== user_id) assigned.push(message);
      message.assignee_id = user_id;
    });
    if (user_id !== null) await notifyAssignee(tx, assigned, user_id, site);
    return outcomes;
  });
}

export function setState(ctx: SignedInCtx, ids: readonly number[], state: MessageState): Promise<Outcomes> {
  return changeMessages(ctx, ids, (message) => message.setState(state, ctx.now));
}

export function markAsSpam(ctx: SignedInCtx, ids: readonly number[]): Promise<Outcomes> {
  const reason = `${ctx.viewer.name} marked it as spam.`;
  return changeMessages(ctx, ids, (message) => message.markAsSpam(reason, ctx.now));
}

export function markAsNotSpam(ctx: SignedInCtx, ids: readonly number[]): Promise<Outcomes> {
  return changeMessages(ctx, ids, (message) => message.markAsNotSpam());
}

export function moveToTrash(ctx: SignedInCtx, ids: readonly number[]): Promise<Outcomes> {
  return changeMessages(ctx, ids, (message) => message.moveToTrash(ctx.now));
}

export function restore(ctx: SignedInCtx, ids: readonly number[]): Promise<Outcomes> {
  return changeMessages(ctx, ids, (message) => message.restore(ctx.now));
}

/**
 * Adds an event to the timeline of a message: a note, or an answer that was sent outside the panel. An answer
 * of the visitor opens the message again. An answer of staff marks an open message as answered.
 * @throws {NotFound}
 * @throws {Conflict} when a response for the same `Idempotency-Key` is stored. `idempotent` then returns this
 * response
 */
export function addNote(
  ctx: SignedInCtx & IdempotentCtx,
  { id, text, type, by }: NoteInput,
): Promise<MessageEventView> {
  return inIdempotentTransaction(ctx, async (tx) => {
    const message = await tx.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!message) throw new NotFound(noSuchMessage);
    const act = differencesOf(message, () => {
      if (type === 'answered') message.answer(tx.viewer, tx.now);
      if (type === 'incoming') message.reopen();
    });
    const isAnswer = type !== 'note';
    const event = await recordEvent(tx, message, {
      type,
      text,
      channel: isAnswer ? by : null,
      before: isAnswer ? act.before : null,
      after: isAnswer ? act.after : null,
    });
    await indexNotes(tx, message);
    await tellInboxChanged(tx);
    return toEventView(event);
  });
}
