import { LockMode } from '@mikro-orm/core';
import type { SignedInCtx } from '../../database/ctx.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type IdempotentCtx, inIdempotentTransaction } from '../../idempotency/idempotency.ts';
import { forEachRow, type Outcomes } from '../../shared/bulk.ts';
import type { MessageState } from '../../shared/enumerations.ts';
import { NotFound } from '../../shared/errors.ts';
import { expectAssignee, readNames } from './assignees.service.ts';
import { tellInboxChanged } from './live.service.ts';
import { Message, noSuchMessage } from './message.entity.ts';
import type { MessageEventView } from './message.schema.ts';
import { indexNotes, recordEvent, toEventView } from './timeline.service.ts';

/** Null takes the messages from everybody. @throws {RuleBroken} naming `user_id` when the person may not read messages */
export function assign(ctx: SignedInCtx, ids: readonly number[], user_id: number | null): Promise<Outcomes> {
  return inTransaction(ctx, async (tx) => {
    // The person
    const read = tx.em.getKysely();
    const assignee = user_id === null ? null : await expectAssignee(read, user_id);
    const after = { assignee_id: assignee?.id ?? null, assignee: assignee?.name ?? null };

    // The messages
    const outcomes = await forEachRow(ids, async (id) => {
      const message = await tx.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!message) return 'not_found';
      const earlier = message.assignee_id ?? null;
      if (earlier === after.assignee_id) return 'unchanged';
      const names = await readNames(read, earlier === null ? [] : [earlier]);
      const before = {
        assignee_id: earlier,
        assignee: earlier === null ? null : (names.get(earlier) ?? null),
      };
      message.assignee_id = after.assignee_id;
      const event = await recordEvent(tx, message, { type: 'assigned', before, after });
      return { outcome: 'changed', version: event.id };
    });

    await tellInboxChanged(tx);
    return outcomes;
  });
}

/** Closing a message marks it as read. */
export function setState(ctx: SignedInCtx, ids: readonly number[], state: MessageState): Promise<Outcomes> {
  return inTransaction(ctx, async (tx) => {
    const outcomes = await forEachRow(ids, async (id) => {
      const message = await tx.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!message) return 'not_found';
      const before = workOf(message);
      if (!message.setState(state, tx.now)) return 'unchanged';
      const event = await recordEvent(tx, message, { type: 'state', before, after: workOf(message) });
      return { outcome: 'changed', version: event.id };
    });
    await tellInboxChanged(tx);
    return outcomes;
  });
}

function workOf({ state, is_read, closed_at }: Message) {
  return { state, is_read, closed_at: closed_at?.toISOString() ?? null };
}

/** A repeated `Idempotency-Key` stores nothing and gets the first response. @throws {NotFound} */
export function addNote(
  ctx: SignedInCtx & IdempotentCtx,
  { id, text }: { id: number; text: string },
): Promise<MessageEventView> {
  return inIdempotentTransaction(ctx, async (tx) => {
    const message = await tx.em.findOne(Message, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!message) throw new NotFound(noSuchMessage);
    const event = await recordEvent(tx, message, { type: 'note', text });
    await indexNotes(tx, message);
    await tellInboxChanged(tx);
    return toEventView(event);
  });
}
